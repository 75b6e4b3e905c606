// The message printed when n8n and the local services are running.
import type { StoredWorkflow } from '../n8n/restTypes';
import { OWNER } from '../n8n/session';
import { eventCommand } from '../sandbox/eventCommand';
import type { SeededN8n } from '../sandbox/sandbox';

interface RunningSetup extends Pick<SeededN8n, 'services'> {
	rest: { url: string };
	examples: ReadonlyArray<{ workflow: Pick<StoredWorkflow, 'id' | 'name' | 'nodes'> }>;
}

const credentialFields = {
	clientId: 'client ID',
	clientSecret: 'client secret',
	token: 'token',
	accessToken: 'access token',
	apiToken: 'token',
	apiKey: 'API key',
} as const;

/** Returns a message with the URLs, the sign-in data, the examples and how to stop. */
export function startMessage(
	{ rest, services, examples }: RunningSetup,
	additionalLines: readonly string[] = [],
): string {
	const serviceLines = Object.entries(services).map(([name, { url, credential }]) => {
		const { data } = credential;
		const values = Object.entries(credentialFields).flatMap(([field, label]) =>
			data[field] ? [`${label} ${String(data[field])}`] : [],
		);
		return `             ${String(data.baseUrl ?? url)}  ${name}  ${values.join(', ')}`;
	});
	const exampleLines = examples.flatMap(({ workflow: { id, name, nodes } }) => {
		const command = eventCommand(nodes, rest.url, services);
		return [
			`             ${rest.url}/workflow/${id}  ${name}`,
			...(command ? ['               then run:', ...indent(command)] : []),
		];
	});
	return [
		'',
		`  n8n        ${rest.url}`,
		`  Sign in    ${OWNER.email}  /  ${OWNER.password}`,
		'  Services   local test services and the values of their credentials, which n8n already has',
		...serviceLines,
		`  Examples   ${exampleLines.length ? 'open one and click "Execute workflow"' : 'none found in examples/'}`,
		...exampleLines,
		...additionalLines.map((line) => `             ${line}`),
		'  Stop       Ctrl-C',
		'',
	].join('\n');
}

const indent = (command: string): string[] =>
	command.split('\n').map((line) => `               ${line}`);
