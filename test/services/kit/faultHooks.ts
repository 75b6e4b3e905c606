// Makes the faults happen to the requests they meet.

import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Fault, Faults } from './faults';
import { isControl, pathOf } from './requestPattern';
import type { ServerOptions } from './server';

declare module 'fastify' {
	interface FastifyRequest {
		/** The fault that this request meets. */
		fault?: Fault;
	}
}

type Failing = Pick<ServerOptions, 'failureBody' | 'refuse'>;

const PAGE = '<!doctype html><html><body><h1>Bad gateway</h1></body></html>';
const PIECES = 20;

async function whole(payload: unknown): Promise<Buffer> {
	if (payload instanceof Readable) return Buffer.concat(await payload.toArray());
	if (typeof payload === 'string' || Buffer.isBuffer(payload))
		return Buffer.from(payload as string);
	return Buffer.alloc(0);
}

async function* dripping(body: Buffer, ms: number): AsyncGenerator<Buffer> {
	const size = Math.max(1, Math.ceil(body.length / PIECES));
	for (let from = 0; from < body.length; from += size) {
		yield body.subarray(from, from + size);
		await pause(ms, undefined, { ref: false });
	}
}

async function* truncated(body: Buffer, reply: FastifyReply): AsyncGenerator<Buffer> {
	yield body.subarray(0, Math.floor(body.length / 2));
	// Long enough for the half to leave, so that the client sees a body that ends early and not a reset alone.
	await pause(20, undefined, { ref: false });
	reply.raw.destroy();
}

/** The payload as the fault leaves it, with the length of the whole announced. */
async function spoil(fault: Fault, reply: FastifyReply, payload: unknown): Promise<Readable> {
	const body = await whole(payload);
	void reply.header('content-length', body.length);
	return Readable.from(
		fault.body === 'truncated' ? truncated(body, reply) : dripping(body, fault.dripMs ?? 50),
	);
}

/** Before the service: latency, a dropped connection, an answer in its place. After it: its answer lost or spoilt. */
export function applyFaults(
	app: FastifyInstance,
	faults: Faults,
	{ failureBody, refuse }: Failing,
): void {
	app.addHook('onRequest', async (request, reply) => {
		if (isControl(request.url)) return undefined;
		const fault = faults.meet({ method: request.method, path: pathOf(request.url) });
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
				.send(PAGE);
		} else if (fault.status) {
			if (fault.retryAfter !== undefined)
				void reply.header('retry-after', String(fault.retryAfter));
			return reply
				.code(fault.status)
				.send(failureBody(fault.status, 'A fault that was switched on.'));
		}
		return undefined;
	});
	app.addHook('preHandler', async (request) => {
		const refusal = request.fault?.code === undefined ? undefined : refuse?.(request.fault.code);
		if (refusal) throw refusal;
	});
	app.addHook('onSend', async (request, reply, payload) => {
		const { fault } = request;
		if (fault?.drop === 'after') request.raw.socket.destroy();
		return fault?.body === 'truncated' || fault?.body === 'drip'
			? spoil(fault, reply, payload)
			: payload;
	});
}
