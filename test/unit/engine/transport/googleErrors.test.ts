import fc from 'fast-check';
import { readGoogleError } from '../../../../nodes/engine/transport/googleErrors';

test('the most specific reason is used as the code', () => {
	const error = {
		code: 403,
		status: 'PERMISSION_DENIED',
		message: 'Request had insufficient scopes.',
	};
	expect(readGoogleError({ error })).toMatchObject({
		code: 'PERMISSION_DENIED',
		text: 'Request had insufficient scopes.',
	});
	expect(
		readGoogleError({
			error: { ...error, errors: [{ domain: 'global', reason: 'insufficientPermissions' }] },
		}).code,
	).toBe('insufficientPermissions');
	expect(
		readGoogleError({
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
		fc.property(fc.jsonValue(), (body) => expect(typeof readGoogleError(body)).toBe('object')),
	);
	expect(readGoogleError('<html>')).toEqual({ facts: { errors: [] } });
});
