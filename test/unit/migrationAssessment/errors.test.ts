import { readError } from '../../../nodes/MigrationAssessment/errors';

const response = { headers: {} };
const errorBody = (reason: string) => ({
	error: { status: 'PERMISSION_DENIED', message: 'No', errors: [{ reason }] },
});

test('a known reason takes precedence over the status', () => {
	expect(readError(errorBody('rateLimitExceeded'), response).code).toBe('rateLimitExceeded');
	expect(readError(errorBody('unknownReason'), response).code).toBe('PERMISSION_DENIED');
});

test.each(['constructor', '__proto__', 'toString'])('the reason %s is unknown', (reason) =>
	expect(readError(errorBody(reason), response).code).toBe('PERMISSION_DENIED'),
);
