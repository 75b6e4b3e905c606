// Routes under /v1: operations on several objects (global scope) or one object (local scope), and
// lists.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import responses from '../../contract/data/responses/instance-cloud.json';
import { bearerToken } from '../kit/auth';
import type { Clock } from '../kit/clock';
import { DocumentedResponses } from '../kit/documentedResponses';
import { pathOf } from '../kit/requestPattern';
import type { Cloud } from './cloud';
import { apiError, entryResult, envelope, type Entry } from './envelope';
import { operationsOf, type Operation } from './operations';
import type { Settings } from './settings';

export interface Context {
	cloud: Cloud;
	clock: Clock;
	settings: Settings;
	token: string;
}

/** Names of the lists in `data`, by category. */
const LISTS: Readonly<Record<string, string>> = {
	images: 'images',
	instances: 'instances',
	services: 'service_groups',
	volumes: 'volumes',
};
const documented = new DocumentedResponses(responses);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

type Query = Record<string, string | string[]>;

export function apiRoutes(app: FastifyInstance, context: Context): void {
	const { settings, token } = context;
	const operations = operationsOf(context.cloud, context.clock);
	app.addHook('onRequest', async ({ headers }) => {
		if (bearerToken(headers.authorization) !== token)
			throw apiError(401, 'The token is missing or not valid');
	});
	app.get('/v1/audit', async (_, reply) =>
		reply.type('text/event-stream').send(eventStream(context.cloud)),
	);
	app.all('/v1/*', async (request) => {
		const path = decodeURI(pathOf(request.url)).slice('/v1'.length);
		const { method, query, body } = request as FastifyRequest<{ Querystring: Query }>;
		const { key, uuid } = resolveOperation(method, path.slice(1).split('/'));
		const operation = operations[key];
		const hasTarget = (uuid ?? query.uuid ?? query.name) !== undefined || method !== 'GET';
		if (operation && !hasTarget) return listResponse(key, operation, query, context.cloud);
		const targets =
			uuid === undefined
				? targetsOf(method, query, body)
				: [{ ...(method === 'GET' ? parseIntegers(query) : (body as Entry)), uuid }];
		if (!operation) return documentedResponse(`${method} ${path}`, targets);
		return envelope(listOf(key), applyQuirks(await runOperation(operation, targets), settings));
	});
}

/** The last start of each instance, as server-sent events. The service would keep the stream open. */
const eventStream = ({ instances, now }: Cloud): string =>
	instances.all
		.map(({ uuid, state, tags }) => ({
			type: 'vm.state_change',
			timestamp: now(),
			object: { type: 'i', uuid, owner: 'a0b1', tags: tags ?? [] },
			attribution: { operation: 'b0c1', kind: 'start', trigger: 'observed', origin: 'api' },
			data: { prev: 'starting', new: state },
		}))
		.map((event) => `data: ${JSON.stringify(event)}\n\n`)
		.join('');

/** A documented response. If it contains an entry, each target gets it. */
function documentedResponse(request: string, targets: readonly Entry[]): unknown {
	const response = documented.find(request) as { body: { data: Entry } } | undefined;
	if (!response) throw apiError(404, `Endpoint not found: ${request}`);
	const [list, rows] = Object.entries(response.body.data)[0]!;
	if (targets.length === 0 || !Array.isArray(rows)) return response.body;
	return envelope(
		list,
		targets.map(({ uuid, name }) => ({
			...(rows[0] as Entry),
			...(uuid === undefined ? {} : { uuid }),
			...(name === undefined ? {} : { name }),
		})),
	);
}

/** The key of the operation, and the UUID in the path. */
function resolveOperation(
	method: string,
	parts: readonly string[],
): { key: string; uuid?: string } {
	const uuidIndex = parts.findIndex((part, index) => index > 0 && UUID.test(part));
	const uuid = uuidIndex < 0 ? undefined : parts[uuidIndex];
	return { key: `${method} ${parts.filter((_, index) => index !== uuidIndex).join('/')}`, uuid };
}

/** Targets of a request in global scope. */
function targetsOf(method: string, { uuid, name, ...query }: Query, body: unknown): Entry[] {
	if (method === 'GET') {
		const parameters = parseIntegers(query);
		return [
			...[uuid ?? []].flat().map((value) => ({ uuid: value, ...parameters })),
			...[name ?? []].flat().map((value) => ({ name: value, ...parameters })),
		];
	}
	if (typeof body !== 'object' || body === null)
		throw apiError(400, 'The body must be an object or a list of objects');
	return Array.isArray(body) ? (body as Entry[]) : [body as Entry];
}

const parseIntegers = (query: Query): Entry =>
	Object.fromEntries(
		Object.entries(query).map(([key, value]) => [
			key,
			/^-?\d+$/.test(String(value)) ? Number(value) : value,
		]),
	);

/** Name of the list in the response to an operation such as `GET volumes/templates`. */
const listOf = (key: string): string => LISTS[key.split(/[ /]/)[1]!]!;

async function runOperation(run: Operation, entries: Entry[]): Promise<Entry[]> {
	const results: Entry[] = [];
	for (const entry of entries) results.push(await entryResult(entry, run));
	return results;
}

/** Omits names and UUIDs, and changes the order of the entries, according to the settings. */
function applyQuirks(entries: Entry[], { shuffled, anonymous }: Settings): Entry[] {
	const results = anonymous
		? entries.map((entry) => ({ ...entry, name: undefined, uuid: undefined }))
		: entries;
	return shuffled
		? [
				...results.filter((_, index) => index % 3 === 2),
				...results.filter((_, index) => index % 3 === 0).reverse(),
				...results.filter((_, index) => index % 3 === 1),
			]
		: results;
}

/** A page of a list, starting after the object with the UUID `from`. */
function listResponse(
	key: string,
	run: Operation,
	{ count, from, order, tags }: Query,
	cloud: Cloud,
): Entry {
	const { instances, services, volumes } = cloud;
	const collections: Record<string, { all: Entry[] }> = {
		'GET instances': instances,
		'GET services': services,
		'GET volumes': volumes,
	};
	const collection = collections[key];
	if (!collection) throw apiError(400, 'uuid or name is required');
	const requiredTags = [tags ?? []].flat();
	const found = collection.all.filter((object) =>
		requiredTags.every((tag) => (object.tags as string[] | undefined)?.includes(tag)),
	);
	if (order === 'desc') found.reverse();
	const start = from === undefined ? 0 : found.findIndex(({ uuid }) => uuid === from) + 1;
	const page = found.slice(start, count === undefined ? undefined : start + Number(count));
	return envelope(
		listOf(key),
		page.map(({ uuid }) => ({ status: 'success', ...(run({ uuid }) as Entry) })),
	);
}
