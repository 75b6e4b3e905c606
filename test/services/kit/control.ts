// /_control: the same switches as the programmatic ones, for a test in another process. Not subject to faults.

import type { FastifyInstance } from 'fastify';
import type { Clock } from './clock';
import type { Fault, Faults } from './faults';
import type { RequestLog } from './requestLog';

export interface Controlled {
	clock: Clock;
	faults: Faults;
	requests: RequestLog;
	state(): unknown;
	control?: ((app: FastifyInstance) => void) | undefined;
}

/**
 * POST, GET and DELETE /_control/faults; GET (?on=pattern) and DELETE /_control/requests;
 * GET and POST /_control/clock; GET /_control/state; and what the service adds.
 */
export async function controlRoutes(
	app: FastifyInstance,
	{ clock, faults, requests, state, control }: Controlled,
): Promise<void> {
	app.post('/_control/faults', async (request) => {
		const added = request.body as Fault | Fault[];
		for (const fault of Array.isArray(added) ? added : [added]) faults.add(fault);
		return { faults: faults.list() };
	});
	app.get('/_control/faults', async () => ({ faults: faults.list() }));
	app.delete('/_control/faults', async () => {
		faults.clear();
		return { faults: [] };
	});

	app.get<{ Querystring: { on?: string } }>('/_control/requests', async ({ query: { on } }) => ({
		total: requests.total,
		inFlight: requests.inFlight,
		maxInFlight: requests.maxInFlight,
		count: requests.count(on),
		peak: requests.peak(on),
		requests: requests.list(on),
	}));
	app.delete('/_control/requests', async () => {
		requests.clear();
		return { total: 0 };
	});

	app.get('/_control/clock', async () => ({ now: clock.now() }));
	app.post<{ Body: { advanceMs: number } }>('/_control/clock', async ({ body: { advanceMs } }) => {
		await clock.advance(advanceMs);
		return { now: clock.now() };
	});

	app.get('/_control/state', async () => state());
	control?.(app);
}
