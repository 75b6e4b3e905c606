import { classifyError, type ErrorClassification } from '../../../nodes/CodeHosting/classifyError';
import { PackError, type PackErrorDetails } from '../../../nodes/engine/describe';

test.each<[string, PackErrorDetails | undefined, ErrorClassification]>([
	[
		'a rate limit is temporary until it resets',
		{ status: 403, code: 'rate_limit', retryAfterMs: 7000 },
		{ isTemporary: true, waitMs: 7000 },
	],
	[
		'a secondary rate limit is temporary, with a wait of at least five seconds',
		{ status: 403, code: 'abuse_limit', retryAfterMs: 1000 },
		{ isTemporary: true, waitMs: 5000 },
	],
	[
		'a secondary rate limit without a wait time is temporary, with a wait of one minute',
		{ status: 403, code: 'abuse_limit_unsaid' },
		{ isTemporary: true, waitMs: 60_000 },
	],
	[
		'503 with a wait time is temporary',
		{ status: 503, retryAfterMs: 1000 },
		{ isTemporary: true, waitMs: 1000 },
	],
	['500 is temporary', { status: 500 }, { isTemporary: true }],
	['a network error is temporary', { code: 'ECONNRESET' }, { isTemporary: true }],
	['a missing permission is not temporary', { status: 403 }, { isTemporary: false }],
	['a feed that is not found is gone', { status: 404 }, { isTemporary: false, isGone: true }],
	['a redirect to another host is not temporary', {}, { isTemporary: false }],
	['an unexpected error is not temporary', undefined, { isTemporary: false }],
])('%s', (_, details, expected) => {
	expect(classifyError(details ? new PackError('Failed', details) : new Error('Failed'))).toEqual(
		expected,
	);
});
