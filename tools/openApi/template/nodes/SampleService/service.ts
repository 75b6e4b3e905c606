/** The service. Its operations are the data in openapi.json. */
import type { IDataObject } from 'n8n-workflow';
import { apiRequest } from '../engine';
import {
	operation,
	outputFileOptions,
	resource,
	service,
	toText,
	type Field,
	type Fields,
	type Operation,
	type RequestLine,
	type Resource,
} from '../engine/describe';
import { credentials, sampleServiceProviders } from './credentials';
import { classify, errors } from './errors';
import description from './openapi.json';
import { pagingOf, type PagingPlan } from './paging';
import { runs } from './requests';

/** The records that a locator lists, and their properties with the value and the name. */
interface LookupPlan {
	readonly request: RequestLine;
	readonly rows?: string;
	readonly value: string;
	readonly name?: string;
	readonly paging?: PagingPlan;
}

type PlannedFields = Readonly<Record<string, Field & { readonly list?: LookupPlan }>>;

interface OperationPlan extends Omit<Partial<Operation>, 'paging' | 'fields'> {
	readonly resource: string;
	readonly key: string;
	readonly request: RequestLine;
	readonly fields: PlannedFields;
	readonly options: Fields;
	readonly paging?: PagingPlan;
	/** Name in `runs`. */
	readonly send?: string;
}

const operations = description.operations as unknown as readonly OperationPlan[];
const paging = pagingOf(description.paging as PagingPlan);
const [, path = '/'] = description.connectionTest.split(/[ ?]/);

/** Loads the entries of a locator, whose method has the name of the field. */
const lookupOf = (
	field: string,
	{ request, rows, value, name = value, paging: pages }: LookupPlan,
) => ({
	listMethod: `search${field.charAt(0).toUpperCase()}${field.slice(1)}`,
	lookup: {
		request,
		rows,
		row: (row: IDataObject) => ({
			name: toText(row[name]) || toText(row[value]),
			value: toText(row[value]),
		}),
		...(pages ? { paging: pagingOf(pages) } : {}),
	},
});

/** Operations share the field of an ID. */
const ids = new Map<string, Field>();

function fieldsOf(fields: PlannedFields): Fields {
	const found = Object.entries(fields).map(([name, { list, ...field }]) => {
		if (field.kind !== 'id') return [name, field];
		if (!ids.has(name)) ids.set(name, { ...field, ...(list ? lookupOf(name, list) : {}) } as Field);
		return [name, ids.get(name)!];
	});
	return Object.fromEntries(found) as Fields;
}

function operationOf({ fields, options, paging: pages, send, ...plan }: OperationPlan): Operation {
	return operation<RequestLine, Fields, Fields>({
		...plan,
		fields: fieldsOf(fields),
		options: { ...(send === 'download' ? outputFileOptions : {}), ...options },
		...(pages ? { paging: pagingOf(pages) } : {}),
		...(send ? { run: runs[send] } : {}),
	} as Parameters<typeof operation<RequestLine, Fields, Fields>>[0]);
}

const resources = Object.entries(description.resources).map(([key, label]) => {
	const own = operations.filter((plan) => plan.resource === key);
	const [first] = ['getAll', 'get', own[0]!.key].filter((name) =>
		own.some((plan) => plan.key === name),
	);
	const all = Object.fromEntries(own.map((plan) => [plan.key, operationOf(plan)]));
	return [key, resource(label, { default: first!, operations: all })] as const;
});

export const sampleService = service<Record<string, Resource>>({
	name: 'sampleService',
	label: description.label,
	providers: sampleServiceProviders,
	credentials,
	connectionTest: { request: description.connectionTest as RequestLine },
	default: description.default,
	resources: { apiRequest: apiRequest({ paging, path }), ...Object.fromEntries(resources) },
	classify,
	errors,
	codex: {
		categories: ['Miscellaneous'],
		aliases: [...description.aliases, 'api request', 'requests'],
	},
});
