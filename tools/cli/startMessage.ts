// The message printed when n8n and the local services are running.
import { localCredentials } from '../../test/services/kit/accessTokens';
import type { StoredWorkflow } from '../n8n/restTypes';
import { OWNER } from '../n8n/session';
import { eventCommand } from '../sandbox/eventCommand';
import type { SeededN8n } from '../sandbox/sandbox';
import { deliveryCommands } from './deliveryCommands';

interface RunningSetup extends Pick<SeededN8n, 'services'> {
	rest: { url: string };
	examples: ReadonlyArray<{ workflow: Pick<StoredWorkflow, 'id' | 'name' | 'nodes'> }>;
}

/** The labels of the fields that a person fills in to create the credential. */
const credentialFields = {
	clientId: 'Client ID',
	clientSecret: 'Client Secret',
	token: 'Token',
	accessToken: 'Access Token',
	apiToken: 'API Token',
	apiKey: 'API Key',
	vendor: 'Vendor in Header Names',
	project: 'Project',
	location: 'Location',
	metro: 'Metro',
} as const;

/** The fields of a credential for OAuth2, in the order of its form. */
const oAuth2Fields = {
	authorizationUrl: 'Authorization URL',
	tokenUrl: 'Access Token URL',
	clientId: 'Client ID',
	clientSecret: 'Client Secret',
	baseUrl: 'Base URL',
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
	const taskList = services.taskList && localCredentials(services.taskList.url).oAuth2;
	const oAuth2Lines = Object.entries(oAuth2Fields).flatMap(([field, label]) =>
		taskList
			? [`             ${label.padEnd(17)}  ${taskList[field as keyof typeof oAuth2Fields]}`]
			: [],
	);
	const exampleLines = examples.flatMap(({ workflow: { id, name, nodes } }) => {
		const command = eventCommand(nodes, rest.url, services);
		return [
			`             ${rest.url}/workflow/${id}  ${name}`,
			...(command ? ['               then run:', ...indent(command)] : []),
		];
	});
	const deliveryLines = deliveryCommands(services).flatMap(({ trigger, command }) => [
		`             ${trigger}:`,
		...indent(command),
	]);
	return [
		'',
		`  n8n        ${rest.url}`,
		`  Sign in    ${OWNER.email}  /  ${OWNER.password}`,
		'  Services   local test services. n8n already has their credentials. For one of your own, enter',
		'             the base URL and these values. If the credential has a Provider, select Other:',
		...serviceLines,
		'  OAuth2     to try a sign-in, create a Task List (Google) OAuth2 API credential with the',
		'             Provider Other and:',
		...oAuth2Lines,
		`  Examples   ${exampleLines.length ? 'open one and click "Execute workflow"' : 'none found in examples/'}`,
		...exampleLines,
		'  Deliveries to test a webhook trigger of your own, click "Execute step", set TEST_URL to its',
		'             test URL in a terminal, and run the command of the trigger:',
		...deliveryLines,
		...additionalLines.map((line) => `             ${line}`),
		'  Stop       Ctrl-C',
		'',
	].join('\n');
}

const indent = (command: string): string[] =>
	command.split('\n').map((line) => `               ${line}`);
