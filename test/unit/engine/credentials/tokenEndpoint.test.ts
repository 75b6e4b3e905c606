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
