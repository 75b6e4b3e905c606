// Routes under /v1: operations on several objects (global scope) or one object (local scope), and
// lists.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerToken } from '../kit/auth';
import type { Clock } from '../kit/clock';
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

/** Categories of objects, and the name of their list in `data`. */
const LISTS: Readonly<Record<string, string>> = {
	autoscale: 'service_groups',
	certificates: 'certificates',
	images: 'images',
	'image-store': 'images',
	instances: 'instances',
	services: 'service_groups',
	users: 'quotas',
	volumes: 'volumes',
	healthz: '',
};
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

type Query = Record<string, string | string[]>;

export function apiRoutes(app: FastifyInstance, context: Context): void {
	const { settings, token } = context;
	const operations = operationsOf(context.cloud, context.clock);
	app.addHook('onRequest', async ({ headers }) => {
		if (bearerToken(headers.authorization) !== token)
			throw apiError(401, 'The token is missing or not valid');
	});
	app.all('/v1/*', async (request) => {
		const parts = decodeURI(pathOf(request.url)).split('/').slice(2);
		if (LISTS[parts[0]!] === undefined)
			throw apiError(404, `Endpoint not found: ${parts.join('/')}`);
		const special = specialResponse(request, parts, context);
		if (special) return special;
		const { method, query, body } = request as FastifyRequest<{ Querystring: Query }>;
		const { key, uuid } = resolveOperation(method, normalizeAutoscalePath(parts, settings));
		const operation = operations[key];
		if (!operation) throw apiError(404, `Endpoint not found: ${key}`);
		if (
			method === 'GET' &&
			uuid === undefined &&
			query.uuid === undefined &&
			query.name === undefined
		)
			return listResponse(key, operation, query, context.cloud);
		const entries = await runOperation(
			operation,
			uuid === undefined
				? targetsOf(method, query, body)
				: [{ ...(method === 'GET' ? parseIntegers(query) : (body as Entry)), uuid }],
		);
		return envelope(listOf(key), applyQuirks(entries, settings));
	});
}

/**
 * Rewrites /services/…/autoscale to /autoscale/…, which the table of operations uses. Applies only
 * if `autoscaleBelowServices` is on.
 */
function normalizeAutoscalePath(parts: string[], { autoscaleBelowServices }: Settings): string[] {
	if (!autoscaleBelowServices) return parts;
	if (parts[0] === 'autoscale') throw apiError(404, 'Endpoint not found: autoscale');
	const [, second, third, ...rest] = parts;
	if (parts[0] !== 'services') return parts;
	if (second === 'autoscale')
		return ['autoscale', third!, ...rest].filter((part) => part !== undefined);
	return third === 'autoscale' ? ['autoscale', second!, ...rest] : parts;
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
	const results =
		anonymous === 'no'
			? entries
			: entries.map((entry) => ({
					...entry,
					name: undefined,
					...(anonymous === 'all' ? { uuid: undefined } : {}),
				}));
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
	const collections: Record<string, { all: Entry[] }> = {
		'GET instances': cloud.instances,
		'GET instances/templates': cloud.templates,
		'GET instances/checkpoints': cloud.checkpoints,
		'GET services': cloud.services,
		'GET volumes': cloud.volumes,
		'GET volumes/templates': cloud.volumeTemplates,
		'GET certificates': cloud.certificates,
		'GET autoscale': cloud.services,
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

/** Endpoints that are not operations on objects: health, quotas, images, autoscale policies. */
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
	if (!settings) throw apiError(404, 'The service has no autoscale settings');
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
