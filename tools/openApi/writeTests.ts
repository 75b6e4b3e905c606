/** Writes what tests and documents a service: contract data, local service, tests, docs, example. */
import type { ServiceNames } from '../newService/names';
import type { Field } from '../../nodes/engine/describe';
import type { PagingPlan } from './document';
import type { OperationPlan, PlannedField, ServicePlan } from './servicePlan';
import { credentialsOf, firstOperation, operationLabel, summaryOf } from './writeService';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

type Param = Readonly<Record<string, unknown>>;

const types: Readonly<Partial<Record<Field['kind'], string>>> = {
	text: 'string',
	secret: 'string',
	id: 'string',
	choice: 'string',
	integer: 'integer',
	number: 'number',
	flag: 'boolean',
	date: 'date',
	json: 'object',
	file: 'binary',
	value: 'unknown',
	choices: 'array<string>',
	list: 'array<string>',
	rows: 'array<object>',
};

/** A field as a parameter of the contract data. */
function paramOf({
	kind,
	required,
	choices,
	minimum,
	maximum,
	maxLength,
	itemKind,
	acceptsList,
}: Field): Param {
	const type = acceptsList ? 'array<unknown>' : itemKind ? `array<${itemKind}>` : types[kind]!;
	const isList = type.startsWith('array') && kind !== 'json';
	return {
		type,
		...(required ? { required: true } : {}),
		...(choices ? { enum: choices.map(({ value }) => value) } : {}),
		...(minimum === undefined ? {} : { [isList ? 'minItems' : 'minimum']: minimum }),
		...(maximum === undefined ? {} : { [isList ? 'maxItems' : 'maximum']: maximum }),
		...(maxLength === undefined
			? {}
			: { maxLength, ...(maxLength < 60 ? { example: 'text'.slice(0, maxLength) } : {}) }),
	};
}

function entryOf(plan: OperationPlan): object {
	const places: Record<string, Record<string, Param>> = {};
	const add = (place: string, name: string, param: Param): void => {
		(places[place] ??= {})[name] = param;
	};
	for (const [name, field] of Object.entries({ ...plan.fields, ...plan.options })) {
		const place = plan.request.includes(`{${name}}`) ? 'path' : field.in;
		const apiName =
			place === 'path' ? name : field.apiName === '' ? '(body)' : (field.apiName ?? name);
		if (place === 'none' || place === undefined) continue;
		add(place, apiName, paramOf(field));
		for (const [key, column] of Object.entries(field.row ?? {}))
			add(place, `${apiName}[].${key}`, paramOf(column));
	}
	const { paging, send } = plan;
	if (paging?.size)
		add('query', paging.size.name, { type: 'integer', maximum: paging.size.maximum });
	return {
		request: plan.request,
		...places,
		...(send
			? {
					elsewhere:
						'no JSON; tools/openApi/template has the code, and test/unit/tools/openApi its tests',
				}
			: {}),
		...(paging
			? { paging: { rows: paging.rows, size: paging.size?.name, pages: pagesOf(paging) } }
			: {}),
	};
}

const nested = (path: string, value: unknown): object =>
	path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object;

/** Responses, each with the query of the next page. */
function pagesOf(paging: PagingPlan): object[] {
	const rows = (value: unknown): object =>
		paging.rows === undefined ? { body: value } : { body: nested(paging.rows, value) };
	const last = { answer: rows([]), page: { rows: 0 }, next: null };
	const nextUrl = 'https://service.example.com/list?page=2';
	switch (paging.by) {
		case 'none':
			return [{ answer: rows([{}]), next: null }];
		case 'page':
			return [{ answer: rows([{}]), next: { [paging.parameter]: (paging.first ?? 1) + 1 } }, last];
		case 'offset':
			return [{ answer: rows([{}]), page: { rows: 20 }, next: { [paging.parameter]: 20 } }, last];
		case 'cursor':
			return [
				{ answer: { body: nested(paging.next, 'abc') }, next: { [paging.parameter]: 'abc' } },
				last,
			];
		case 'url':
			return [{ answer: { body: nested(paging.next, nextUrl) }, next: { page: '2' } }, last];
		case 'link':
			return [
				{
					answer: { ...rows([{}]), headers: { link: `<${nextUrl}>; rel="next"` } },
					next: { page: '2' },
				},
				last,
			];
		case 'lastId': {
			const body = {
				...(paging.rows === undefined ? {} : nested(paging.rows, [{ [paging.id]: 'last' }])),
				...nested(paging.more, true),
			};
			return [{ answer: { body }, next: { [paging.parameter]: 'last' } }, last];
		}
	}
}

const plansOf = ({ resources }: ServicePlan): Array<[id: string, plan: OperationPlan]> =>
	Object.entries(resources).flatMap(([resource, { operations }]) =>
		Object.values(operations).map((plan): [string, OperationPlan] => [
			`${resource}.${plan.key}`,
			plan,
		]),
	);

/** @param from title and version of the document */
export function contractFile(plan: ServicePlan, { kebab }: ServiceNames, from: string): string {
	const plans = plansOf(plan);
	const ours = plans.flatMap(([id, { fields, options, send }]) => {
		const added = Object.entries({ ...fields, ...options })
			.filter(([, field]) => field.in === 'none')
			.map(([name]) => [name, 'selects the fields of the body']);
		const ofFile =
			send?.as === 'download'
				? [
						['outputProperty', 'where the file goes'],
						['maximumFileSize', 'limits the file'],
					]
				: [];
		return [...added, ...ofFile].length > 0
			? [[id, Object.fromEntries([...added, ...ofFile])]]
			: [];
	});
	const repeated = new Set(
		plans
			.map(([, { request }]) => withoutNames(request))
			.filter((line, index, all) => all.indexOf(line) !== index),
	);
	const safe = plans.filter(
		([, { idempotency, request }]) => idempotency === 'safe' && /^(?:POST|PATCH) /.test(request),
	);
	return json({
		service: kebab,
		from,
		operations: plans.map(([id, one]) => ({
			...entryOf(one),
			...(repeated.has(withoutNames(one.request)) ? { as: id } : {}),
		})),
		...(ours.length > 0 ? { ours: Object.fromEntries(ours) as object } : {}),
		...(safe.length > 0
			? { safe: Object.fromEntries(safe.map(([id]) => [id, 'the overlay says so'])) }
			: {}),
	});
}

const withoutNames = (request: string): string => request.replace(/\{[^}]*\}/g, '{}');

export const responsesFile = (plan: ServicePlan): string =>
	json(
		Object.fromEntries(
			plansOf(plan)
				.filter(([, { send }]) => send?.as !== 'download')
				.map(([, one]) => [one.request, { [one.status]: lastPage(one) }]),
		),
	);

/** The response without a next page. */
function lastPage({ sample, paging }: OperationPlan): unknown {
	const path =
		paging?.by === 'cursor' || paging?.by === 'url'
			? paging.next
			: paging?.by === 'lastId'
				? paging.more
				: undefined;
	if (path === undefined) return sample;
	const copy = JSON.parse(JSON.stringify(sample)) as Record<string, unknown>;
	const keys = path.split('.');
	const parent = keys
		.slice(0, -1)
		.reduce<Record<string, unknown> | undefined>(
			(at, key) => at?.[key] as Record<string, unknown> | undefined,
			copy,
		);
	if (parent) parent[keys.at(-1)!] = paging?.by === 'lastId' ? false : null;
	return copy;
}

/** Values of the credential for the local service. */
const localValue = (name: string): string => `tenfold-${name}-value`;

export function localServiceFile(plan: ServicePlan, names: ServiceNames): string {
	const { pascal, camel, kebab, label } = names;
	const { secrets, oAuth2 } = plan.connection;
	const { message, code } = plan.errorPaths;
	const [credential] = credentialsOf(plan, names);
	const body = [['text', message], ...(code === undefined ? [] : [['code', code]])] as Array<
		[string, string]
	>;
	const tree: Record<string, unknown> = {};
	for (const [variable, path] of body) {
		const keys = path.split('.');
		const parent = keys
			.slice(0, -1)
			.reduce<Record<string, unknown>>(
				(at, key) => (at[key] ??= {}) as Record<string, unknown>,
				tree,
			);
		parent[keys.at(-1)!] = `@${variable}@`;
	}
	const errorBody = JSON.stringify(tree).replace(/"@(\w+)@"/g, '$1');
	const checks = secrets.flatMap(({ in: place, name, as }) => {
		const value = localValue(name);
		if (place === 'bearer') return [`headers.authorization === 'Bearer ${value}'`];
		if (place === 'basic')
			return name === 'username'
				? [
						`headers.authorization === 'Basic ${Buffer.from(`${localValue('username')}:${localValue('password')}`).toString('base64')}'`,
					]
				: [];
		if (place === 'header') return [`headers[${JSON.stringify(as.toLowerCase())}] === '${value}'`];
		return place === 'query'
			? [`(query as Record<string, string>)[${JSON.stringify(as)}] === '${value}'`]
			: [`String(headers.cookie).includes('${value}')`];
	});
	const isOAuth2Only = secrets.length === 0 && oAuth2 !== undefined;
	const data = {
		baseUrl: '@',
		...(credential ? { provider: 'other' } : {}),
		...Object.fromEntries(secrets.map(({ name }) => [name, localValue(name)])),
		...(isOAuth2Only ? { oauthTokenData: '' } : {}),
	};
	const dataCode = JSON.stringify(data).replace('"@"', 'server.url');
	const counted = plansOf(plan).flatMap(([, { paging }]) =>
		paging?.by === 'page' || paging?.by === 'offset' ? [paging.parameter] : [],
	);
	const pageParameters = [...new Set(counted)];
	const parameters = [
		/\bheaders\b/.test(checks.join()) ? 'headers' : '',
		/\bquery\b/.test(checks.join()) || pageParameters.length > 0 ? 'query' : '',
	]
		.filter(Boolean)
		.join(', ');
	return `// Local test service for ${label}: responds with the documented responses.
import responses from '../../contract/data/responses/${kebab}.json';
import { Clock } from '../kit/clock';
import { DocumentedResponses } from '../kit/documentedResponses';
import { HttpError } from '../kit/httpError';
import { startServer, type LocalService } from '../kit/server';

const errorBody = (${code === undefined ? '_code: string' : 'code: string'}, text: string) => (${errorBody});

const documented = new DocumentedResponses(responses);
${
	pageParameters.length === 0
		? ''
		: `
const withoutRows = (body: unknown): unknown =>
	JSON.parse(JSON.stringify(body), (_, value: unknown) => (Array.isArray(value) ? [] : value));
`
}
/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function start${pascal}({ port = 0 }: { port?: number } = {}): Promise<LocalService> {
	const clock = new Clock();
	const server = await startServer(
		{
			name: '${camel}',
			port,
			clock,
			failureBody: (status, text) => errorBody(String(status), text),
			state: () => ({}),
		},
		(app) => {
			app.all('/*', async ({ method, url${parameters ? `, ${parameters}` : ''} }, reply) => {
				${checks.length === 0 ? '' : `if (!(${checks.join(' && ')})) throw new HttpError(401, errorBody('unauthorized', 'The credential is invalid.'));`}
				const found = documented.find(\`\${method} \${url.split('?')[0]}\`);
				if (!found) throw new HttpError(404, errorBody('not_found', 'There is no such record.'));
				${pageParameters.length === 0 ? '' : `const isFirst = ${JSON.stringify(pageParameters)}.every((name) => Number((query as Record<string, string>)[name] ?? 0) <= 1);`}
				return await reply.code(found.status).send(${pageParameters.length === 0 ? '' : 'isFirst ? '}found.body ?? undefined${pageParameters.length === 0 ? '' : ' : withoutRows(found.body)'});
			});
		},
	);
	return {
		...server,
		credential: { type: ${JSON.stringify(credential!.type)}, data: ${dataCode} },
		close: async () => {
			clock.stop();
			await server.close();
		},
	};
}
`;
}

export function workflowTestFile(plan: ServicePlan, names: ServiceNames): string {
	const { pascal, camel } = names;
	const { resource, key } = firstOperation(plan);
	return `import { services } from '../contract/kit/pack';
import { sampleInput } from '../contract/kit/sampleInput';
import { start${pascal} } from '../services/${camel}/service';
import { nodeSetup, runOperation, testedServices } from './kit/anyOperation';

const service = services.find(({ name }) => name === '${camel}')!;
const { operations } = testedServices.find((tested) => tested.service === service)!;
const found = operations.find(({ id }) => id === '${resource}.${key}')!;

test('${operationLabel(key)} returns records of the local service', async () => {
	const server = await start${pascal}();
	const setup = nodeSetup(service, server.credential);
	const { items } = await runOperation(service, setup, found, [sampleInput(service, found)]);
	expect(items[0]?.error?.message).toBeUndefined();
	expect(items.length).toBeGreaterThan(0);
	await server.close();
});

test('a server error is retried', async () => {
	const server = await start${pascal}();
	server.faults.add({ status: 500, count: 1 });
	const setup = nodeSetup(service, server.credential);
	const { items } = await runOperation(service, setup, found, [sampleInput(service, found)]);
	expect(items[0]?.error?.message).toBeUndefined();
	expect(server.requests.count()).toBe(2);
	await server.close();
});
`;
}

export function readmeFile(
	_plan: ServicePlan,
	{ label, kebab }: ServiceNames,
	from: string,
): string {
	return `# ${label}

Notes for maintainers. The page for users is [docs/${kebab}.md](../../docs/${kebab}.md).

## Interface

Generated from ${from} by \`npm run new-service\`, with the decisions in its overlay. Change the overlay and run the command again instead of editing the files. \`openapi.json\` contains the keys that saved workflows depend on.
`;
}

export function docsFile(plan: ServicePlan, names: ServiceNames): string {
	const { label, kebab } = names;
	const { providers, secrets, parts, oAuth2 } = plan.connection;
	const fields = [
		...Object.values(parts).map((part) => part.label),
		...secrets.map((secret) => secret.label),
	];
	const enter =
		fields.length > 0
			? `Enter ${fields.map((field) => `**${field}**`).join(', ')}.`
			: 'There is nothing to enter.';
	const oAuth2Text = oAuth2
		? ' For OAuth2, enter the client ID and secret of your app, then select **Connect my account**.'
		: '';
	return `# ${label}

Use the ${label} node to ${summaryOf(plan).charAt(0).toLowerCase()}${summaryOf(plan).slice(1)}.

## Connect

Under **Credential** in the node, select **Create new credential**. Choose the **Provider** and fill in the fields as described below. n8n tests the credential when you save it.

${providers.map((provider) => `### ${provider.label}\n\n${enter}${oAuth2Text}\n`).join('\n')}
### Other

Choose **Other** for a compatible service. You also enter the **Base URL**.

## Recipes

To use an example, download the file and import it in n8n (**Import from file** in the menu of the editor). Then choose your credential in its nodes.

### Get records

Import [${kebab}-get-records.json](../examples/${kebab}-get-records.json).

## Triggers

There is no trigger.

## Limits

If the service returns 429, the node waits as long as the service requests, up to **Maximum Retry Wait (Milliseconds)**.

## Errors

<!-- errors: generated by npm run docs -->
<!-- /errors -->

For errors common to all nodes, see [Errors](errors.md).

## Reference

### API Request

To send a request that has no operation, use **API Request**. See [API Request](api-request.md).

### Operations

Required fields are in bold. For the request options and retries, see [Options](options.md).

<!-- operations: generated by npm run docs -->
<!-- /operations -->
`;
}

/** Values for the required fields of the first operation, which the documents name as examples. */
const exampleParameters = (plan: ServicePlan): Record<string, unknown> => {
	const { resource, key } = firstOperation(plan);
	const { fields, paging } = plan.resources[resource]!.operations[key]!;
	const values = Object.entries(fields).map(([name, field]): [string, unknown] => [
		name,
		exampleValue(field),
	]);
	return {
		resource,
		operation: key,
		...Object.fromEntries(values),
		...(paging ? { returnAll: true } : {}),
	};
};

function exampleValue({
	kind,
	placeholder = '',
	choices,
	minimum,
	default: preset,
}: PlannedField): unknown {
	const text = placeholder.replace(/^e\.g\. /, '') || 'example';
	if (kind === 'id') return { __rl: true, mode: 'id', value: text };
	return (
		preset ??
		choices?.[0]?.value ??
		(kind === 'integer' || kind === 'number' ? (minimum ?? 1) : text)
	);
}

export function exampleFile(
	plan: ServicePlan,
	{ label, camel, kebab }: ServiceNames,
	template: string,
): string {
	const workflow = JSON.parse(template) as {
		name: string;
		nodes: Array<{ name: string; parameters: Record<string, unknown>; credentials?: object }>;
		connections: Record<string, { main: Array<Array<{ node: string }>> }>;
	};
	const parameters = exampleParameters(plan);
	const [credential] = credentialsOf(plan, { pascal: '', camel } as ServiceNames);
	for (const node of workflow.nodes) {
		if (node.credentials)
			Object.assign(node, {
				parameters,
				credentials: { [credential!.type]: { id: '', name: label } },
			});
	}
	return json({ ...workflow, name: `${label}: get records`, _: kebab ? undefined : '' });
}
