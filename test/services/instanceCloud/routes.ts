// Global and local scope over one table of operations; lists by keyset; everything in the envelope.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../kit/clock';
import type { Cloud, Settings } from './cloud';
import { entryResult, EntryError, envelope, apiError, type Entry } from './envelope';
import { operationsOf, type Operation } from './operations';

export interface Context {
	cloud: Cloud;
	clock: Clock;
	settings: Settings;
	token: string;
}

const CATEGORIES = [
	'autoscale',
	'certificates',
	'images',
	'image-store',
	'instances',
	'services',
	'users',
	'volumes',
	'healthz',
];
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

type Query = Record<string, string | string[]>;

/** Everything under /v1. */
export function apiRoutes(app: FastifyInstance, rooms: Context): void {
	const { settings, token } = rooms;
	const operations = operationsOf(rooms.cloud, rooms.clock);
	app.addHook('onRequest', async ({ headers }) => {
		if (headers.authorization !== `Bearer ${token}`)
			throw apiError(401, 'The token is missing or not valid');
	});
	app.all('/v1/*', async (request) => {
		const parts = decodeURI(request.url.split('?')[0]!).split('/').slice(2);
		if (!CATEGORIES.includes(parts[0]!))
			throw apiError(404, `There is no endpoint ${parts.join('/')}`);
		const special = specialResponse(request, parts, rooms);
		if (special) return special;
		const { method, query, body } = request as FastifyRequest<{ Querystring: Query }>;
		const { key, uuid } = resolveOperation(
			method,
			normalizeAutoscalePath(parts, settings),
			operations,
			settings.readsByPost && isTargetList(body),
		);
		const operation = operations[key];
		if (!operation) throw apiError(404, `There is no endpoint ${key}`);
		if (
			method === 'GET' &&
			uuid === undefined &&
			query.uuid === undefined &&
			query.name === undefined
		)
			return listResponse(key, operation, query, rooms.cloud);
		const entries = await runOperation(
			operation,
			uuid === undefined
				? targetsOf(method, query, body)
				: [{ ...(method === 'GET' ? parseIntegers(query) : (body as Entry)), uuid }],
		);
		return envelope(operation.list, applyQuirks(entries, settings));
	});
}

/** Where autoscale settings stand is a setting; the table has them as a category. */
function normalizeAutoscalePath(
	parts: string[],
	{ autoscaleBelowServices: below }: Settings,
): string[] {
	if (!below) return parts;
	if (parts[0] === 'autoscale') throw apiError(404, 'There is no category autoscale');
	const [, second, third, ...rest] = parts;
	if (parts[0] !== 'services') return parts;
	if (second === 'autoscale')
		return ['autoscale', third!, ...rest].filter((part) => part !== undefined);
	return third === 'autoscale' ? ['autoscale', second!, ...rest] : parts;
}

/** The operation that a path means, and the object that it names. */
function resolveOperation(
	method: string,
	parts: readonly string[],
	operations: Record<string, Operation>,
	hasTargets: boolean,
): { key: string; uuid?: string } {
	const at = parts.findIndex((part, index) => index > 0 && UUID.test(part));
	const place = parts.filter((_, index) => index !== at).join('/');
	const uuid = at < 0 ? undefined : parts[at];
	const key = `${method} ${place}`;
	// POST reads where its body is a list of targets, and nothing is made of those there.
	const reads = method === 'POST' && hasTargets && (!operations[key] || operations[key].creates);
	return { key: reads ? `GET ${place}` : key, uuid };
}

const isTargetList = (body: unknown): boolean =>
	Array.isArray(body) &&
	body.every((entry: Entry) => Object.keys(entry).every((key) => key === 'uuid' || key === 'name'));

/** Targets of a request in global scope. */
function targetsOf(method: string, { uuid, name, ...query }: Query, body: unknown): Entry[] {
	if (method === 'GET')
		return [
			...[uuid ?? []].flat().map((one) => ({ uuid: one, ...parseIntegers(query) })),
			...[name ?? []].flat().map((one) => ({ name: one, ...parseIntegers(query) })),
		];
	if (typeof body !== 'object' || body === null)
		throw apiError(400, 'The body has to be an object or a list of objects');
	return Array.isArray(body) ? (body as Entry[]) : [body as Entry];
}

const parseIntegers = (query: Query): Entry =>
	Object.fromEntries(
		Object.entries(query).map(([key, value]) => [
			key,
			/^-?\d+$/.test(String(value)) ? Number(value) : value,
		]),
	);

async function runOperation(
	{ parameters, run, creates }: Operation,
	entries: Entry[],
): Promise<Entry[]> {
	const known = new Set([...parameters, 'uuid', 'name']);
	const unknown = entries.flatMap((entry) => Object.keys(entry).filter((key) => !known.has(key)));
	if (unknown.length > 0)
		throw apiError(400, `Unknown parameters: ${[...new Set(unknown)].join(', ')}`);
	if (creates && entries.some(({ uuid }) => uuid !== undefined))
		throw apiError(400, 'Unknown parameters: uuid');
	const results: Entry[] = [];
	for (const entry of entries) {
		let result: Entry | EntryError;
		try {
			result = await run(entry);
		} catch (error) {
			if (!(error instanceof EntryError)) throw error;
			result = error;
		}
		results.push(
			entryResult(entry, () => {
				if (result instanceof EntryError) throw result;
				return result;
			}),
		);
	}
	return results;
}

/** Answers that name less than they might, or come in another order. */
function applyQuirks(entries: Entry[], { shuffled, anonymous }: Settings): Entry[] {
	const named =
		anonymous === 'no'
			? entries
			: entries.map((entry) => ({
					...entry,
					name: undefined,
					...(anonymous === 'all' ? { uuid: undefined } : {}),
				}));
	return shuffled
		? [
				...named.filter((_, index) => index % 3 === 2),
				...named.filter((_, index) => index % 3 === 0).reverse(),
				...named.filter((_, index) => index % 3 === 1),
			]
		: named;
}

/** A list, continued after the UUID `from`. */
function listResponse(
	key: string,
	{ list, run }: Operation,
	{ count, from, order, tags }: Query,
	cloud: Cloud,
): Entry {
	const shelves: Record<string, { all: Entry[] }> = {
		'GET instances': cloud.instances,
		'GET instances/templates': cloud.templates,
		'GET instances/checkpoints': cloud.checkpoints,
		'GET services': cloud.services,
		'GET volumes': cloud.volumes,
		'GET volumes/templates': cloud.volumeTemplates,
		'GET certificates': cloud.certificates,
		'GET autoscale': cloud.services,
	};
	const shelf = shelves[key];
	if (!shelf) throw apiError(400, 'Targets are needed');
	const wanted = [tags ?? []].flat();
	const all = shelf.all.filter((one) =>
		wanted.every((tag) => (one.tags as string[] | undefined)?.includes(tag)),
	);
	if (order === 'desc') all.reverse();
	const begin = from === undefined ? 0 : all.findIndex(({ uuid }) => uuid === from) + 1;
	const page = all.slice(begin, count === undefined ? undefined : begin + Number(count));
	return envelope(
		list,
		page.map((one) => ({ status: 'success', ...(run({ uuid: one.uuid }) as Entry) })),
	);
}

/** Endpoints that follow no table: quotas, images, health, policies. */
function specialResponse(
	{ method, query, body }: FastifyRequest,
	parts: readonly string[],
	{ cloud, settings }: Context,
): Entry | undefined {
	const path = normalizeAutoscalePath([...parts], settings);
	if (method === 'GET' && path[0] === 'healthz')
		return { status: 'success', data: { checks: { api: 'healthy' }, versions: { api: '1' } } };
	if (method === 'GET' && path[0] === 'users' && path.at(-1) === 'quotas') {
		return envelope('quotas', [
			{
				status: 'success',
				uuid: path.length === 3 ? path[1]! : '5b3c2e0a-0000-4000-a000-000000000001',
				used: { instances: cloud.instances.all.length },
				hard: { instances: 20_000 },
				limits: { max_memory_mb: 4096 },
			},
		]);
	}
	if (method === 'GET' && (path[0] === 'images' || path[0] === 'image-store')) {
		const { tag } = query as { tag?: string };
		const all = [
			...cloud.images.all,
			{ url: 'nginx:latest', created_at: cloud.now(), size_in_bytes: 2048, tags: ['nginx:latest'] },
		];
		return envelope(
			'images',
			all.filter((image) => tag === undefined || image.url === tag),
		);
	}
	return path[0] === 'autoscale' && path[2] === 'policies'
		? policyResponse(method, path, body as Entry | undefined, cloud)
		: undefined;
}

function policyResponse(
	method: string,
	[, uuid, , name]: readonly string[],
	body: Entry | undefined,
	cloud: Cloud,
): Entry {
	const settings = cloud.autoscale.get(uuid!);
	if (!settings) throw apiError(404, 'There are no autoscale settings of this service');
	const found = settings.policies.find((policy) => policy.name === name);
	if (method === 'POST') {
		settings.policies.push({ ...(body!.type as Entry), name: body!.name });
		return envelope('policies', [{ status: 'success', uuid, name: body!.name }]);
	}
	if (method === 'GET' && name === undefined)
		return envelope(
			'policies',
			settings.policies.map((policy) => ({ status: 'success', policy })),
		);
	if (!found)
		return envelope('policies', [
			{ status: 'error', name, message: `There is no policy ${String(name)}`, error: 8 },
		]);
	if (method === 'DELETE')
		settings.policies = settings.policies.filter((policy) => policy !== found);
	return envelope('policies', [
		method === 'GET' ? { status: 'success', policy: found } : { status: 'success', name },
	]);
}
