/** The cases of a generated service in the tests that list all services. */
import type { ServiceNames } from '../newService/names';
import type { Cases } from '../newService/registrations';
import { print } from './code';
import type { OperationPlan, ServicePlan } from './servicePlan';
import { credentialsOf } from './writeCredentials';
import { firstOperation } from './writeService';

export function casesOf(plan: ServicePlan, names: ServiceNames): Cases {
	const { providers, parts, secrets, oAuth2 } = plan.connection;
	const { resource, key, fields, sample, action } = firstOperation(plan);
	const entries = Object.fromEntries(
		Object.entries(parts).map(([name, part]) => [name, part.example]),
	);
	const withParts = (url: string): string =>
		url.replace(/\{(\w+)\}/g, (_, part: string) => entries[part] ?? part);
	const connectProviders = providers.map((provider) => [
		provider.key,
		{
			api: withParts(provider.baseUrl),
			...(oAuth2 ? { authorize: oAuth2.authorizationUrl ?? '', token: oAuth2.tokenUrl } : {}),
			...(Object.keys(parts).length > 0 ? { entries } : {}),
		},
	]);
	const copied = `copied(local, ${secrets.map(({ name }) => print(name)).join(', ')})`;
	const [parameter, values] = secrets.length === 0 ? ['', '{}'] : ['local', copied];
	const connected = credentialsOf(plan, names).map(({ value, isOAuth2 }) =>
		isOAuth2 ? 'oAuth2' : `${value}: ${values}`,
	);
	const text = firstText(sample) ?? 'value';
	const parameters = Object.entries(fields).map(
		([name, { kind }]) => `${name}: ${kind === 'id' ? "resourceLocator('example')" : "'example'"}`,
	);
	return {
		credentials: credentialsOf(plan, names).map(({ className }) => className),
		node: `{ action: ${print(action.replace(/ (?:an?|the)(?= )/g, ''))}, output: ${print(text)} }`,
		connect: `{ providers: ${print(Object.fromEntries(connectProviders))}, credentials: (${parameter}) => ({ ${connected.join(', ')} }) }`,
		tool: `{ resource: ${print(resource)}, operation: ${print(key)}, parameters: () => ({ ${parameters.join(', ')} }), call: {}, result: ${print(text)} }`,
		more: mappingCases(plan, names.camel),
	};
}

/** A text in a response, to recognize it. */
function firstText(value: unknown): string | undefined {
	if (typeof value === 'string' || typeof value === 'number') return String(value);
	if (typeof value !== 'object' || value === null) return undefined;
	return Object.values(value)
		.map(firstText)
		.find((text) => text !== undefined);
}

/** Exceptions of test/workflow/mapping.test.ts: lists whose rows have another ID, or are other records. */
function mappingCases(
	{ operations }: ServicePlan,
	service: string,
): Array<readonly [string, string, string]> {
	const file = 'test/workflow/mapping.test.ts';
	return operations.flatMap((get) => {
		const required = Object.entries(get.fields).filter(([, field]) => field.required);
		const [name, field] = required.at(-1) ?? [];
		if (get.key !== 'get' || name === undefined) return [];
		const id = `${service}.${get.resource}`;
		const property = field?.list?.value ?? 'id';
		const parents = Object.keys(get.fields).filter((one) => one !== name);
		const hasIds = ({ simplify, shape = {}, parents: known = [] }: OperationPlan): boolean => {
			const keys = simplify ?? Object.keys(shape);
			return keys.includes(property) && parents.every((one) => [...known, ...keys].includes(one));
		};
		const others = operations.filter(
			(list) => list.resource === get.resource && list.key.startsWith('getAll') && !hasIds(list),
		);
		const ofIds = [[file, 'idProperties', `'${id}': '${property}',`] as const];
		return [
			...(property === 'id' ? [] : ofIds),
			...others.map(({ key }) => {
				const entry = `'${id}.${key}': 'records without the ID of Get',`;
				return [file, 'otherRecords', entry] as const;
			}),
		];
	});
}
