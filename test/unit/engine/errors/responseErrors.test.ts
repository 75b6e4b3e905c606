import type { KnownError, PackError } from '../../../../nodes/engine/describe';
import type { RetryDecision } from '../../../../nodes/engine/errors/failedAttempt';
import { actionOf } from '../../../../nodes/engine/errors/classify';
import { networkError, responseError } from '../../../../nodes/engine/errors/responseErrors';
import { exampleService, fakeConnection } from '../kit';

const final: RetryDecision = { stop: 'final' };
const errors: Record<string, KnownError> = {
	too_big: { message: 'It is too big', hint: 'Make it smaller', action: 'fail', minWaitMs: 5 },
	too_small: {
		message: ({ size }) => `It is too small: ${String(size)}`,
		hint: ({ text }) => `Details: ${String(text)}`,
	},
	too_poor: { message: ({ size }) => `Balance: ${String(size)}`, hint: 'Earn more' },
	ACCESS_DENIED: { message: 'Access denied', hint: 'Ask the owner' },
	'418': { message: 'It is a teapot', hint: 'Ask for tea' },
};
const fromResponse = (response: Parameters<typeof responseError>[1]) =>
	responseError(
		fakeConnection(() => null, { service: exampleService({ errors }) }),
		response,
	);
const errorFor = (
	status: number,
	body: unknown = undefined,
	more: object = {},
	attempts = 1,
	decision = final,
): PackError => fromResponse({ status, headers: {}, body, ...more }).buildError(attempts, decision);

describe('the error for an error response', () => {
	it("uses message and hint of the service's error table for a known code", () => {
		const { message, details } = errorFor(400, { code: 'too_big', text: 'max is 5' });
		expect(message).toBe('It is too big');
		expect(details).toEqual({
			hint: 'Example returned: max is 5. Make it smaller.',
			status: 400,
			code: 'too_big',
		});
		expect(errorFor(400, { code: 'too_small', text: 'min is 2', size: 1 })).toMatchObject({
			message: 'It is too small: 1',
			details: { hint: 'Details: min is 2.' },
		});
	});

	it("contains the service's text once, even if the message is computed from other details", () => {
		expect(errorFor(400, { code: 'too_poor', text: 'Top up first', size: 1 })).toMatchObject({
			message: 'Balance: 1',
			details: { hint: 'Example returned: Top up first. Earn more.' },
		});
		expect(errorFor(400, { code: 'too_poor', size: 1 }).details.hint).toBe('Earn more.');
	});

	it("uses the service's error table for a known status, with or without a code", () => {
		expect(errorFor(418).message).toBe('It is a teapot');
		expect(errorFor(418, { code: 'unknown_code' })).toMatchObject({
			message: 'It is a teapot',
			details: { code: 'unknown_code' },
		});
	});

	it.each<[status: number, retryAfter: string | undefined, waitMs: number | undefined]>([
		[429, '7', 7000],
		[429, '0', 5],
		[429, undefined, 5],
		[400, '7', 7000],
	])(
		'passes what follows from a known error with status %i, and the longer wait',
		(status, retryAfter, waitMs) => {
			const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
			expect(fromResponse({ status, headers, body: { code: 'too_big' } }).failed).toEqual({
				action: 'fail',
				status,
				waitMs,
				mayHaveBeenProcessed: false,
			});
		},
	);

	it.each([
		[401, 'Example rejected the credential', 'credential'],
		[403, 'The credential does not have permission for this action in Example', 'permissions'],
		[404, 'Example could not find this record', 'Check the ID'],
		[429, 'The rate limit of Example was reached', 'Requests per Second'],
		[500, 'Example returned a server error (500)', 'later'],
		[599, 'Example returned a server error (599)', 'later'],
		[400, 'Example rejected the request (400)', 'Check the values'],
	])('has a general message for status %d: %s', (status, message, hint) => {
		expect(errorFor(status, { text: 'hm' }).message).toBe(message);
		expect(errorFor(status, { text: 'hm' }).details.hint).toMatch(
			new RegExp(`^Example returned: hm\\. .*${hint}.*\\.$`),
		);
	});

	it('says for status 404 that the provider does not have the operation', () => {
		expect(errorFor(404, {}, { isMissing: true })).toMatchObject({
			message: 'Example does not have this operation',
			details: { hint: expect.stringContaining('Other editions of the service have it') as string },
		});
		expect(errorFor(403, {}, { isMissing: true }).message).not.toContain('operation');
	});

	it('contains the required permission for status 403, if the permission is the cause', () => {
		expect(errorFor(403, {}, { permission: 'notes:write' }).details.hint).toBe(
			'It needs the permission notes:write.',
		);
		expect(
			errorFor(403, { code: 'ACCESS_DENIED' }, { permission: 'notes:write' }).details.hint,
		).toBe('Ask the owner. The credential needs the permission notes:write.');
		expect(errorFor(403, { code: 'too_big' }, { permission: 'notes:write' }).details.hint).toBe(
			'Make it smaller.',
		);
		expect(
			errorFor(400, { code: 'too_big' }, { permission: 'notes:write' }).details.hint,
		).not.toContain('notes:write');
	});

	it.each([
		[400, 'files.test rejected a URL that the service returned (400)', 'may have expired'],
		[401, 'files.test rejected a URL that the service returned (401)', 'may have expired'],
		[403, 'files.test rejected a URL that the service returned (403)', 'may have expired'],
		[404, 'files.test rejected a URL that the service returned (404)', 'may have expired'],
		[418, 'files.test rejected a URL that the service returned (418)', 'may have expired'],
		[429, 'The rate limit of files.test was reached', 'later'],
		[503, 'files.test returned a server error (503)', 'later'],
	])(
		"does not use the service's error table for status %d of another host",
		(status, message, hint) => {
			const more = { externalHost: 'files.test', permission: 'notes:write' };
			const error = errorFor(status, { code: 'too_big', text: 'hm' }, more);
			expect(error.message).toBe(message);
			expect(error.details).toMatchObject({
				hint: expect.stringContaining(hint) as string,
				status,
			});
			expect(error.details.hint).not.toMatch(/credential|permission|Example/);
			const { failed } = fromResponse({ status, headers: {}, body: { code: 'too_big' }, ...more });
			expect(failed.action).toBe(actionOf(status));
		},
	);

	it('contains the number of attempts, and the end of the wait that the service requests', () => {
		expect(errorFor(500, {}, {}, 3, { stop: 'attempts' }).details.hint).toContain(
			'The request was attempted 3 times.',
		);
		expect(errorFor(500).details.hint).not.toContain('attempted');
		expect(errorFor(429, {}, {}, 1, { stop: 'wait', waitMs: 3_600_000 }).details.hint).toMatch(
			/asks to wait until \d{4}-.*Maximum Retry Wait/,
		);
	});

	it('contains the request ID at the end', () => {
		for (const name of ['x-request-id', 'x-github-request-id', 'cf-ray'])
			expect(errorFor(500, { text: 'hm' }, { headers: { [name]: 'r-1' } }, 3).details.hint).toMatch(
				/attempted 3 times\. Request ID: r-1\.$/,
			);
		const long = errorFor(500, {}, { headers: { 'x-request-id': 'r'.repeat(5000) } });
		expect(long.details.hint!.length).toBeLessThan(300);
		const secret = errorFor(500, {}, { headers: { 'x-request-id': 'sk-very-secret' } });
		expect(secret.details.hint).toContain('Request ID: [secret].');
	});

	it('names the provider in the texts of a known error', () => {
		const service = exampleService({
			errors: { '409': { message: ({ provider }) => `${provider} is busy`, hint: 'Wait' } },
		});
		const connection = { ...fakeConnection(() => null, { service }), label: 'Example Cloud' };
		expect(
			responseError(connection, {
				status: 409,
				headers: {},
				body: { provider: 'Injected' },
			}).buildError(1, final).message,
		).toBe('Example Cloud is busy');
	});

	it('names the scope that the token lacks, and leaves out the scope of the operation', () => {
		const service = exampleService({
			errors,
			classify: () => ({ code: 'too_big', text: 'Denied', missingScope: 'scope notes:write' }),
		});
		const connection = fakeConnection(() => null, { service });
		const errorOf = (status: number) =>
			responseError(connection, { status, headers: {}, body: {}, permission: 'notes' }).buildError(
				1,
				final,
			);
		for (const status of [401, 403])
			expect(errorOf(status)).toMatchObject({
				message: 'Example requires the scope notes:write, which the access token does not have',
				details: {
					hint: 'Example returned: Denied. Grant it to the token or the app in Example. With OAuth2, add it to Scope in the credential and connect again. With a service account, add it to Scopes.',
				},
			});
		expect(errorOf(404)).toMatchObject({
			message: 'It is too big',
			details: {
				hint: 'Example returned: Denied. Make it smaller. If the record is not public, the credential needs the scope notes:write.',
			},
		});
	});

	it('reports a rate limit that lasted too long', () =>
		expect(errorFor(429, {}, {}, 5, { stop: 'limited' }).details.hint).toBe(
			'Lower Requests per Second or Items at Once in Request Options. The rate limit lasted longer than Maximum Retry Wait.',
		));

	it('truncates long texts, and escapes control characters', () => {
		const { details } = errorFor(400, {
			code: 'c'.repeat(5000),
			text: `\u001b[31mred\u0000 ${'x'.repeat(1_000_000)}`,
			rows: ['y'.repeat(1_000_000)],
		});
		expect(details.hint).toContain('Example returned: \\u001b[31mred\\u0000 xxx');
		expect(details.hint!.length).toBeLessThan(2200);
		expect(details.code!.length).toBeLessThan(110);
		expect(JSON.stringify(details.data).length).toBeLessThan(2200);
		const { message } = errorFor(400, { code: 'too_small', size: ['z'.repeat(1_000_000)] });
		expect(message.length).toBeLessThan(2200);
	});

	it('redacts secrets from code, text and details', () => {
		const { message, details } = errorFor(400, {
			code: 'sk-very-secret',
			text: 'sk-very-secret',
			nested: { 'sk-very-secret': ['sk-very-secret'] },
		});
		expect(JSON.stringify([message, details])).not.toContain('sk-very-secret');
		expect(details.data).toEqual({ nested: { '[secret]': ['[secret]'] } });
	});

	it('uses the general message if the function of a known error throws', () => {
		const throwing: Record<string, KnownError> = {
			odd: {
				message: ({ rows }) => (rows as string[]).map(String).join(),
				hint: ({ rows }) => (rows as string[]).join(),
			},
		};
		const { message, details } = responseError(
			fakeConnection(() => null, { service: exampleService({ errors: throwing }) }),
			{ status: 400, headers: {}, body: { code: 'odd', rows: 5 } },
		).buildError(1, final);
		expect(message).toBe('Example rejected the request (400)');
		expect(details.hint).toBe('Check the values in the node.');
	});

	it('leaves out details that are nested deeply', () => {
		const nested = JSON.parse(`${'{"a":'.repeat(7000)}1${'}'.repeat(7000)}`) as object;
		const { details } = errorFor(400, { nested });
		expect(JSON.stringify(details.data).length).toBeLessThan(200);
	});

	it('treats names of built-in object properties as unknown codes', () =>
		expect(errorFor(400, { code: 'constructor' }).message).toContain('rejected the request'));

	it('adds no period after an exclamation or question mark', () =>
		expect(errorFor(400, { text: 'Really?' }).details.hint).toContain('Really? '));
});

describe('the error for a failed connection', () => {
	it.each(['ECONNREFUSED', 'CERT_HAS_EXPIRED', 'STALLED'])(
		'names the other host, not the service, if the connection to another host failed (%s)',
		(code) => {
			const connection = fakeConnection(() => null);
			const { message, details } = networkError(connection, code, 'safe', 'files.test')(1, final);
			expect(message).toContain('files.test');
			expect(message + details.hint!).not.toMatch(/Example|credential/);
		},
	);

	const errorForCode = (code: string, idempotency: 'safe' | 'none' = 'safe', attempts = 1) =>
		networkError(
			fakeConnection(() => null),
			code,
			idempotency,
		)(attempts, final);

	it.each([
		['ECONNREFUSED', 'Could not connect to Example'],
		['ENOTFOUND', 'Could not connect to Example: the host example.test does not exist'],
		['ECONNABORTED', 'Example did not respond in time'],
		['STALLED', 'Example did not respond in time'],
		['TRUNCATED', 'The response from Example was truncated or is not valid JSON'],
		['ECONNRESET', 'The connection to Example was interrupted'],
		['CERT_HAS_EXPIRED', 'The certificate of Example is not trusted'],
	])('has a message for %s: %s', (code, message) =>
		expect(errorForCode(code)).toMatchObject({
			message,
			details: { code, hint: expect.stringContaining(`Network code: ${code}.`) },
		}),
	);

	it('lists the known values of the address field', () => {
		const address = {
			url: 'https://api.xyz.example.test/v1',
			field: { label: 'Region', known: ['fra', 'dal'] },
		};
		const connection = { ...fakeConnection(() => null), address };
		expect(networkError(connection, 'ENOTFOUND', 'safe')(1, final)).toMatchObject({
			message: 'Could not connect to Example: the host api.xyz.example.test does not exist',
			details: {
				hint: 'Check Region in the credential. Known values: fra, dal. Check the network connection between n8n and Example. Network code: ENOTFOUND.',
			},
		});
	});

	it('contains a setup hint if the request was not sent, and else warns that a write may be processed', () => {
		expect(errorForCode('ENOTFOUND', 'none').details.hint).toMatch(/Base URL/);
		expect(errorForCode('ENOTFOUND', 'none').details.hint).not.toMatch(/processed/);
		expect(errorForCode('CERT_HAS_EXPIRED', 'none').details.hint).toMatch(/NODE_EXTRA_CA_CERTS/);
		expect(errorForCode('CERT_HAS_EXPIRED', 'none').details.hint).not.toMatch(/processed/);
		expect(errorForCode('ECONNRESET', 'none').details.hint).toMatch(
			/may or may not have been processed/,
		);
		expect(errorForCode('ECONNRESET', 'safe', 4).details.hint).toBe(
			'The request was attempted 4 times. Network code: ECONNRESET.',
		);
	});
});

test.each([
	['example.test', 'Example returned a web page instead of JSON'],
	['login.test', 'Example redirected to a web page of login.test'],
])('the error for a web page of %s names a redirect only if there was one', (host, message) => {
	const connection = { label: 'Example', address: { url: 'https://example.test' } };
	const build = networkError(connection, 'WEB_PAGE', 'safe', host);
	expect(build(1, { stop: 'final' }).message).toBe(message);
});
