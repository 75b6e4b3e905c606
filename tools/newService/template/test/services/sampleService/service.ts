// Local test service for Sample Service.

import type { FastifyInstance } from 'fastify';
import { Clock } from '../kit/clock';
import { HttpError } from '../kit/httpError';
import { startServer, type LocalService } from '../kit/server';

export interface StoredRecord {
	id: string;
	name: string;
	created_at: string;
}

export interface SampleServiceServer extends LocalService {
	/** Seed data. Tests may change it while the service runs. */
	records: StoredRecord[];
}

export const LOCAL_TOKEN = 'tenfold-sample-service-token';

const MAX_PAGE_SIZE = 100;

/** Status by error code. */
const STATUS: Readonly<Record<string, number>> = {
	invalid_request: 400,
	invalid_token: 401,
	record_not_found: 404,
	maintenance: 503,
};

const errorBody = (code: string, message: string) => ({ error: { code, message } });

const apiError = (code: string, message: string): HttpError =>
	new HttpError(STATUS[code]!, errorBody(code, message));

const seedRecords = (): StoredRecord[] =>
	['First', 'Second', 'Third'].map((name, index) => ({
		id: `rec_${index + 1}`,
		name,
		created_at: `2026-01-0${index + 1}T08:00:00Z`,
	}));

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startSampleService({
	port = 0,
}: { port?: number } = {}): Promise<SampleServiceServer> {
	const clock = new Clock();
	const records = seedRecords();
	const server = await startServer(
		{
			name: 'sampleService',
			port,
			clock,
			failureBody: (status, message) =>
				errorBody(status < 500 ? 'invalid_request' : 'internal_error', message),
			errorForCode: (code) => (code in STATUS ? apiError(code, `This is ${code}.`) : undefined),
			state: () => ({ records }),
		},
		(app) => recordRoutes(app, records),
	);
	return {
		...server,
		records,
		credential: {
			type: 'sampleServiceApi',
			data: { baseUrl: server.url, accessToken: LOCAL_TOKEN },
		},
		close: async () => {
			clock.stop();
			await server.close();
		},
	};
}

function recordRoutes(app: FastifyInstance, records: readonly StoredRecord[]): void {
	app.addHook('onRequest', async ({ headers: { authorization } }) => {
		if (authorization !== `Bearer ${LOCAL_TOKEN}`)
			throw apiError('invalid_token', 'The access token is invalid.');
	});

	app.get<{ Querystring: { limit?: string; cursor?: string } }>(
		'/v1/records',
		async ({ query: { limit = '20', cursor = '0' } }) => {
			const size = Number(limit);
			if (!Number.isInteger(size) || size < 1 || size > MAX_PAGE_SIZE)
				throw apiError('invalid_request', `limit must be between 1 and ${MAX_PAGE_SIZE}.`);
			const end = Number(cursor) + size;
			return {
				records: records.slice(Number(cursor), end),
				...(end < records.length && { next_cursor: String(end) }),
			};
		},
	);

	app.get<{ Params: { id: string } }>('/v1/records/:id', async ({ params: { id } }) => {
		const record = records.find((candidate) => candidate.id === id);
		if (!record) throw apiError('record_not_found', `No record has the ID ${id}.`);
		return record;
	});
}
