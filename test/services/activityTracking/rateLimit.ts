// Rate limits as the public facts have them: a quarter of an hour of the clock, a day of UTC, told in pairs, without Retry-After.

import type { FastifyReply } from 'fastify';
import { fault } from './errors';
import type { Settings } from './settings';

const [QUARTER_HOUR_LIMIT, DAY_LIMIT] = [100, 1000];

/** Counts the request where a test set the counters. @throws Refusal 429 */
export function limits(reply: FastifyReply, settings: Settings): void {
	const { used } = settings;
	if (!used) return;
	used.quarterHour += 1;
	used.day += 1;
	void reply.header('x-ratelimit-limit', `${QUARTER_HOUR_LIMIT},${DAY_LIMIT}`);
	void reply.header('x-ratelimit-usage', `${used.quarterHour},${used.day}`);
	if (used.quarterHour <= QUARTER_HOUR_LIMIT && used.day <= DAY_LIMIT) return;
	throw fault(429, 'Rate Limit Exceeded', [
		{ resource: 'Application', field: 'rate limit', code: 'exceeded' },
	]);
}
