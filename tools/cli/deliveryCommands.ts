// Commands that send a delivery to the test URL of each webhook trigger. The local services send the
// deliveries of triggers that create their webhook themselves. The others are signed here.
import type { RunningService } from '../../test/services/list';

/** A webhook trigger, and the command for its test URL in `TEST_URL`. */
export interface DeliveryCommand {
	readonly trigger: string;
	readonly command: string;
}

/** The secret of a Code Hosting Webhook API credential in the command. */
export const COMMAND_SECRET = 'tenfold-webhook-secret';

const run = {
	id: 30433642,
	name: 'CI',
	run_number: 562,
	head_branch: 'main',
	status: 'completed',
	conclusion: 'failure',
	html_url: 'https://git.example.com/octo-org/hello-world/actions/runs/30433642',
};

/** Returns the commands for the services that run. */
export function deliveryCommands({
	activityTracking,
	codeHosting,
	documentSearch,
	financeData,
	mediaGeneration,
}: Readonly<Partial<Record<string, RunningService>>>): DeliveryCommand[] {
	const all = [
		activityTracking && {
			trigger: 'Activity Tracking Trigger, which created its subscription',
			command: `curl ${new URL(activityTracking.url).origin}/_control/pushEvents --json '{"aspect_type": "update", "updates": {"title": "Evening Run"}}'`,
		},
		codeHosting && {
			trigger: `Code Hosting Webhook Trigger with Use an Existing Webhook and the secret ${COMMAND_SECRET}`,
			command: signed(
				{
					action: 'completed',
					workflow_run: run,
					repository: {
						name: 'hello-world',
						full_name: 'octo-org/hello-world',
						owner: { login: 'octo-org' },
					},
				},
				COMMAND_SECRET,
				'-hex -r | cut -d" " -f1',
				[
					'X-GitHub-Event: workflow_run',
					'X-GitHub-Delivery: test-$(date +%s)',
					'X-Hub-Signature-256: sha256=$signature',
				],
			),
		},
		documentSearch && {
			trigger: 'Document Search Trigger, which created its endpoint',
			command: `curl ${documentSearch.url}/v2/collections/handbook/index/text -H 'Authorization: Bearer ${String(documentSearch.credential.data.apiKey)}' --json '{"content": "Everybody has a day off on their birthday."}'`,
		},
		financeData && {
			trigger: 'Finance Data Trigger',
			command: signed(
				{
					type: 'INVOICE',
					code: 'INVOICE_UPDATED',
					connection_id: 'c-1',
					invoice: { id: 'i-1', updated_at: '2026-01-31T08:00:00Z' },
				},
				String(financeData.credential.data.clientSecret),
				'-binary | base64',
				[`X-${String(financeData.credential.data.vendor)}-Signature: sha256=$signature`],
			),
		},
		mediaGeneration && {
			trigger: 'Media Generation Trigger',
			command: `curl ${mediaGeneration.url}/api/v2/generations -H 'Authorization: Bearer ${String(mediaGeneration.credential.data.apiKey)}' --json "{\\"model\\": \\"nano-banana\\", \\"prompt\\": \\"A lighthouse at dusk\\", \\"callback_url\\": \\"$TEST_URL\\"}"`,
		},
	];
	return all.filter((one) => one !== undefined);
}

/** Signs a body with HMAC-SHA256. @param encoding how openssl prints the signature */
const signed = (
	body: object,
	secret: string,
	encoding: string,
	headers: readonly string[],
): string =>
	[
		`body='${JSON.stringify(body)}'`,
		`signature=$(printf %s "$body" | openssl dgst -sha256 -hmac '${secret}' ${encoding})`,
		`curl "$TEST_URL" ${headers.map((header) => `-H "${header}"`).join(' ')} --json "$body"`,
	].join('\n');
