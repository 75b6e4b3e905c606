import { requestToken } from '../../../../nodes/engine/credentials/tokenEndpoint';

const url = 'https://id.example.test/token';
const httpRequest = jest.fn();
beforeEach(() => httpRequest.mockReset());

const tokenFrom = async (endpoint = url): Promise<unknown> =>
	await requestToken({ httpRequest } as never, { url: endpoint }, 'assertion', {
		url: endpoint,
		check: 'Check Token URL.',
		rejected: () => '',
	});

const forbidden = `The credential does not allow requests to ${url}. Add its host to Allowed Domains in the credential.`;

test.each([
	['CERT_HAS_EXPIRED', `The certificate of ${url} is not trusted. Check Token URL.`, 1],
	[
		'ENOTFOUND',
		`Could not connect to ${url}: the host id.example.test does not exist. Check Token URL.`,
		3,
	],
	[
		'ERR_CANCELED',
		`Could not connect to ${url}, or it did not respond in time. Check Token URL.`,
		3,
	],
	['Domain not allowed: This credential is restricted from accessing', forbidden, 1],
	['No allowed domains specified. Configure allowed domains or', forbidden, 1],
])('the error of a token request names the cause: %s', async (code, message, attempts) => {
	httpRequest.mockRejectedValue(Object.assign(new Error(code), { code }));
	await expect(tokenFrom()).rejects.toThrow(message);
	expect(httpRequest).toHaveBeenCalledTimes(attempts);
});

test('a redirect is not followed, because it would send the assertion to another address', async () => {
	httpRequest.mockResolvedValue({ statusCode: 307, headers: {}, body: '' });
	await expect(tokenFrom()).rejects.toThrow(`${url} redirects token requests (status 307).`);
	expect(httpRequest).toHaveBeenCalledWith(
		expect.objectContaining({ disableFollowRedirect: true }) as unknown,
	);
});

test.each(['', 'https:// x', 'https://example.com:99999'])(
	'a token URL that is not valid is an error without a request: %j',
	async (endpoint) => {
		await expect(tokenFrom(endpoint)).rejects.toThrow(
			'The credential has no valid URL of a token endpoint. Check Token URL.',
		);
		expect(httpRequest).not.toHaveBeenCalled();
	},
);
