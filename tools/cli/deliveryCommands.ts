// Commands that make a local service send a delivery to a webhook trigger. docs/triggers.md contains
// those of the triggers whose deliveries a command can sign itself.
import type { RunningService } from '../../test/services/list';

/** A webhook trigger, and its command. `TEST_URL` is the test URL of the trigger. */
interface DeliveryCommand {
	readonly trigger: string;
	readonly command: string;
}

/** Returns the commands for the services that run. */
export function deliveryCommands({
	activityTracking,
	documentSearch,
	mediaGeneration,
}: Readonly<Partial<Record<string, RunningService>>>): DeliveryCommand[] {
	const authorization = ({ credential }: RunningService): string =>
		`-H 'Authorization: Bearer ${String(credential.data.apiKey)}'`;
	const all = [
		activityTracking && {
			trigger: 'Activity Tracking Trigger, which created its subscription',
			command: `curl ${new URL(activityTracking.url).origin}/_control/pushEvents --json '{"aspect_type": "update", "updates": {"title": "Evening Run"}}'`,
		},
		documentSearch && {
			trigger: 'Document Search Trigger, which created its endpoint',
			command: `curl ${documentSearch.url}/v2/collections/handbook/index/text ${authorization(documentSearch)} --json '{"content": "Everybody has a day off on their birthday."}'`,
		},
		mediaGeneration && {
			trigger: 'Media Generation Trigger',
			command: `curl ${mediaGeneration.url}/api/v2/generations ${authorization(mediaGeneration)} --json "{\\"model\\": \\"nano-banana\\", \\"prompt\\": \\"A lighthouse at dusk\\", \\"callback_url\\": \\"$TEST_URL\\"}"`,
		},
	];
	return all.filter((one) => one !== undefined);
}
