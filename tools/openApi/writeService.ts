/** Writes the service, its credentials and its node. */
import type { ServiceNames } from '../newService/names';
import type { Secret } from './connection';
import type { ServicePlan } from './servicePlan';
import { labelOf, wordsOf } from './names';
import { defaultOperation, pagingCode, resourceConstant } from './writeResources';

const quoted = (value: unknown): string => JSON.stringify(value);

/** A credential type of a service: its class, and its value of the parameter Authentication. */
interface CredentialPlan {
	readonly className: string;
	readonly type: string;
	readonly value: string;
	readonly label: string;
	readonly isOAuth2: boolean;
}

export function credentialsOf(
	{ connection }: ServicePlan,
	{ pascal, camel }: ServiceNames,
): CredentialPlan[] {
	const { secrets, oAuth2 } = connection;
	const [secret] = secrets;
	const label =
		secret === undefined ? 'Connection' : secret.in === 'basic' ? 'Basic Auth' : secret.label;
	const value =
		secret === undefined ? 'connection' : secret.in === 'basic' ? 'basicAuth' : secret.name;
	return [
		...(secret !== undefined || !oAuth2
			? [{ className: `${pascal}Api`, type: `${camel}Api`, value, label, isOAuth2: false }]
			: []),
		...(oAuth2
			? [
					{
						className: `${pascal}OAuth2Api`,
						type: `${camel}OAuth2Api`,
						value: 'oAuth2',
						label: 'OAuth2',
						isOAuth2: true,
					},
				]
			: []),
	];
}

const secretCode = ({ name, label, in: place, as }: Secret): string =>
	place === 'bearer'
		? "accessToken('Sent as a Bearer token')"
		: name === 'username' && place === 'basic'
			? "{ displayName: 'Username', name: 'username', type: 'string', default: '', required: true, description: 'Sent with the password in the Authorization header' }"
			: `secretField(${quoted(label)}, ${quoted(name)}, ${quoted(place === 'basic' ? 'Sent with the username in the Authorization header' : `Sent in the ${place === 'query' ? 'query parameter' : place} ${as}`)})`;

/** Code that adds the secrets to a request. */
function authenticateCode(secrets: readonly Secret[]): string {
	if (secrets.length === 0) return 'async (_, options) => await Promise.resolve(options)';
	if (secrets.length === 1 && secrets[0]!.in === 'bearer') return 'bearer';
	const value = (name: string): string => `toText(credential.${name})`;
	const headers = secrets.flatMap(({ in: place, name, as }) =>
		place === 'header'
			? [`${quoted(as)}: ${value(name)}`]
			: place === 'bearer'
				? [`Authorization: \`Bearer \${withoutScheme(${value(name)})}\``]
				: place === 'basic' && name === 'username'
					? [
							"Authorization: `Basic ${Buffer.from(`${toText(credential.username)}:${toText(credential.password)}`).toString('base64')}`",
						]
					: [],
	);
	const cookies = secrets
		.filter((one) => one.in === 'cookie')
		.map(({ as, name }) => `${as}=\${encodeURIComponent(${value(name)})}`);
	const query = secrets
		.filter((one) => one.in === 'query')
		.map(({ as, name }) => `${quoted(as)}: ${value(name)}`);
	return `async (credential, options) => await Promise.resolve({ ...options,
	${headers.length + cookies.length > 0 ? `headers: { ...options.headers, ${[...headers, ...(cookies.length > 0 ? [`Cookie: \`${cookies.join('; ')}\``] : [])].join(', ')} },` : ''}
	${query.length > 0 ? `qs: { ...options.qs, ${query.join(', ')} },` : ''}
})`;
}

export function credentialsFile(plan: ServicePlan, names: ServiceNames): string {
	const { connection } = plan;
	const { providers, parts, secrets, oAuth2 } = connection;
	const fixed = (baseUrl: string): object => ({
		baseUrl,
		...(oAuth2
			? { authorizationUrl: oAuth2.authorizationUrl ?? '', tokenUrl: oAuth2.tokenUrl }
			: {}),
	});
	const list = providers.map(({ key, label, baseUrl }) => ({ key, label, fixed: fixed(baseUrl) }));
	const choices = credentialsOf(plan, names);
	const authenticate = authenticateCode(secrets);
	const fields = secrets.map(secretCode);
	const constant = `${names.camel}Providers`;
	const code = `
/** Companies and products that offer the service, the most likely first. */
export const ${constant} = providers(${quoted(list)}${Object.keys(parts).length > 0 ? `, ${quoted(parts)}` : ''});

const address = baseUrl('Base URL of the service', 'https://api.example.com');
${
	choices.some(({ isOAuth2 }) => !isOAuth2)
		? `
export const properties = credentialProperties(${constant}, [address, ${fields.join(', ')}]);

export const tokenCredential = {
	value: ${quoted(choices[0]!.value)},
	label: ${quoted(choices[0]!.label)},
	type: ${quoted(choices[0]!.type)},
	authenticate: ${authenticate},
} satisfies CredentialChoice;
`
		: ''
}${
		oAuth2
			? `
export const oAuth2Properties = credentialProperties(${constant}, [
	address,
	...oAuth2Fields(${constant}, {
		scope: ${quoted(oAuth2.scopes.join(' '))},
		scopeDescription: 'Permissions to request, separated by spaces',
		clientAuthentication: 'body',${
			oAuth2.authorizationUrl
				? ''
				: `
		grantType: { displayName: 'Grant Type', name: 'grantType', type: 'hidden', default: 'clientCredentials' },`
		}
	}),
]);
`
			: ''
	}
export const credentials: readonly CredentialChoice[] = [${choices
		.map(({ isOAuth2, value, label, type }) =>
			isOAuth2
				? `{ value: ${quoted(value)}, label: ${quoted(label)}, type: ${quoted(type)}, renews: true }`
				: 'tokenCredential',
		)
		.join(', ')}];
`;
	const used = (candidates: readonly string[]): string =>
		candidates
			.filter((name) =>
				new RegExp(`\\b${name}\\b(?!\\))`).test(code.replace(/'[^']*'|"[^"]*"/g, "''")),
			)
			.join(', ');
	const helpers = [
		'accessToken',
		'baseUrl',
		'bearer',
		'credentialProperties',
		'oAuth2Fields',
		'secretField',
	].filter((name) =>
		name === 'bearer' ? authenticate === 'bearer' : new RegExp(`\\b${name}\\(`).test(code),
	);
	return `/** Providers and credentials of ${names.label}. */
import { ${helpers.join(', ')} } from '../engine/credentials';
import { type CredentialChoice, ${used(['providers', 'toText', 'withoutScheme'])} } from '../engine/describe';
${code}`;
}

export function credentialFile(
	{ className, type, isOAuth2 }: CredentialPlan,
	{ connection }: ServicePlan,
	{ label, pascal, camel, kebab }: ServiceNames,
): string {
	const imported = isOAuth2 ? 'oAuth2Properties' : 'properties, tokenCredential';
	return `import type { ICredentialType, Icon } from 'n8n-workflow';
import { ${imported} } from '../nodes/${pascal}/credentials';

export class ${className} implements ICredentialType {
	name = ${quoted(type)};
${isOAuth2 ? "\n\textends = ['oAuth2Api'];\n" : ''}
	displayName = ${quoted(`${label}${isOAuth2 ? ` (${connection.providers[0]?.label ?? 'Other'}) OAuth2` : ''} API`)};

	icon: Icon = { light: 'file:../icons/${camel}.svg', dark: 'file:../icons/${camel}.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/${kebab}.md#connect';

	${isOAuth2 ? 'properties = oAuth2Properties;' : 'properties = properties;\n\n\tauthenticate = tokenCredential.authenticate;'}
}
`;
}

/** The list that a new form shows: one without required fields, if there is any. */
export function firstOperation({ resources }: ServicePlan): { resource: string; key: string } {
	const all = Object.entries(resources).flatMap(([resource, { operations }]) =>
		Object.values(operations).map((plan) => ({ resource, key: plan.key, plan })),
	);
	const isFree = ({ plan }: (typeof all)[number]): boolean =>
		Object.keys(plan.fields).length === 0 && !plan.send;
	const found =
		all.find((one) => one.key === 'getAll' && isFree(one)) ??
		all.find((one) => one.plan.paging && isFree(one)) ??
		all.find((one) => one.plan.request.startsWith('GET ') && !one.plan.send) ??
		all[0]!;
	return { resource: found.resource, key: found.key };
}

export function serviceFile(plan: ServicePlan, { camel, label }: ServiceNames): string {
	const keys = Object.keys(plan.resources).sort();
	const first = firstOperation(plan);
	const [, path] = plan.connectionTest.split(' ') as [string, string];
	const lists = Object.values(plan.resources)
		.flatMap(({ operations }) => Object.values(operations))
		.filter(({ paging }) => paging);
	const { paging = { by: 'none' as const } } =
		lists.find(({ paging: one }) => one!.by !== 'none') ?? lists[0] ?? {};
	const aliases = [...new Set(keys.map((key) => plan.resources[key]!.label.toLowerCase()))]
		.filter((alias) => alias.length <= 24)
		.slice(0, 6);
	const entries = keys.map((key) =>
		resourceConstant(key) === key ? key : `${key}: ${resourceConstant(key)}`,
	);
	return `import { apiRequest } from '../engine';
import { service } from '../engine/describe';
import { credentials, ${camel}Providers } from './credentials';
import { errors, readError } from './errors';
import { ${pagingCode(paging).split('(')[0]} } from './paging';
${keys.map((key) => `import { ${resourceConstant(key)} } from './resources/${key}';`).join('\n')}

export const ${camel} = service({
	name: ${quoted(camel)},
	label: ${quoted(label)},
	providers: ${camel}Providers,
	credentials,
	connectionTest: { request: ${quoted(plan.connectionTest)} },
	default: ${quoted(first.resource)},
	resources: {
		apiRequest: apiRequest({ paging: ${pagingCode(paging)}, path: ${quoted(path.split('?')[0])} }),
		${entries.join(',\n')}
	},
	readError,
	errors,
	codex: { categories: ['Miscellaneous'], aliases: ${quoted([...new Set([...aliases, 'api request', 'requests'])])} },
});
`;
}

/** Where services commonly put the message, after where the document says. */
const commonMessages = ['message', 'error.message', 'detail', 'error'];

export function errorsFile({ errorPaths: { message, code } }: ServicePlan): string {
	const messages = [...new Set([message, ...commonMessages])];
	return `/** Errors of the service. The engine has default messages by status. */
import type { IDataObject } from 'n8n-workflow';
import { type KnownError, type ServiceErrorInfo, toText } from '../engine/describe';

/** Known errors, by error code of the service. */
export const errors: Record<string, KnownError> = {};

/** The first text at one of the paths. */
const textAt = (body: unknown, ...paths: string[]): string | undefined =>
	paths
		.map((path) =>
			toText(
				path.split('.').reduce<unknown>((at, key) => (at as IDataObject | null | undefined)?.[key], body),
			),
		)
		.find((text) => text !== '');

export function readError(body: unknown): ServiceErrorInfo {
	return { ${code === undefined ? '' : `code: textAt(body, ${quoted(code)}), `}text: textAt(body, ${messages.map(quoted).join(', ')}) };
}
`;
}

export function nodeFile(plan: ServicePlan, { pascal, camel, label }: ServiceNames): string {
	const choices = credentialsOf(plan, { pascal, camel } as ServiceNames);
	const providers = [...new Set(plan.connection.providers.map((one) => one.label))];
	const worksWith =
		providers.length > 0 ? `. Works with ${new Intl.ListFormat('en-US').format(providers)}.` : '';
	const shown = (value: string): string =>
		choices.length > 1 ? `displayOptions: { show: { authentication: [${quoted(value)}] } },` : '';
	return `import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { methodsOf, propertiesOf, runService } from '../engine';
import { ${camel} } from './service';

export class ${pascal} implements INodeType {
	description: INodeTypeDescription = {
		displayName: ${quoted(label)},
		name: ${quoted(camel)},
		icon: { light: 'file:../../icons/${camel}.svg', dark: 'file:../../icons/${camel}.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: ${quoted(`${summaryOf(plan)}${worksWith}`)},
		defaults: { name: ${quoted(label)} },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [${choices
			.map(
				({ type, value, isOAuth2 }) =>
					`{ name: ${quoted(type)}, required: true, ${isOAuth2 ? '' : "testedBy: 'connectionTest', "}${shown(value)} }`,
			)
			.join(', ')}],
		properties: propertiesOf(${camel}),
	};

	methods = methodsOf(${camel});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runService(this, ${camel}, this.continueOnFail());
	}
}
`;
}

/** What the node can do: `Get, create and update books and loans`. */
export function summaryOf({ resources }: ServicePlan): string {
	const labels = Object.values(resources).map(({ label }) => label.toLowerCase());
	const [first = 'records', second, ...more] = labels;
	return second === undefined
		? `Read and write ${first} records`
		: `Read and write ${first} and ${second} records${more.length > 0 ? `, and ${more.length} other kinds` : ''}`;
}

export const operationLabel = (key: string): string =>
	labelOf(wordsOf(key.replace(/^getAll/, 'getMany')));
export { defaultOperation };
