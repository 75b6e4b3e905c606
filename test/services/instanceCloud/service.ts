// Local test service for the instance cloud (nodes/InstanceCloud/README.md). Operations apply to
// several objects (global scope) or to one object (local scope).

import type { FastifyInstance } from 'fastify';
import responses from '../../contract/data/responses/instance-cloud.json';
import { bearerToken } from '../kit/auth';
import { Clock } from '../kit/clock';
import { DocumentedResponses } from '../kit/documentedResponses';
import { HttpError } from '../kit/httpError';
import type { Fields } from '../kit/records';
import { pathOf } from '../kit/requestPattern';
import { startServer, type ServiceOptions } from '../kit/server';
import {
	Cloud,
	EntryError,
	operationsOf,
	type Instance,
	type Operation,
	type Settings,
} from './cloud';
import seedData from './seedData.json';

export interface InstanceCloudOptions extends ServiceOptions<Settings> {
	/** Starts with the objects of seedData.json. Default: an empty cloud. */
	withSeedData?: boolean;
}

export type InstanceCloudService = Awaited<ReturnType<typeof startInstanceCloud>>;

const LOCAL_TOKEN = 'tenfold-cloud-token';

const failureBody = (status: number, message: string): Fields => ({
	status: 'error',
	message,
	errors: [{ status }],
});
const apiError = (status: number, message: string): HttpError =>
	new HttpError(status, failureBody(status, message));

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startInstanceCloud({
	port,
	clock = new Clock(),
	settings: given,
	withSeedData,
}: InstanceCloudOptions = {}) {
	const settings: Settings = { startMs: 300, stopMs: 300, shuffled: false, ...given };
	const cloud = new Cloud(clock, settings);
	if (withSeedData) addSeedData(cloud);
	const server = await startServer(
		{
			name: 'instanceCloud',
			port,
			clock,
			failureBody,
			described: { name: 'instance-cloud', basePath: '/v1' },
			authenticate({ headers }) {
				if (bearerToken(headers.authorization) !== LOCAL_TOKEN)
					throw apiError(401, 'The token is missing or not valid');
			},
		},
		(app) => apiRoutes(app, cloud, settings),
	);
	return {
		...server,
		settings,
		cloud,
		credential: {
			type: 'instanceCloudApi',
			data: {
				provider: 'other',
				baseUrl: server.url,
				metro: 'local',
				apiToken: LOCAL_TOKEN,
				autoscalePaths: 'autoscale',
			},
		},
	};
}

/** Names of the lists in `data`, by category. Objects in these categories are kept. */
const LISTS: Readonly<Record<string, string>> = {
	instances: 'instances',
	services: 'service_groups',
	volumes: 'volumes',
};
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

type Query = Record<string, string | string[]>;

function apiRoutes(app: FastifyInstance, cloud: Cloud, settings: Settings): void {
	const documented = new DocumentedResponses(responses);
	const operations = operationsOf(cloud);
	app.get('/audit', async (_, reply) => reply.type('text/event-stream').send(eventStream(cloud)));
	app.all<{ Querystring: Query }>('/*', async ({ method, url, query, body }) => {
		const path = decodeURI(pathOf(url)).slice('/v1'.length);
		const parts = path.slice(1).split('/');
		const at = parts.findIndex((part, index) => index > 0 && UUID.test(part));
		const uuid = parts[at];
		const key = `${method} ${parts.filter((_, index) => index !== at).join('/')}`;
		const operation = operations[key];
		const isList = method === 'GET' && (uuid ?? query.uuid ?? query.name) === undefined;
		const entries =
			uuid === undefined
				? entriesOf(method, query, body)
				: [{ ...(method === 'GET' ? parseIntegers(query) : (body as Fields)), uuid }];
		if (!operation) {
			const found = documented.find(`${method} ${path}`);
			if (!found) throw apiError(404, `Endpoint not found: ${method} ${path}`);
			return withTargets(found.body as { data: Fields }, entries);
		}
		const list = LISTS[parts[0]!]!;
		if (isList) return envelope(list, await run(operation, pageOf(cloud, parts.join('/'), query)));
		const results = await run(operation, entries);
		// Not in the order of the request, as the specification allows.
		return envelope(list, settings.shuffled ? [...results].reverse() : results);
	});
}

/** Instances that are in their state, as server-sent events. The service keeps the stream open. */
const eventStream = (cloud: Cloud): string =>
	cloud
		.of<Instance>('instances')
		.map(({ uuid, state, tags, created_at }) => ({
			type: 'vm.state_change',
			timestamp: created_at,
			object: { type: 'i', uuid, owner: 'a0b1', tags: tags ?? [] },
			attribution: { operation: 'b0c1', kind: 'start', trigger: 'observed', origin: 'api' },
			data: { prev: 'starting', new: state },
		}))
		.map((event) => `data: ${JSON.stringify(event)}\n\n`)
		.join('');

/** A documented response. If it contains entries, each target gets one. */
function withTargets(body: { data: Fields }, targets: readonly Fields[]): Fields {
	const [list, rows] = Object.entries(body.data)[0]!;
	if (targets.length === 0 || !Array.isArray(rows)) return body;
	return envelope(
		list,
		targets.map(({ uuid, name }) => ({
			...(rows[0] as Fields),
			...(uuid !== undefined && { uuid }),
			...(name !== undefined && { name }),
		})),
	);
}

/** The entries of a request in global scope. */
function entriesOf(method: string, { uuid, name, ...query }: Query, body: unknown): Fields[] {
	if (method !== 'GET') return [body ?? {}].flat() as Fields[];
	const parameters = parseIntegers(query);
	return [
		...[uuid ?? []].flat().map((value) => ({ uuid: value, ...parameters })),
		...[name ?? []].flat().map((value) => ({ name: value, ...parameters })),
	];
}

const parseIntegers = (query: Query): Fields =>
	Object.fromEntries(
		Object.entries(query).map(([key, value]) => [
			key,
			/^-?\d+$/.test(String(value)) ? Number(value) : value,
		]),
	);

/** The status is partial_success if at least one entry failed. */
function envelope(list: string, entries: readonly Fields[]): Fields {
	const failed = entries.filter(({ status }) => status === 'error').length;
	return {
		status: failed > 0 ? 'partial_success' : 'success',
		...(failed > 0 && { message: `${failed} of ${entries.length} entries failed` }),
		data: { [list]: entries },
		op_time_us: 120,
	};
}

/** The result of each entry: its data, or an error with a message and a number. */
async function run(operation: Operation, entries: readonly Fields[]): Promise<Fields[]> {
	const results: Fields[] = [];
	for (const entry of entries)
		try {
			results.push({ status: 'success', ...(await operation(entry)) });
		} catch (error) {
			if (!(error instanceof EntryError)) throw error;
			const { uuid, name } = entry;
			const { message, number } = error;
			results.push({ status: 'error', uuid, name, message, error: number });
		}
	return results;
}

/** A page of a list, starting after the object with the UUID `from`. */
function pageOf(cloud: Cloud, kind: string, { count, from, order, tags = [] }: Query): Fields[] {
	const found = cloud
		.of<Instance>(kind)
		.filter((object) => [tags].flat().every((tag) => (object.tags as string[])?.includes(tag)));
	if (order === 'desc') found.reverse();
	const start = from === undefined ? 0 : found.findIndex(({ uuid }) => uuid === from) + 1;
	return found.slice(start, count === undefined ? undefined : start + Number(count));
}

function addSeedData(cloud: Cloud): void {
	const now = new Date().toISOString();
	for (const { log = '', ...values } of seedData.instances) {
		const instance = cloud.createInstance({ ...values, autostart: false });
		Object.assign(instance, values);
		if ('start_count' in values) instance.started_at = now;
		if ('exit_code' in values) instance.stopped_at = now;
		cloud.writeLog(instance, log);
	}
	for (const volume of seedData.volumes) cloud.addVolume(volume);
}
