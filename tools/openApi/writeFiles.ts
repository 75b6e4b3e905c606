/** The files of a service: those of the template, with the data of a plan. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { isObject, valueAt } from '../../nodes/engine/describe';
import { capitalize, rename, type ServiceNames } from '../generate/serviceNames';
import type { ConnectionPlan } from './connection';
import { inputOf } from './input';
import type { OperationPlan, ServicePlan } from './servicePlan';

/** The files of the template by path. @param root folder of package.json */
function templateFiles(root: string): Record<string, string> {
	const template = join(root, 'tools', 'openApi', 'template');
	return Object.fromEntries(
		readdirSync(template, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name))
			.map((file) => [relative(template, file), readFileSync(file, 'utf8')]),
	);
}

/**
 * @param root folder of package.json
 * @param from title and version of the document
 * @returns text by path. Of the document, only the data files and the pages contain texts
 */
export function filesOf(
	root: string,
	names: ServiceNames,
	plan: ServicePlan,
	from: string,
): Record<string, string> {
	const template = templateFiles(root);
	const example = 'examples/sample-service-get-records.json';
	const data: Readonly<Record<string, object>> = {
		'nodes/SampleService/connection.json': plan.connection,
		'nodes/SampleService/openapi.json': descriptionOf(plan, names),
		'test/services/sampleService/settings.json': localSettings(plan, names),
		'test/services/sampleService/responses.json': responsesOf(plan),
		[example]: exampleOf(plan, names, rename(template[example]!, names)),
	};
	const types = credentialTypes(plan.connection, names);
	const texts = Object.entries(docsTexts(plan, names, from));
	return Object.fromEntries(
		Object.entries(template)
			.map(([path, text]) => [rename(path, names), text, data[path]] as const)
			.filter(([path]) => {
				const [, name = ''] = /^credentials\/(\w+)\./.exec(path) ?? [];
				return name === '' || types.some((type) => type.toLowerCase() === name.toLowerCase());
			})
			.map(([path, text, content]) => {
				if (content) return [path, `${JSON.stringify(content, null, 2)}\n`];
				const renamed = rename(text, names);
				const replaced = texts.reduce(
					(page, [mark, by]) => page.replaceAll(mark, () => by),
					renamed,
				);
				return [path, path.endsWith('.md') ? replaced : renamed];
			}),
	);
}

/** The credential types of the service, in the order of Authentication. */
const credentialTypes = ({ secret, oAuth2 }: ConnectionPlan, { camel }: ServiceNames): string[] => [
	...(secret || !oAuth2 ? [`${camel}Api`] : []),
	...(oAuth2 ? [`${camel}OAuth2Api`] : []),
];

/** What replaces the marks in the pages of the template. */
function docsTexts(
	{ connection: { provider, secret, oAuth2 }, resources }: ServicePlan,
	{ label }: ServiceNames,
	from: string,
): Record<string, string> {
	const app = oAuth2
		? ' For OAuth2, enter the client ID and secret of your app, then select **Connect my account**.'
		: '';
	const types = [
		...(secret || !oAuth2 ? [`**${label} API**`] : []),
		...(oAuth2 ? [`**${label} (${provider?.label ?? 'Other'}) OAuth2 API**`] : []),
	];
	return {
		SOURCE: from,
		SUMMARY: summaryOf(resources),
		CREDENTIALS: types.join(' or '),
		PROVIDERS: provider ? `### ${provider.label}\n\nEnter your key or token.${app}` : '',
	};
}

/** The list that a new form shows: one without required fields, if there is any. */
function firstOperation({ operations: all }: ServicePlan): OperationPlan {
	const free = all.filter(({ fields }) => Object.keys(fields).length === 0);
	return (
		free.find(({ key }) => key === 'getAll') ??
		free.find(({ paging }) => paging) ??
		all.find(({ request }) => request.startsWith('GET ')) ??
		all[0]!
	);
}

/** The file openapi.json: what the service is made of, and its operations. */
function descriptionOf(plan: ServicePlan, { label }: ServiceNames): object {
	const { connection, connectionTest, resources, operations } = plan;
	const lists = operations.flatMap(({ paging }) => paging ?? []);
	const aliases = Object.values(resources).map((name) => name.toLowerCase());
	const worksWith = connection.provider ? `. Works with ${connection.provider.label}.` : '';
	return {
		label,
		summary: `${capitalize(summaryOf(resources))}${worksWith}`,
		connectionTest,
		default: firstOperation(plan).resource,
		paging: lists.find(({ by }) => by !== 'none') ?? lists[0] ?? { by: 'none' },
		aliases: [...new Set(aliases)].filter((alias) => alias.length <= 24).slice(0, 6),
		resources,
		operations: operations.map((one) => ({ ...one, status: undefined, sample: undefined })),
	};
}

/** What the node can do: `read and write book and loan records`. */
function summaryOf(resources: ServicePlan['resources']): string {
	const [first = '', second, ...more] = Object.values(resources).map((label) =>
		label.toLowerCase(),
	);
	const named = second === undefined ? first : `${first} and ${second}`;
	return `read and write ${named} records${more.length > 0 ? ', and other kinds of records' : ''}`;
}

/** The values of the credential for the local service, and what a request with it contains. */
const local = {
	bearer: [{ accessToken: 'local-token' }, 'Bearer local-token'],
	basic: [
		{ username: 'local-user', password: 'local-token' },
		`Basic ${Buffer.from('local-user:local-token').toString('base64')}`,
	],
	header: [{ apiKey: 'local-token' }, 'local-token'],
	query: [{ apiKey: 'local-token' }, 'local-token'],
} as const;

function localSettings({ connection, operations }: ServicePlan, names: ServiceNames): object {
	const { secret } = connection;
	const [type] = credentialTypes(connection, names);
	const [data, sent] = secret ? local[secret.in] : [{ oauthTokenData: '' }];
	const pages = operations.flatMap(({ paging }) =>
		paging?.by === 'page' || paging?.by === 'offset' ? [paging.parameter] : [],
	);
	return {
		name: names.camel,
		credential: { type, data: { provider: 'other', ...data } },
		authentication: {
			headers: secret && secret.in !== 'query' ? { [secret.as.toLowerCase()]: sent } : {},
			query: secret?.in === 'query' ? { [secret.as]: sent } : {},
		},
		pageParameters: [...new Set(pages)],
		errorPaths: { message: 'message', code: 'code' },
	};
}

/** The responses of the local service, by request and status. */
const responsesOf = ({ operations }: ServicePlan): object =>
	Object.fromEntries(operations.map((plan) => [plan.request, { [plan.status]: lastPage(plan) }]));

/** The response without a next page. */
function lastPage({ sample, paging }: OperationPlan): unknown {
	if (!paging || !('next' in paging || 'more' in paging)) return sample;
	const keys = ('next' in paging ? paging.next : paging.more).split('.');
	const key = keys.pop()!;
	const copy = structuredClone(sample) as IDataObject;
	const parent = keys.length === 0 ? copy : valueAt(copy, keys.join('.'));
	if (isObject(parent)) parent[key] = 'next' in paging ? null : false;
	return copy;
}

/** The example workflow. @param template workflow of the template */
function exampleOf(plan: ServicePlan, names: ServiceNames, template: string): object {
	const { resource, key, fields, paging } = firstOperation(plan);
	const [type] = credentialTypes(plan.connection, names);
	const values = Object.entries(fields).map(([name, field]) => [
		name,
		field.kind === 'id' ? { __rl: true, mode: 'id', value: inputOf(field) } : inputOf(field),
	]);
	const parameters = {
		resource,
		operation: key,
		...(Object.fromEntries(values) as object),
		...(paging ? { returnAll: true } : {}),
	};
	const workflow = JSON.parse(template) as { nodes: Array<{ credentials?: object }> };
	for (const node of workflow.nodes)
		if (node.credentials)
			Object.assign(node, { parameters, credentials: { [type!]: { id: '', name: names.label } } });
	return workflow;
}
