// Fastify hooks that apply the active faults to requests.

import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Fault, Faults } from './faults';
import type { HttpError } from './httpError';
import { isControlRequest, pathOf } from './requestPattern';

declare module 'fastify' {
	interface FastifyRequest {
		/** The fault that applies to this request. */
		fault?: Fault;
	}
}

export interface FaultResponses {
	/** Body of an error response that no route of the service produced. */
	failureBody(status: number, message: string): Record<string, unknown>;
	/**
	 * Returns the response for a fault with an error code, or undefined if the route handles the code
	 * itself.
	 */
	errorForCode?(code: string): HttpError | undefined;
}

const HTML_PAGE = '<!doctype html><html><body><h1>Bad gateway</h1></body></html>';
const DRIP_CHUNKS = 20;

async function readPayload(payload: unknown): Promise<Buffer> {
	if (payload instanceof Readable) return Buffer.concat(await payload.toArray());
	if (typeof payload === 'string' || Buffer.isBuffer(payload))
		return Buffer.from(payload as string);
	return Buffer.alloc(0);
}

async function* drip(body: Buffer, ms: number): AsyncGenerator<Buffer> {
	const size = Math.max(1, Math.ceil(body.length / DRIP_CHUNKS));
	for (let start = 0; start < body.length; start += size) {
		yield body.subarray(start, start + size);
		await pause(ms, undefined, { ref: false });
	}
}

async function* truncate(body: Buffer, reply: FastifyReply): AsyncGenerator<Buffer> {
	yield body.subarray(0, Math.floor(body.length / 2));
	// Give the first half time to arrive. Otherwise the client gets only a connection reset.
	await pause(20, undefined, { ref: false });
	reply.raw.destroy();
}

/** Corrupts the payload, but keeps the Content-Length of the complete body. */
async function damageBody(fault: Fault, reply: FastifyReply, payload: unknown): Promise<Readable> {
	const body = await readPayload(payload);
	void reply.header('content-length', body.length);
	return Readable.from(
		fault.body === 'truncated' ? truncate(body, reply) : drip(body, fault.dripMs ?? 50),
	);
}

export function applyFaults(
	app: FastifyInstance,
	faults: Faults,
	{ failureBody, errorForCode }: FaultResponses,
): void {
	app.addHook('onRequest', async (request, reply) => {
		if (isControlRequest(request.url)) return undefined;
		const fault = faults.match({ method: request.method, path: pathOf(request.url) });
		if (!fault) return undefined;
		request.fault = fault;
		if (fault.latencyMs) await pause(fault.latencyMs, undefined, { ref: false });
		if (fault.drop === 'before') {
			reply.hijack();
			request.raw.socket.destroy();
		} else if (fault.body === 'html') {
			return reply
				.code(fault.status ?? 200)
				.type('text/html; charset=utf-8')
				.send(HTML_PAGE);
		} else if (fault.status) {
			if (fault.retryAfter !== undefined)
				void reply.header('retry-after', String(fault.retryAfter));
			return reply.code(fault.status).send(failureBody(fault.status, 'Simulated fault.'));
		}
		return undefined;
	});
	app.addHook('preHandler', async ({ fault }) => {
		const error = fault?.code === undefined ? undefined : errorForCode?.(fault.code);
		if (error) throw error;
	});
	app.addHook('onSend', async (request, reply, payload) => {
		const { fault } = request;
		if (fault?.drop === 'after') request.raw.socket.destroy();
		return fault?.body === 'truncated' || fault?.body === 'drip'
			? damageBody(fault, reply, payload)
			: payload;
	});
}
