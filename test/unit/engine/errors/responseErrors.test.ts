import type { KnownError, PackError } from '../../../../nodes/engine/describe';
import type { RetryDecision } from '../../../../nodes/engine/errors/failedAttempt';
import { actionOf } from '../../../../nodes/engine/errors/classify';
import {
	networkError,
	recordFacts,
	responseError,
} from '../../../../nodes/engine/errors/responseErrors';
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
	odd: {
		message: ({ rows }) => (rows as string[]).map(String).join(),
		hint: ({ rows }) => (rows as string[]).join(),
	},
	'418': { message: 'It is a teapot', hint: 'Ask for tea' },
};
const fromResponse = (response: Parameters<typeof responseError>[1]) =>
	responseError(
		fakeConnection(() => null, {
			service: exampleService({ errors }),
			credential: { provider: 'old' },
		}),
		response,
	);
const errorFor = (
	status: number,
	body: unknown = undefined,
	more: object = {},
	attempts = 1,
	decision = final,
): PackError => fromResponse({ status, headers: {}, body, ...more }).buildError(attempts, decision);

/** The error of a response, and the parts of its message and hint. */
it.each<[string, PackError, message: string, hint: string | RegExp]>([
	[
		'a known code',
		errorFor(400, { code: 'too_big', text: 'max is 5' }),
		'It is too big',
		'Example returned: max is 5. Make it smaller.',
	],
	[
		'a known code with computed texts',
		errorFor(400, { code: 'too_small', text: 'min is 2', size: 1 }),
		'It is too small: 1',
		'Details: min is 2.',
	],
	[
		'a text that the computed message does not contain',
		errorFor(400, { code: 'too_poor', text: 'Top up first', size: 1 }),
		'Balance: 1',
		'Example returned: Top up first. Earn more.',
	],
	['a known status', errorFor(418), 'It is a teapot', 'Ask for tea.'],
	['an unknown code', errorFor(418, { code: 'unknown' }), 'It is a teapot', 'Ask for tea.'],
	[
		'the name of a built-in property',
		errorFor(400, { code: 'constructor' }),
		'Example rejected the request (400)',
		'Check the values in the node.',
	],
	[
		'a function that throws',
		errorFor(400, { code: 'odd', rows: 5 }),
		'Example rejected the request (400)',
		'Check the values in the node.',
	],
	['a status 401', errorFor(401), 'Example rejected the credential', /credential/],
	[
		'a status 403',
		errorFor(403),
		'The credential does not have permission for this action in Example',
		/permissions/,
	],
	['a status 404', errorFor(404), 'Example could not find this record', /Check the ID/],
	['a status 429', errorFor(429), 'The rate limit of Example was reached', /Requests per Second/],
	['a status 599', errorFor(599), 'Example returned a server error (599)', 'Try again later.'],
	[
		'an operation that the provider does not have',
		errorFor(404, {}, { missingIn: ['old'] }),
		'Example does not have this operation',
		/Other editions of the service have it/,
	],
	[
		'a permission',
		errorFor(403, {}, { permission: 'notes:write' }),
		'The credential does not have permission for this action in Example',
		'It needs the permission notes:write.',
	],
	[
		'a permission of a known error',
		errorFor(403, { code: 'ACCESS_DENIED' }, { permission: 'notes:write' }),
		'Access denied',
		'Ask the owner. The credential needs the permission notes:write.',
	],
	[
		'a known error that is not about a permission',
		errorFor(403, { code: 'too_big' }, { permission: 'notes:write' }),
		'It is too big',
		'Make it smaller.',
	],
	[
		'a text that ends with a question mark',
		errorFor(400, { text: 'Really?' }),
		'Example rejected the request (400)',
		'Example returned: Really? Check the values in the node.',
	],
	[
		'several attempts and a request ID',
		errorFor(500, {}, { headers: { 'x-github-request-id': 'r-1' } }, 3, { stop: 'attempts' }),
		'Example returned a server error (500)',
		'Try again later. The request was attempted 3 times. Request ID: r-1.',
	],
	[
		'a write whose result is unknown',
		errorFor(500, {}, { idempotency: 'none' }),
		'Example returned a server error (500)',
		/The request may or may not have been processed/,
	],
	[
		'a requested wait that is too long',
		errorFor(429, {}, {}, 1, { stop: 'wait', waitMs: 3_600_000 }),
		'The rate limit of Example was reached',
		/asks to wait until \d{4}-.*Maximum Retry Wait/,
	],
	[
		'a rate limit that lasts too long',
		errorFor(429, {}, {}, 5, { stop: 'limited' }),
		'The rate limit of Example was reached',
		/ The rate limit lasted longer than Maximum Retry Wait\.$/,
	],
])('the error for %s', (_, error, message, hint) => {
	expect(error.message).toBe(message);
	if (typeof hint === 'string') expect(error.details.hint).toBe(hint);
	else expect(error.details.hint).toMatch(hint);
});

it.each<[status: number, retryAfter: string | undefined, waitMs: number | undefined]>([
	[429, '7', 7000],
	[429, '0', 5],
	[429, undefined, 5],
	[400, '7', 7000],
])('a known error with status %i has the longer wait', (status, retryAfter, waitMs) => {
	const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
	const { failed } = fromResponse({ status, headers, body: { code: 'too_big' } });
	expect(failed).toEqual({ action: 'fail', status, waitMs, mayHaveBeenProcessed: false });
});

it.each([
	[401, 'files.test rejected a URL that the service returned (401)', 'may have expired'],
	[404, 'files.test rejected a URL that the service returned (404)', 'may have expired'],
	[418, 'files.test rejected a URL that the service returned (418)', 'may have expired'],
	[429, 'The rate limit of files.test was reached', 'later'],
	[503, 'files.test returned a server error (503)', 'later'],
])("the service's errors do not apply to status %d of another host", (status, message, hint) => {
	const more = { externalHost: 'files.test', permission: 'notes:write' };
	const error = errorFor(status, { code: 'too_big', text: 'hm' }, more);
	expect(error.message).toBe(message);
	expect(error.details.hint).toContain(hint);
	expect(error.details.hint).not.toMatch(/credential|permission|Example/);
	const { failed } = fromResponse({ status, headers: {}, body: { code: 'too_big' }, ...more });
	expect(failed.action).toBe(actionOf(status));
});

it('names the provider in the texts of a known error', () => {
	const service = exampleService({
		errors: { '409': { message: ({ provider }) => `${provider} is busy`, hint: 'Wait' } },
	});
	const connection = { ...fakeConnection(() => null, { service }), label: 'Example Cloud' };
	const response = { status: 409, headers: {}, body: { provider: 'Injected' } };
	expect(responseError(connection, response).buildError(1, final).message).toBe(
		'Example Cloud is busy',
	);
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

it('texts are short, printable and free of secrets', () => {
	const nested = JSON.parse(`${'{"a":'.repeat(7000)}1${'}'.repeat(7000)}`) as object;
	const { details } = errorFor(
		400,
		{
			code: 'c'.repeat(5000),
			text: `\u001b[31mred\u0000 sk-very-secret ${'x'.repeat(1_000_000)}`,
			rows: ['y'.repeat(1_000_000), { 'sk-very-secret': 'sk-very-secret' }, nested],
		},
		{ headers: { 'x-request-id': `sk-very-secret${'r'.repeat(5000)}` } },
	);
	expect(details.hint).toContain('Example returned: \\u001b[31mred\\u0000 [secret] xxx');
	expect(details.hint).toContain('Request ID: [secret]rrr');
	expect(details.hint!.length).toBeLessThan(2400);
	expect(details.code!.length).toBeLessThan(110);
	expect(JSON.stringify(details.data).length).toBeLessThan(2400);
	expect(JSON.stringify(details.data)).toContain('{"[secret]":"[secret]"}');
	const { message } = errorFor(400, { code: 'too_small', size: ['z'.repeat(1_000_000)] });
	expect(message.length).toBeLessThan(2200);
});

const errorForCode = (code: string, idempotency: 'safe' | 'none' = 'safe', host?: string) =>
	networkError(
		fakeConnection(() => null),
		code,
		idempotency,
		host,
	)(4, final);

it.each([
	['ECONNREFUSED', 'Could not connect to Example'],
	['ENOTFOUND', 'Could not connect to Example: the host example.test does not exist'],
	['STALLED', 'Example did not respond in time'],
	['TRUNCATED', 'The response from Example was truncated or is not valid JSON'],
	['ECONNRESET', 'The connection to Example was interrupted'],
	['CERT_HAS_EXPIRED', 'The certificate of Example is not trusted'],
])('the error for the network code %s', (code, message) => {
	const hint = expect.stringContaining(`attempted 4 times. Network code: ${code}.`) as string;
	expect(errorForCode(code)).toMatchObject({ message, details: { code, hint } });
});

it.each(['ECONNREFUSED', 'CERT_HAS_EXPIRED', 'STALLED'])(
	'the error of a connection to another host (%s) does not name the service',
	(code) => {
		const { message, details } = errorForCode(code, 'safe', 'files.test');
		expect(message).toContain('files.test');
		expect(message + details.hint!).not.toMatch(/Example|credential/);
	},
);

it('a hint says how to fix the connection, or that a write may have been processed', () => {
	const address = {
		url: 'https://api.xyz.example.test/v1',
		field: { label: 'Region', known: ['fra', 'dal'] },
	};
	const connection = { ...fakeConnection(() => null), address };
	expect(networkError(connection, 'ENOTFOUND', 'safe')(1, final).details.hint).toBe(
		'Check Region in the credential. Known values: fra, dal. Check the network connection between n8n and Example. Network code: ENOTFOUND.',
	);
	const certificate = errorForCode('CERT_HAS_EXPIRED', 'none').details.hint;
	expect(certificate).toMatch(/NODE_EXTRA_CA_CERTS/);
	expect(certificate).not.toMatch(/processed/);
	expect(errorForCode('ECONNRESET', 'none').details.hint).toMatch(
		/may or may not have been processed/,
	);
});

test.each([
	['example.test', 'Example returned a web page instead of JSON'],
	['login.test', 'Example redirected to a web page of login.test'],
])('the error for a web page of %s names a redirect only if there was one', (host, message) => {
	const connection = { label: 'Example', address: { url: 'https://example.test' } };
	expect(networkError(connection, 'WEB_PAGE', 'safe', host)(1, final).message).toBe(message);
});

const owner = { label: 'Owner', value: 'octo' };
const repository = { label: 'Repository Name', value: 'hello', byName: true };

test.each([
	[
		[owner, repository, { label: 'Run ID', value: '7' }],
		{ record: 'Run 7', recordCheck: 'Check its ID, Owner octo and Repository hello' },
	],
	[
		[owner, repository],
		{ record: 'Repository hello', recordCheck: 'Check its name and Owner octo' },
	],
	[
		[owner, { label: 'Issue Number', value: '1120', byNumber: true }],
		{
			record: 'Issue 1120',
			recordCheck: 'Check its number (the number, not the `id`) and Owner octo',
		},
	],
	[[], {}],
])(
	'the innermost record is named; it and those that contain it are to be checked',
	(records, facts) => expect(recordFacts(records, (text) => text)).toEqual(facts),
);

test('a value is redacted before it is shortened', () => {
	const secret = `${'x'.repeat(99)}-secret`;
	const redact = (text: string): string => text.replaceAll(secret, '***');
	const recordOf = (value: string) => recordFacts([{ label: 'Token', value }], redact).record;
	expect(recordOf(secret)).toBe('Token ***');
	expect(recordOf('y'.repeat(500))!.length).toBeLessThan(120);
});
