// Keeps the log of what arrives.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from './clock';
import { isControl, pathOf } from './requestPattern';
import type { Arrival, RequestLog } from './requestLog';

const REMEMBERED_BODY = 16 * 1024;

/** Notes every request of a listener at its arrival, its body once it is read, its status at the end. */
export function recordRequests(
	app: FastifyInstance,
	listener: string,
	clock: Clock,
	requests: RequestLog,
): void {
	const arrivals = new WeakMap<FastifyRequest, Arrival>();
	app.addHook('onRequest', async (request, reply) => {
		if (isControl(request.url)) return;
		const length = request.headers['content-length'];
		const arrival: Arrival = {
			method: request.method,
			path: pathOf(request.url),
			query: { ...(request.query as Record<string, unknown>) },
			headers: { ...request.headers },
			...(length !== undefined && { bodySize: Number(length) }),
			at: clock.now(),
			listener,
		};
		arrivals.set(request, arrival);
		reply.raw.once('close', requests.begin(arrival));
	});
	app.addHook('preHandler', async (request) => {
		const arrival = arrivals.get(request);
		if (arrival && (arrival.bodySize ?? 0) <= REMEMBERED_BODY) arrival.body = request.body;
	});
	app.addHook('onResponse', async (request, reply) => {
		const arrival = arrivals.get(request);
		if (arrival && !request.raw.socket.destroyed) arrival.status = reply.statusCode;
	});
}
