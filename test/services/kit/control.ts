// The control API under /_control, for tests and tools in another process. Faults do not apply to
// it.

import type { FastifyInstance } from 'fastify';
import type { Clock } from './clock';
import type { Fault, Faults } from './faults';
import type { RequestLog } from './requestLog';

export interface ControlContext {
	clock: Clock;
	faults: Faults;
	requests: RequestLog;
	settings?: object | undefined;
	state(): unknown;
	control?: ((app: FastifyInstance) => void) | undefined;
}

/**
 * GET, POST and DELETE /_control/faults; GET (?on=pattern) and DELETE /_control/requests;
 * GET and POST /_control/clock; POST /_control/settings; GET /_control/state; and the routes that
 * the service adds.
 */
export async function controlRoutes(
	app: FastifyInstance,
	{ clock, faults, requests, settings, state, control }: ControlContext,
): Promise<void> {
	app.post('/_control/faults', async (request) => {
		for (const fault of [request.body as Fault | Fault[]].flat()) faults.add(fault);
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

	if (settings) app.post('/_control/settings', async ({ body }) => Object.assign(settings, body));
	app.get('/_control/state', async () => state());
	control?.(app);
}
