// The command that makes the trigger of an example fire. It is in the sticky note of the example.
import type { INode } from 'n8n-workflow';
import { FIRST_PORT, localServices, type RunningService } from '../../test/services/list';
import { DEFAULT_PORT } from '../cli/options';

/**
 * Returns the command with the addresses of this n8n and of these services, or undefined for an
 * example that needs none, such as one with a polling trigger.
 */
export function eventCommand(
	nodes: readonly INode[],
	n8nUrl: string,
	services: Readonly<Record<string, RunningService>>,
): string | undefined {
	const commands = nodes.flatMap(
		({ parameters }) => /```\n(curl .*?)\n```/s.exec(parameters.content as string)?.[1] ?? [],
	);
	return commands[0]?.replace(/http:\/\/127\.0\.0\.1:(\d+)/g, (_, port: string) =>
		Number(port) === DEFAULT_PORT
			? n8nUrl
			: new URL(services[localServices[Number(port) - FIRST_PORT]!.name]!.url).origin,
	);
}
