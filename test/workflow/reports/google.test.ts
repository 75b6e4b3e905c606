/** Error responses of Google APIs, as public reports and the documentation show them. */
import type { IDataObject } from 'n8n-workflow';
import { byId } from '../kit/locator';
import { rawServersPerTest, respondWithJson } from '../kit/rawServer';
import { rawRunner, type RawResult } from '../kit/rawService';

const runRaw = rawRunner(rawServersPerTest());

/** Lists the tasks of a server that answers the first request with an error, and then with a list. */
async function runAfter(status: number, error: IDataObject): Promise<RawResult> {
	const responses = [respondWithJson({ error }, status)];
	return await runRaw(
		'taskList',
		{ resource: 'task', operation: 'getAll', taskListId: byId('l1') },
		(...received) => (responses.pop() ?? respondWithJson({ items: [{ id: 't1' }] }))(...received),
	);
}

const errorInfo = (reason: string, metadata: IDataObject = {}) => ({
	'@type': 'type.googleapis.com/google.rpc.ErrorInfo',
	reason,
	domain: 'googleapis.com',
	metadata,
});

describe('a rate limit with status 403 is retried', () => {
	// googleapis/google-api-python-client#170, googleapis/python-api-core#679, and
	// ericberman/MyFlightbookWeb#843
	test.each<[string, IDataObject]>([
		['only in errors', { errors: [{ domain: 'usageLimits', reason: 'rateLimitExceeded' }] }],
		['only in details', { details: [errorInfo('RATE_LIMIT_EXCEEDED')] }],
		[
			'in both, as newer APIs send it',
			{
				errors: [{ domain: 'usageLimits', reason: 'rateLimitExceeded' }],
				details: [errorInfo('RATE_LIMIT_EXCEEDED')],
				status: 'PERMISSION_DENIED',
			},
		],
		[
			'after an unknown reason',
			{
				errors: [{ domain: 'usageLimits', reason: 'userRateLimitExceeded' }],
				details: [errorInfo('SOMETHING_NEW')],
				status: 'PERMISSION_DENIED',
			},
		],
	])('%s', async (_, error) => {
		const { error: failure, items, server } = await runAfter(403, { code: 403, ...error });
		expect(failure).toBeUndefined();
		expect(items.map(({ json }) => json.id)).toEqual(['t1']);
		expect(server.received).toHaveLength(2);
	});
});

describe('what is not a matter of permissions says nothing about permissions', () => {
	test.each<[string, IDataObject, string]>([
		[
			'a daily limit',
			{ errors: [{ domain: 'usageLimits', reason: 'dailyLimitExceeded' }] },
			'The daily request quota of the project was reached',
		],
		[
			'a daily quota of a newer API',
			{
				status: 'RESOURCE_EXHAUSTED',
				details: [errorInfo('RATE_LIMIT_EXCEEDED', { quota_limit: 'defaultPerDayPerProject' })],
			},
			'The daily request quota of the project was reached',
		],
		[
			'a quota',
			{ errors: [{ domain: 'usageLimits', reason: 'quotaExceeded' }], status: 'PERMISSION_DENIED' },
			'The daily request quota of the project was reached',
		],
		[
			'an API that is not enabled',
			{
				status: 'PERMISSION_DENIED',
				message:
					'Google Tasks API has not been used in project 123 before or it is disabled. Enable it by visiting https://console.example/apis then retry.',
				errors: [{ domain: 'usageLimits', reason: 'accessNotConfigured' }],
				details: [errorInfo('SERVICE_DISABLED')],
			},
			'is not enabled in the project',
		],
	])('%s', async (_, body, message) => {
		const { error, server } = await runAfter(403, { code: 403, ...body });
		expect(error?.message).toContain(message);
		expect(error?.description).not.toMatch(/needs the permission/);
		if (typeof body.message === 'string') expect(error?.description).toContain(body.message);
		expect(server.received).toHaveLength(1);
	});
});

test('a missing permission names the permission', async () => {
	const { error } = await runAfter(403, {
		code: 403,
		status: 'PERMISSION_DENIED',
		message: 'The caller does not have permission',
		errors: [{ domain: 'global', reason: 'forbidden' }],
	});
	expect(error?.message).toContain('does not have permission');
	expect(error?.description).toContain('It needs the permission https://');
});

test('a conflict is retried, even if an unknown reason precedes its status', async () => {
	const { error, server } = await runAfter(409, {
		code: 409,
		status: 'ABORTED',
		errors: [{ domain: 'global', reason: 'aborted' }],
	});
	expect(error).toBeUndefined();
	expect(server.received).toHaveLength(2);
});

// The format is documented in googleapis/googleapis (google/rpc/error_details.proto).
test('invalid fields are named', async () => {
	const { error } = await runAfter(400, {
		code: 400,
		status: 'INVALID_ARGUMENT',
		message: 'Request contains an invalid argument.',
		details: [
			{
				'@type': 'type.googleapis.com/google.rpc.BadRequest',
				fieldViolations: [{ field: 'due', description: 'Invalid value' }, { field: 'title' }],
			},
		],
	});
	expect(error?.description).toContain(
		'Request contains an invalid argument. (due: Invalid value; title)',
	);
});
