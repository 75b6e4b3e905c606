/** The service. Its operations are the data in openapi.json. */
import { apiRequest } from '../engine';
import {
	operation,
	resource,
	service,
	type Fields,
	type Operation,
	type RequestLine,
	type Resource,
} from '../engine/describe';
import { keyCredential, sampleServiceProviders } from './credentials';
import { classify, errors } from './errors';
import description from './openapi.json';
import { pagingOf, type PagingPlan } from './paging';

export interface OperationPlan extends Omit<Partial<Operation>, 'paging'> {
	readonly resource: string;
	readonly key: string;
	readonly request: RequestLine;
	readonly fields: Fields;
	readonly options: Fields;
	readonly paging?: PagingPlan;
}

const operations = description.operations as unknown as readonly OperationPlan[];
const paging = pagingOf(description.paging as PagingPlan);
const [, path = '/'] = description.connectionTest.split(/[ ?]/);

function operationOf({ paging: pages, ...plan }: OperationPlan): Operation {
	return operation<RequestLine, Fields, Fields>({
		...plan,
		...(pages ? { paging: pagingOf(pages) } : {}),
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
	credentials: [keyCredential],
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
