import { authorized } from '../../../../nodes/engine/credentials/fields';

const headerOf = (scheme: string, token: unknown) =>
	authorized({ url: '/', headers: { accept: 'text/plain' } }, scheme, token).headers;

test.each(['abc', ' abc\n', 'Bearer abc', 'bearer  abc', 'token abc'])(
	'the token %j is sent with one scheme',
	(token) => {
		expect(headerOf('Bearer', token)).toEqual({
			accept: 'text/plain',
			Authorization: 'Bearer abc',
		});
		expect(headerOf('token', token)).toMatchObject({ Authorization: 'token abc' });
	},
);
