/** Joins and leaves the workflow that has the push subscription. */
import { cancellableSleep } from '../../engine';
import { PackError } from '../../engine/describe';
import { isTriggerUrl, type Sender, sendMessage } from './messageClient';
import { maxJoined } from './sharedMessages';

const maxAttempts = 6;

/**
 * Joins the workflow at a URL. Repeats the message until n8n has stored it, because n8n does not
 * lock what it stores: another change at the same time can be stored instead. Returns false if the
 * other workflow no longer receives requests.
 * @throws PackError if the other workflow does not accept it
 */
export async function joinHost(
	sender: Sender,
	hostUrl: string,
	athleteId: string,
): Promise<boolean> {
	const workflow = { url: sender.url, athleteId, joinedAt: Date.now() };
	for (let attempt = 0; attempt < maxAttempts; attempt++) {
		const { status, result } = await sendMessage(sender, hostUrl, { type: 'join', workflow });
		if (result === 'known') return true;
		if (status === 404 || status === 410) return false;
		if (result === 'full') throw fullError(hostUrl);
		if (result !== 'added') throw rejectedError(hostUrl, status);
		await cancellableSleep(500 + Math.random() * 1_000);
	}
	throw new PackError(
		`The workflow at ${hostUrl} did not store that this workflow shares its push subscription`,
		{
			hint: 'Start the trigger again.',
		},
	);
}

/** If the message does not arrive, the other workflow removes this workflow after failed requests. */
export async function leaveHost(sender: Sender, hostUrl: string): Promise<void> {
	if (await isTriggerUrl(sender, hostUrl))
		await sendMessage(sender, hostUrl, { type: 'leave', url: sender.url, leftAt: Date.now() });
}

const fullError = (hostUrl: string): PackError =>
	new PackError(`${maxJoined} other workflows already share the push subscription for ${hostUrl}`, {
		hint: 'Call this workflow from one of them with Execute Sub-workflow, or use Activity Tracking Updates Trigger.',
	});

const rejectedError = (hostUrl: string, status: number): PackError =>
	new PackError(
		`The workflow at ${hostUrl} did not share its push subscription (status ${status})`,
		{
			hint: 'Check that both workflows have the same client secret in the credential, that the clocks of both n8n instances are correct, and that the URL of this workflow is not in a private network. If the public URL of n8n has changed, turn on Replace Existing Subscription in Options.',
		},
	);
