// Commands that send a delivery to the test URL of each webhook trigger.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { RunningService } from '../../test/services/list';
import { inRoot } from '../system/paths';

/** A webhook trigger, and the command for its test URL in `TEST_URL`. */
export interface DeliveryCommand {
	readonly trigger: string;
	readonly command: string;
}

/** Returns the commands for the services that run. */
export function deliveryCommands(
	services: Readonly<Partial<Record<string, RunningService>>>,
): DeliveryCommand[] {
	const file = readFileSync(inRoot('tools', 'cli', 'deliveryCommands.yaml'), 'utf8');
	return (parse(file) as Array<DeliveryCommand & { service: string }>).flatMap(
		({ service, trigger, command }) => {
			const { url, credential } = services[service] ?? {};
			if (url === undefined) return [];
			const values = { ...credential!.data, url, origin: new URL(url).origin };
			const filled = command.replace(/<(\w+)>/g, (_, name: keyof typeof values) => values[name]);
			return [{ trigger, command: filled }];
		},
	);
}
