import fc from 'fast-check';
import { classifyGoogle, googleErrors } from '../../../nodes/google/errors';

const classify = classifyGoogle('things.read', googleErrors('', { message: '', hint: '' }));
const classifyBody = (body: unknown) => classify({ body, headers: {} });

test('the most specific reason is used as the code', () => {
	const error = {
		code: 403,
		status: 'PERMISSION_DENIED',
		message: 'The caller does not have permission',
	};
	expect(classifyBody({ error })).toMatchObject({
		code: 'PERMISSION_DENIED',
		text: 'The caller does not have permission',
	});
	expect(
		classifyBody({
			error: { ...error, errors: [{ domain: 'global', reason: 'insufficientPermissions' }] },
		}).code,
	).toBe('insufficientPermissions');
	expect(
		classifyBody({
			error: {
				...error,
				errors: [{ reason: 'forbidden' }],
				details: [{ '@type': 'x' }, { reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }],
			},
		}).code,
	).toBe('ACCESS_TOKEN_SCOPE_INSUFFICIENT');
});

test('a body without error details yields no details, and does not cause an error', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (body) => expect(typeof classifyBody(body)).toBe('object')),
	);
	expect(classifyBody('<html>')).toEqual({ facts: { errors: [] } });
});

describe('a missing scope', () => {
	const insufficient = {
		code: 403,
		message: 'Request had insufficient authentication scopes.',
		status: 'PERMISSION_DENIED',
	};
	const scopes =
		'https://www.googleapis.com/auth/tasks https://www.googleapis.com/auth/tasks.readonly';

	// Responses as recorded in https://github.com/analogdotnow/Analog/issues/296 (details),
	// https://github.com/googleapis/gapic-generator/issues/3013 (status only), and
	// https://github.com/google/google-api-ruby-client-samples/issues/18 (header without quotes
	// around the error).
	test.each([
		['in the details', { details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }] }, {}],
		['in the message', {}, {}],
	])('%s is reported as the scope of the service', (_, more, headers) => {
		expect(classify({ body: { error: { ...insufficient, ...more } }, headers })).toEqual({
			code: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
			text: insufficient.message,
			missingScope: 'scope things.read',
		});
	});

	test.each(['insufficient_scope', '"insufficient_scope"'])(
		'is read from the header with error=%s',
		(error) => {
			const challenge = `Bearer realm="https://accounts.google.com/", error=${error}, scope="${scopes}"`;
			expect(
				classify({ body: { error: insufficient }, headers: { 'www-authenticate': challenge } })
					.missingScope,
			).toBe(
				'scope https://www.googleapis.com/auth/tasks or https://www.googleapis.com/auth/tasks.readonly',
			);
		},
	);

	test('is not reported for an invalid token or a role that the user lacks', () => {
		const challenge = 'Bearer realm="https://accounts.google.com/", error="invalid_token"';
		expect(
			classify({
				body: { error: { status: 'UNAUTHENTICATED', message: 'Invalid Credentials' } },
				headers: { 'www-authenticate': challenge },
			}).missingScope,
		).toBeUndefined();
		expect(
			classifyBody({ error: { status: 'PERMISSION_DENIED', message: 'No access' } }).missingScope,
		).toBeUndefined();
	});
});
