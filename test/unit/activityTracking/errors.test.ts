import { rateLimitResetMs, readError } from '../../../nodes/ActivityTracking/errors';

const headers = (limit: string, usage: string, kind = 'ratelimit') => ({
	[`x-${kind}-limit`]: limit,
	[`x-${kind}-usage`]: usage,
});
const noon = Date.UTC(2026, 0, 31, 12, 7, 30);

test('the 15-minute limit resets at the next quarter hour, the daily limit at midnight UTC', () => {
	expect(rateLimitResetMs(headers('100,1000', '100,500'), noon)).toBe(7.5 * 60_000);
	expect(rateLimitResetMs(headers('100,1000', '99,1001'), noon)).toBe((11 * 60 + 52.5) * 60_000);
	expect(rateLimitResetMs(headers('100,1000', '7,50', 'readratelimit'), noon)).toBe(7.5 * 60_000);
	expect(
		rateLimitResetMs(
			{ ...headers('200,2000', '7,50'), ...headers('100,1000', '101,50', 'readratelimit') },
			noon,
		),
	).toBe(7.5 * 60_000);
});

test('readError returns the message and the problem of each field', () => {
	expect(
		readError({
			message: 'Bad Request',
			errors: [{ resource: 'Segment', field: 'bounds', code: 'invalid' }, {}],
		}),
	).toEqual({ text: 'Bad Request (Segment bounds invalid)' });
	expect(readError({ message: 'Bad Request', errors: [] })).toEqual({ text: 'Bad Request' });
	expect(readError({ errors: 'none' })).toEqual({});
	expect(readError({ errors: [{ resource: 1, field: {}, code: [] }, null] })).toEqual({
		text: '(1)',
	});
	expect(readError('<html>')).toEqual({});
	expect(readError(null)).toEqual({});
});

// Responses as recorded in https://github.com/googledatastudio/community-connectors/issues/291
// (missing scope) and https://github.com/stravalib/stravalib/issues/185 (invalid token).
test('readError returns the scope that the token lacks', () => {
	const problem = { resource: 'AccessToken', field: 'activity:read_permission', code: 'missing' };
	expect(readError({ message: 'Authorization Error', errors: [problem] })).toEqual({
		text: 'Authorization Error (AccessToken activity:read_permission missing)',
		missingScope: 'scope activity:read',
	});
	for (const other of [
		{ resource: 'Athlete', field: 'access_token', code: 'invalid' },
		{ ...problem, code: 'invalid' },
		{ ...problem, resource: 'Segment' },
		{ ...problem, field: 'access_token' },
	])
		expect(
			readError({ message: 'Authorization Error', errors: [other] }).missingScope,
		).toBeUndefined();
});
