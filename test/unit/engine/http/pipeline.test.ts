import { Readable } from 'node:stream';
import { type IDataObject, NodeApiError } from 'n8n-workflow';
import { type Connection, PackError, type RawResponse } from '../../../../nodes/engine/describe';
import { send } from '../../../../nodes/engine/http/pipeline';
import { planRequest } from '../../../../nodes/engine/plan/buildRequest';
import { exampleService, fakeConnection, node, noRateLimits, rejectedError } from '../kit';

const plan = planRequest('GET /x');
const safe = { idempotency: 'safe' } as const;

/** A connection whose service returns this response to every request. */
const respondingConnection = (
	response: Partial<RawResponse>,
	more: Parameters<typeof fakeConnection>[1] = {},
): Connection =>
	fakeConnection(() => null, {
		request: async () =>
			await Promise.resolve({ statusCode: 200, headers: {}, body: '', ...response }),
		...more,
	});

/** A connection that allows four attempts, whose requests fail, and their number. */
function failingConnection(error: Error) {
	const requests = { count: 0 };
	const connection = fakeConnection(() => null, {
		retry: { attempts: 4, backOffMs: 0, maximumWaitMs: 0 },
		request: async () => {
			requests.count++;
			return await Promise.reject(error);
		},
	});
	return { connection, requests };
}

it('says for status 404 that the provider of the credential does not have the operation', async () => {
	const policy = { ...safe, missingIn: ['small'] } as const;
	const messageFor = async (provider: string) => {
		const connection = { ...respondingConnection({ statusCode: 404 }), credential: { provider } };
		return (await rejectedError(send(connection, plan, policy))).message;
	};
	expect(await messageFor('small')).toContain('does not have this operation');
	expect(await messageFor('large')).toContain('could not find this record');
});

it.each<[unknown, RawResponse['body']]>([
	[undefined, ''],
	[undefined, 'null'],
	[{ text: 'busy' }, Readable.from([Buffer.from('\ufeff{"text":"busy"}')])],
])('returns %j', async (expected, body) =>
	expect((await send(respondingConnection({ body }), plan, safe)).body).toEqual(expected),
);

it('returns a 304 only to a conditional request', async () => {
	const connection = respondingConnection({ statusCode: 304 });
	const conditional = { ...plan, headers: { 'if-none-match': '"1"' } };
	expect(await send(connection, conditional, safe)).toMatchObject({ status: 304, body: undefined });
	expect((await rejectedError(send(connection, plan, safe))).details.status).toBe(304);
});

it.each<[string, number, Parameters<typeof fakeConnection>[1], PackError | undefined]>([
	['an error response', 400, {}, undefined],
	['a 2xx response that the caller rejects', 200, {}, new PackError('No', { hint: 'Change it.' })],
	[
		'a 2xx response with an error body',
		200,
		{ service: exampleService({ classify: () => ({ action: 'fail' }) }) },
		undefined,
	],
])('adds the request ID to the error for %s', async (_, statusCode, more, rejection) => {
	const response = { statusCode, headers: { 'x-request-id': 'r-1' }, body: '{"code":"failed"}' };
	const policy = { ...safe, ...(rejection && { classify: () => rejection }) };
	const error = await rejectedError(send(respondingConnection(response, more), plan, policy));
	expect(error.details.hint).toMatch(/ Request ID: r-1\.$/);
});

it.each([{ errors: 5 }, { errors: [null] }, { code: { toString: 5 } }, null, [], 'text', 7])(
	'reports the status of an error response with the unexpected body %j',
	async (body) => {
		// This classify throws for these bodies.
		const service = exampleService({
			classify: ({ body: value }) => ({
				text: (value as { errors: { message: string }[] }).errors
					.map(({ message }) => message)
					.join(),
			}),
		});
		const response = { statusCode: 409, body: JSON.stringify(body) };
		const error = await rejectedError(
			send(respondingConnection(response, { service }), plan, safe),
		);
		expect(error.message).toBe('Example rejected the request (409)');
	},
);

const inner = Object.assign(new Error('inner'), { code: 'CERT_HAS_EXPIRED' });

it.each<[string, object, message: string]>([
	['an invalid header', { code: 'ERR_INVALID_CHAR' }, 'A request header contains an invalid'],
	['a nested error', { code: 'ERR_BAD_REQUEST', cause: inner }, 'The certificate of Example'],
	['a defect of the node', { code: 'ERR_INVALID_ARG_TYPE' }, 'outer'],
])('does not retry after %s', async (_, properties, message) => {
	const { connection, requests } = failingConnection(Object.assign(new Error('outer'), properties));
	await expect(send(connection, plan, safe)).rejects.toThrow(message);
	expect(requests.count).toBe(1);
});

it.each([
	['n8n 2.x', { failure: { cause: 'credential-invalid' } }, true],
	['n8n 1.x', { code: 'EAUTH', body: { error: 'invalid_grant' } }, true],
	['a response that is not standard', { code: 'ESTATUS', status: 400, body: {} }, true],
	['a wrapped error', { cause: { body: { error: 'invalid_grant' } } }, true],
	['a server error of the token endpoint', { code: 'ESTATUS', status: 503, body: {} }, false],
	['a wrong client', { code: 'EAUTH', body: { error: 'invalid_client' } }, false],
	['a network error', { code: 'ECONNRESET' }, false],
])('recognizes a revoked OAuth2 grant in the error of %s', async (_, properties, expected) => {
	const { connection } = failingConnection(Object.assign(new Error('failed'), properties));
	const error = await send(connection, plan, { idempotency: 'none' }).catch(String);
	expect(error === 'PackError: Example did not renew the access token of the credential').toBe(
		expected,
	);
});

it('redacts errors of n8n, such as a failed renewal of a credential', async () => {
	const { connection } = failingConnection(
		new NodeApiError(node, { message: 'of sk-very-secret', response: {} }),
	);
	await expect(send(connection, plan, safe)).rejects.toThrow('of [secret]');
});

describe('after a redirect', () => {
	const redirecting = (location: string, answer: Partial<RawResponse> = {}) => {
		const sent: IDataObject[] = [];
		const limits: unknown[] = [];
		const connection = fakeConnection(() => null, {
			headers: { 'x-key': 'sk-very-secret' },
			service: exampleService({ errors: { '429': { message: 'No credits', hint: 'Pay' } } }),
			rate: {
				...noRateLimits,
				start: async () =>
					await Promise.resolve({
						end: (outcome, waitMs) =>
							outcome === 'limited' || waitMs !== undefined ? limits.push(outcome) : 0,
					}),
			},
			request: async ({ url, qs, headers }) => {
				sent.push({ url, qs, key: (headers as IDataObject)['x-key'] });
				return await Promise.resolve(
					sent.length === 1
						? { statusCode: 302, headers: { location }, body: '' }
						: { statusCode: 200, headers: {}, body: '{}', ...answer },
				);
			},
		});
		return { connection, sent, limits };
	};

	it.each([
		['/y?id=2', 'https://example.test/y?id=2', 'sk-very-secret'],
		['https://elsewhere.test/y', 'https://elsewhere.test/y', undefined],
	])('to %s, sends its own query, and the headers only to the service', async (to, url, key) => {
		const { connection, sent } = redirecting(to);
		await send(connection, planRequest('GET /x', { query: { id: 1 } }), safe);
		expect(sent).toEqual([
			{ url: 'https://example.test/x', qs: { id: 1 }, key: 'sk-very-secret' },
			{ url, qs: {}, key },
		]);
	});

	it("to another host, does not apply the service's error table and rate limits", async () => {
		const { connection, limits } = redirecting('https://elsewhere.test/', { statusCode: 429 });
		expect((await rejectedError(send(connection, plan, safe))).message).toBe(
			'The rate limit of elsewhere.test was reached',
		);
		expect(limits).toEqual([]);
	});
});
