import { classify } from '../../../nodes/MigrationAssessment/errors';

const classifyBody = (body: unknown) => classify({ body, headers: {} });
const errorBody = (reason: string) => ({
	error: { status: 'PERMISSION_DENIED', message: 'No', errors: [{ reason }] },
});

test('a known reason takes precedence over the status', () => {
	expect(classifyBody(errorBody('rateLimitExceeded')).code).toBe('rateLimitExceeded');
	expect(classifyBody(errorBody('unknownReason')).code).toBe('PERMISSION_DENIED');
});

test.each(['constructor', '__proto__', 'toString'])('the reason %s is unknown', (reason) =>
	expect(classifyBody(errorBody(reason)).code).toBe('PERMISSION_DENIED'),
);
