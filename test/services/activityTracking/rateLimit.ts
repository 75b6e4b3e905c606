// Rate limits (public documentation): one per 15 minutes and one per UTC day. Each header contains
// the values of both limits. There is no Retry-After header.

import type { FastifyReply } from 'fastify';
import { apiError } from './errors';
import type { Settings } from './settings';

const [QUARTER_HOUR_LIMIT, DAY_LIMIT] = [100, 1000];

/** Counts the request if a test has set the counters. @throws HttpError 429 */
export function countRequest(reply: FastifyReply, settings: Settings): void {
	const { used } = settings;
	if (!used) return;
	used.quarterHour += 1;
	used.day += 1;
	void reply.header('x-ratelimit-limit', `${QUARTER_HOUR_LIMIT},${DAY_LIMIT}`);
	void reply.header('x-ratelimit-usage', `${used.quarterHour},${used.day}`);
	if (used.quarterHour <= QUARTER_HOUR_LIMIT && used.day <= DAY_LIMIT) return;
	throw apiError(429, 'Rate Limit Exceeded', [
		{ resource: 'Application', field: 'rate limit', code: 'exceeded' },
	]);
}
