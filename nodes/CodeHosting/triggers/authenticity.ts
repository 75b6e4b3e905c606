/** Checks that a delivery comes from the service. */
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { type Delivery, isSigned } from '../../engine';
import { toText } from '../../engine/describe';
import { isManaged } from './webhookSettings';
import { webhookStateOf } from './webhookState';

const secretCredential = 'codeHostingWebhookApi';

const signatureHeader = 'X-Hub-Signature-256';

/**
 * Returns why a delivery is not authentic. Undefined if it is authentic. Only test deliveries may
 * contain the explanation in their response: in production, it would help to forge a signature.
 */
export async function signatureProblem(
	body: Buffer,
	{ context, headers }: Delivery,
): Promise<string | undefined> {
	const header = headers[signatureHeader.toLowerCase()];
	if (header === undefined)
		return `The request is not signed: it has no header ${signatureHeader}. Enter the secret in the settings of the webhook, or sign the request yourself.`;
	// Such requests are rejected before the secret is read, so that they cause little load.
	if (typeof header !== 'string' || !/^sha256=[0-9a-f]{64}$/.test(header))
		return `The header ${signatureHeader} has an invalid format. It must be sha256= followed by the hexadecimal HMAC-SHA256 of the body.`;
	const secrets = await secretsOf(context);
	if (secrets.every((secret) => secret === ''))
		return isManaged(context)
			? 'n8n has no secret for the webhook. Start the trigger again, so that it creates the webhook.'
			: 'The credential has no secret. Enter the secret of the webhook.';
	return isSigned(body, header, secrets, 'hex')
		? undefined
		: 'The signature does not match. Check that the webhook has the same secret as the trigger, and that no proxy changes the body.';
}

async function secretsOf(context: IWebhookFunctions): Promise<string[]> {
	if (isManaged(context)) return [webhookStateOf(context).webhook?.secret ?? ''];
	const { secret, previousSecret } = await context.getCredentials<IDataObject>(secretCredential);
	return [toText(secret), toText(previousSecret)];
}
