// Commands that a user runs in a terminal, for the addresses of this n8n and of the services that run.
import { readFileSync } from 'node:fs';
import type { INode } from 'n8n-workflow';
import { parse } from 'yaml';
import { FIRST_PORT, localServices, type RunningService } from '../../test/services/list';
import { DEFAULT_PORT } from '../cli/options';
import { inRoot } from '../system/paths';

type Services = Readonly<Record<string, RunningService>>;

const withAddresses = (command: string, services: Services, n8nUrl: string): string =>
	command.replace(/http:\/\/127\.0\.0\.1:(\d+)/g, (address, port: string) => {
		if (Number(port) === DEFAULT_PORT) return n8nUrl;
		// A user may have changed the command.
		const { url } = services[localServices[Number(port) - FIRST_PORT]?.name ?? ''] ?? {};
		return url === undefined ? address : new URL(url).origin;
	});

/**
 * The command that makes the trigger of an example fire, from the sticky note of the example. Undefined
 * for an example that needs none, such as one with a polling trigger.
 */
export function eventCommand(
	nodes: readonly INode[],
	n8nUrl: string,
	services: Services,
): string | undefined {
	const [command] = nodes.flatMap(
		({ parameters }) => /```\n(curl .*?)\n```/s.exec(parameters.content as string)?.[1] ?? [],
	);
	return command && withAddresses(command, services, n8nUrl);
}

/** A webhook trigger, and the command that sends a delivery to its test URL in `TEST_URL`. */
type DeliveryCommand = Record<'trigger' | 'command', string>;

export function deliveryCommands(services: Services): DeliveryCommand[] {
	const file = readFileSync(inRoot('tools', 'sandbox', 'deliveryCommands.yaml'), 'utf8');
	return (parse(file) as DeliveryCommand[]).map(({ trigger, command }) => ({
		trigger,
		command: withAddresses(command, services, ''),
	}));
}
