import { connectionTest } from '../../../nodes/FinanceData/connectionTest';
import { responseError } from '../../../nodes/engine/errors/responseErrors';
import { decideRetry } from '../../../nodes/engine/http/retry';
import { isNotReadyError } from '../../../nodes/FinanceData/errors';
import { financeData } from '../../../nodes/FinanceData/service';
import type { Method } from '../../../nodes/engine/describe';
import { fakeConnection } from '../engine/kit';

const policy = { attempts: 4, backOffMs: 100, maximumWaitMs: 60_000 };

function errorOf(status: number, body: object, method?: Method) {
	const connection = fakeConnection(() => undefined, { service: financeData });
	const { failed: attempt, buildError } = responseError(connection, {
		status,
		headers: {},
		body,
		method,
	});
	return {
		error: buildError(1, { stop: 'final' }),
		isRetried: 'retryInMs' in decideRetry(attempt, 'safe', 1, policy),
	};
}

const platformError = {
	error_type: 'PLATFORM_ERROR',
	error_code: 'PENDING',
	error_message: 'The request failed.',
	error_metadata: {
		source: 'platform',
		human_readable: 'The customer is missing.',
		platform: { headers: { 'x-request-id': 'p-1' } },
	},
};

test('the error contains the type, the code, the source and the details of the platform', () => {
	expect(errorOf(450, platformError).error.details).toMatchObject({
		code: 'PENDING',
		data: {
			error_type: 'PLATFORM_ERROR',
			source: 'platform',
			platform: { headers: { 'x-request-id': 'p-1' } },
		},
	});
});

test('the message contains the texts of the platform and of the service', () => {
	expect(errorOf(450, platformError).error.message).toBe(
		'The platform rejected the values: The customer is missing; The request failed.',
	);
	const { error } = errorOf(450, {
		error_message: 'The customer is missing.',
		error_metadata: { human_readable: 'The customer is missing.' },
	});
	expect(error.message).toBe('The platform rejected the values: The customer is missing.');
});

test('the code PENDING has the message of a connection error only in errors of type CONNECTION_ERROR', () => {
	const connectionError = { ...platformError, error_type: 'CONNECTION_ERROR' };
	expect(errorOf(400, connectionError)).toMatchObject({
		error: { message: 'The connection is still being set up' },
		isRetried: false,
	});
	expect(errorOf(550, platformError)).toMatchObject({
		error: { message: expect.stringMatching(/^The platform returned a server error/) },
		isRetried: true,
	});
});

test.each([
	['CONNECTION_ERROR', true],
	['PLATFORM_ERROR', false],
])(
	'%s with the code PRODUCT_NOT_READY means that the data is not ready yet: %p',
	(type, expected) => {
		const { error } = errorOf(400, { error_type: type, error_code: 'PRODUCT_NOT_READY' });
		expect(isNotReadyError(error)).toBe(expected);
	},
);

test.each<[Method | undefined, boolean]>([
	['POST', true],
	['PATCH', true],
	['DELETE', true],
	['GET', false],
	[undefined, false],
])('after %s, the hint for 452 suggests asynchronous writes: %p', (method, expected) => {
	const { hint } = errorOf(452, platformError, method).error.details;
	expect(hint!.includes('Return a Job')).toBe(expected);
});

test('the credential test reports a rejected access token for 410, and other causes for 404 and 400', () => {
	const messageFor = (status: number, accessToken = '') =>
		connectionTest.explain!(status, { accessToken }, 'Rutter Sandbox');
	expect(messageFor(404)).toMatch(/^Rutter Sandbox does not have the endpoint .*Base URL/);
	expect(messageFor(400)).toMatch(/^Rutter Sandbox rejected the request \(400\)\. Check Version/);
	expect(messageFor(410, 'token')).toContain(
		'accepted the client ID and secret, but has no connection',
	);
	expect(messageFor(404, 'token')).toContain('has no connection with this access token');
	expect(messageFor(400, 'token')).toMatch(/Check Version, and Vendor .*the access token is not/);
});
