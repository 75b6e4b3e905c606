/** The files of a service: those of the template, with the data of a plan. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { isObject, valueAt } from '../../nodes/engine/describe';
import { capitalize, rename, type ServiceNames } from '../generate/serviceNames';
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
	const texts = Object.entries(docsTexts(plan, from));
	return Object.fromEntries(
		Object.entries(template).map(([path, text]) => {
			const content = data[path];
			const renamed = content ? `${JSON.stringify(content, null, 2)}\n` : rename(text, names);
			const replaced = texts.reduce((page, [mark, by]) => page.replaceAll(mark, () => by), renamed);
			return [rename(path, names), path.endsWith('.md') ? replaced : renamed];
		}),
	);
}

/** What replaces the marks in the pages of the template. */
const docsTexts = (
	{ connection: { provider }, resources }: ServicePlan,
	from: string,
): Record<string, string> => ({
	SOURCE: from,
	SUMMARY: summaryOf(resources),
	PROVIDERS: provider ? `### ${provider.label}\n\nEnter your key or token.` : '',
});

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

/** The secret of the local service in the credential, and in a request. */
const token = 'local-token';
const login = { username: 'local-user', password: token };
const localSecrets = {
	bearer: { data: { accessToken: token }, sent: `Bearer ${token}` },
	basic: {
		data: login,
		sent: `Basic ${Buffer.from(`${login.username}:${token}`).toString('base64')}`,
	},
	header: { data: { apiKey: token }, sent: token },
	query: { data: { apiKey: token }, sent: token },
};

function localSettings({ connection, operations }: ServicePlan, { camel }: ServiceNames): object {
	const { in: place, as: name } = connection.secret;
	const { data, sent } = localSecrets[place];
	const pages = operations.flatMap(({ paging }) =>
		paging?.by === 'page' || paging?.by === 'offset' ? [paging.parameter] : [],
	);
	return {
		name: camel,
		credential: { type: `${camel}Api`, data: { provider: 'other', ...data } },
		authentication: {
			headers: place === 'query' ? {} : { [name.toLowerCase()]: sent },
			query: place === 'query' ? { [name]: sent } : {},
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
	const keys = (paging?.next ?? paging?.more ?? '').split('.').filter(Boolean);
	if (keys.length === 0) return sample;
	const key = keys.pop()!;
	const copy = structuredClone(sample) as IDataObject;
	const parent = keys.length === 0 ? copy : valueAt(copy, keys.join('.'));
	if (isObject(parent)) parent[key] = paging?.next ? null : false;
	return copy;
}

/** The example workflow. @param template workflow of the template */
function exampleOf(plan: ServicePlan, names: ServiceNames, template: string): object {
	const { resource, key, fields, paging } = firstOperation(plan);
	const values = Object.entries(fields).map(
		([name, { kind, default: preset, choices, placeholder }]) => {
			const text = placeholder?.replace(/^e\.g\. /, '') ?? '1';
			const value = preset ?? choices?.[0]?.value ?? text;
			return [name, kind === 'id' ? { __rl: true, mode: 'id', value } : value];
		},
	);
	const parameters = {
		resource,
		operation: key,
		...(Object.fromEntries(values) as object),
		...(paging ? { returnAll: true } : {}),
	};
	const workflow = JSON.parse(template) as { nodes: Array<{ credentials?: object }> };
	for (const node of workflow.nodes)
		if (node.credentials)
			Object.assign(node, {
				parameters,
				credentials: { [`${names.camel}Api`]: { id: '', name: names.label } },
			});
	return workflow;
}
