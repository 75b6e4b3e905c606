/** Writes the files of a service that are not copied from the template. */
import type { IDataObject } from 'n8n-workflow';
import { isObject, valueAt } from '../../nodes/engine/describe';
import type { ServiceNames } from '../newService/names';
import { credentialsOf } from './connection';
import { inputOf } from './input';
import type { OperationPlan, ServicePlan } from './servicePlan';

/** The list that a new form shows: one without required fields, if there is any. */
export function firstOperation({ operations: all }: ServicePlan): OperationPlan {
	const free = all.filter(({ fields, send }) => Object.keys(fields).length === 0 && !send);
	return (
		free.find(({ key }) => key === 'getAll') ??
		free.find(({ paging }) => paging) ??
		all.find(({ request, send }) => request.startsWith('GET ') && !send) ??
		all[0]!
	);
}

/** The file openapi.json: what the service is made of, and its operations. */
export function descriptionOf(plan: ServicePlan, { label }: ServiceNames): object {
	const { connectionTest, resources, operations } = plan;
	const lists = operations.flatMap(({ paging }) => paging ?? []);
	const aliases = Object.values(resources).map((name) => name.toLowerCase());
	return {
		label,
		connectionTest,
		default: firstOperation(plan).resource,
		paging: lists.find(({ by }) => by !== 'none') ?? lists[0] ?? { by: 'none' },
		aliases: [...new Set(aliases)].filter((alias) => alias.length <= 24).slice(0, 6),
		resources,
		operations: operations.map((one) => ({ ...one, status: undefined, sample: undefined })),
	};
}

/** What the node can do: `read and write book and loan records`. */
export function summaryOf({ resources }: ServicePlan): string {
	const [first = '', second, ...more] = Object.values(resources).map((label) =>
		label.toLowerCase(),
	);
	const named = second === undefined ? first : `${first} and ${second}`;
	return `read and write ${named} records${more.length > 0 ? ', and other kinds of records' : ''}`;
}

/** What the local service needs to know: its credential, and what a request with it contains. */
export function localSettings({ connection, operations }: ServicePlan, names: ServiceNames) {
	const [{ type, value: choice }] = credentialsOf(connection, names);
	const headers: Record<string, string> = {};
	const query: Record<string, string> = {};
	const values = Object.fromEntries(
		connection.secrets.map(({ name }) => [name, `local-${name}-value`]),
	);
	const login = Buffer.from(`${values.username}:${values.password}`).toString('base64');
	for (const { in: place, name, as } of connection.secrets) {
		if (place === 'query') query[as] = values[name]!;
		else if (place === 'basic') headers.authorization = `Basic ${login}`;
		else headers[as.toLowerCase()] = `${place === 'bearer' ? 'Bearer ' : ''}${values[name]}`;
	}
	const pages = operations.flatMap(({ paging }) =>
		paging?.by === 'page' || paging?.by === 'offset' ? [paging.parameter] : [],
	);
	const ofOAuth2 = choice === 'oAuth2' ? { oauthTokenData: '' } : {};
	return {
		name: names.camel,
		credential: { type, data: { provider: 'other', ...values, ...ofOAuth2 } },
		authentication: { headers, query },
		pageParameters: [...new Set(pages)],
		errorPaths: { message: 'message', code: 'code' },
	};
}

/** The responses of the local service, by request and status. */
export const responsesOf = ({ operations }: ServicePlan): object =>
	Object.fromEntries(
		operations
			.filter(({ send }) => send !== 'download')
			.map((plan) => [plan.request, { [plan.status]: lastPage(plan) }]),
	);

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

/** The example workflow. @param template workflow of the skeleton */
export function exampleOf(plan: ServicePlan, names: ServiceNames, template: string): object {
	const { resource, key, fields, paging } = firstOperation(plan);
	const [{ type }] = credentialsOf(plan.connection, names);
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
			Object.assign(node, { parameters, credentials: { [type]: { id: '', name: names.label } } });
	return { ...workflow, name: `${names.label}: get records` };
}
