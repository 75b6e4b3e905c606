import { rejectedError } from '../kit';
import { requestToken } from '../../../../nodes/engine/credentials/tokenEndpoint';

const url = 'https://id.example.test/token';

test.each([
	['CERT_HAS_EXPIRED', `The certificate of ${url} is not trusted`, 1],
	['ENOTFOUND', `Could not connect to ${url}: the host id.example.test does not exist`, 3],
	['ERR_CANCELED', `Could not connect to ${url}, or it did not respond in time`, 3],
])('the error of a token request names the cause: %s', async (code, message, attempts) => {
	const httpRequest = jest.fn().mockRejectedValue(Object.assign(new Error(code), { code }));
	await expect(
		requestToken({ httpRequest } as never, { url }, 'assertion', {
			url,
			check: 'Check Token URL',
			rejected: () => '',
		}),
	).rejects.toThrow(`${message}. Check Token URL`);
	expect(httpRequest).toHaveBeenCalledTimes(attempts);
});

test.each([
	'Domain not allowed: This credential is restricted from accessing id.example.test.',
	'No allowed domains specified. Configure allowed domains or change restriction setting.',
])('the error names the address that Allowed Domains lack, at once: %s', async (message) => {
	const httpRequest = jest.fn().mockRejectedValue(new Error(message));
	await expect(
		requestToken({ httpRequest } as never, { url }, 'assertion', {
			url,
			check: 'Check Token URL',
			rejected: () => '',
		}),
	).rejects.toThrow(
		`The credential does not allow requests to ${url}. Add its host to Allowed Domains in the credential.`,
	);
	expect(httpRequest).toHaveBeenCalledTimes(1);
});

test('a redirect is not followed, because it would send the assertion to another address', async () => {
	const httpRequest = jest.fn().mockResolvedValue({ statusCode: 307, headers: {}, body: '' });
	await expect(
		requestToken({ httpRequest } as never, { url }, 'assertion', {
			url,
			check: 'Check Token URL',
			rejected: () => '',
		}),
	).rejects.toThrow(`${url} redirects token requests (status 307).`);
	expect(httpRequest).toHaveBeenCalledWith(
		expect.objectContaining({ disableFollowRedirect: true }) as unknown,
	);
});

test.each(['', 'https:// x', 'https://example.com:99999'])(
	'a token URL that is not valid is an error without a request: %j',
	async (url) => {
		const httpRequest = jest.fn();
		const error = await rejectedError(
			requestToken({ httpRequest } as never, { url }, 'assertion', {
				url,
				check: 'Check Token URL in the credential.',
				rejected: String,
			}),
		);
		expect(error.message).toBe(
			'The credential has no valid URL of a token endpoint. Check Token URL in the credential.',
		);
		expect(httpRequest).not.toHaveBeenCalled();
	},
);
