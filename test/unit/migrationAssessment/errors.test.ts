import { readError } from '../../../nodes/MigrationAssessment/errors';

const errorBody = (reason: string) => ({
	error: { status: 'PERMISSION_DENIED', message: 'No', errors: [{ reason }] },
});

test('a known reason takes precedence over the status', () => {
	expect(readError(errorBody('rateLimitExceeded')).code).toBe('rateLimitExceeded');
	expect(readError(errorBody('unknownReason')).code).toBe('PERMISSION_DENIED');
});

test.each(['constructor', '__proto__', 'toString'])('the reason %s is unknown', (reason) =>
	expect(readError(errorBody(reason)).code).toBe('PERMISSION_DENIED'),
);
