// The message printed when n8n and the local services are running.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { localCredentials } from '../../test/services/kit/accessTokens';
import { OWNER } from '../n8n/session';
import { deliveryCommands, eventCommand } from '../sandbox/localCommands';
import type { SeededN8n } from '../sandbox/sandbox';
import { inRoot } from '../system/paths';

interface Template {
	readonly text: string;
	/** Labels by field. */
	readonly credentialFields: Readonly<Record<string, string>>;
	readonly oAuth2Fields: Readonly<Record<string, string>>;
}

/** Returns a message with the URLs, the sign-in data, the examples and how to stop. */
export function startMessage(
	{ rest: { url }, services, examples }: SeededN8n,
	more: readonly string[] = [],
): string {
	const file = readFileSync(inRoot('tools', 'cli', 'startMessage.yaml'), 'utf8');
	const { text, credentialFields, oAuth2Fields } = parse(file) as Template;
	const oAuth2: Readonly<Record<string, string>> = localCredentials(services.taskList!.url).oAuth2;
	const lines: Readonly<Record<string, readonly string[]>> = {
		services: Object.entries(services).map(([name, { url: address, credential }]) => {
			const { data } = credential;
			const values = Object.entries(credentialFields).flatMap(([field, label]) =>
				data[field] ? [`${label} ${String(data[field])}`] : [],
			);
			return `${String(data.baseUrl ?? address)}  ${name}  ${values.join(', ')}`;
		}),
		oAuth2: Object.entries(oAuth2Fields).map(
			([field, label]) => `${label.padEnd(17)}  ${oAuth2[field]}`,
		),
		examples: examples.flatMap(({ workflow: { id, name, nodes } }) => {
			const command = eventCommand(nodes, url, services);
			return [
				`${url}/workflow/${id}  ${name}`,
				...(command ? ['  then run:', ...indented(command)] : []),
			];
		}),
		deliveries: deliveryCommands(services).flatMap(({ trigger, command }) => [
			`${trigger}:`,
			...indented(command),
		]),
		more,
	};
	const values: Readonly<Record<string, string>> = { ...OWNER, url };
	return text
		.replace(/<(url|email|password)>/g, (_, name: string) => values[name]!)
		.replace(/^<(\w+)>\n/gm, (_, name: string) =>
			lines[name]!.map((line) => `             ${line}\n`).join(''),
		);
}

const indented = (command: string): string[] => command.split('\n').map((line) => `  ${line}`);
