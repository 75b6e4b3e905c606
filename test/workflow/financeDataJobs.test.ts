/**
 * Jobs of writes that the service accepted: links that cannot be followed, and jobs that report
 * their own status.
 */
import type { IDataObject } from 'n8n-workflow';
import { FinanceDataApi } from '../../credentials/FinanceDataApi.credentials';
import { FinanceData } from '../../nodes/FinanceData/FinanceData.node';
import { runNode, type RunResult } from './kit/executor';
import { rawServersPerTest, respondWithJson, type RawServer } from './kit/rawServer';

const nodeType = new FinanceData();

const startRawServer = rawServersPerTest();
let server: RawServer;
/** Link in the response to a write, and responses to GET requests by path. */
let responseUrl: string | undefined;
let responses: Record<string, readonly [body: unknown, status?: number]>;

beforeEach(async () => {
	server = await startRawServer();
	responses = {};
	server.respond = async (response, request, message) => {
		const accepted = { id: 'job-1', response_url: responseUrl, status: 'prequeued' };
		const [body, status] =
			request.method === 'POST'
				? ([{ async_response: accepted }, 202] as const)
				: (responses[request.target] ?? [{ error_message: 'Not offered' }, 404]);
		await respondWithJson(body, status)(response, request, message);
	};
});

const createInvoice = async (): Promise<RunResult> =>
	await runNode(
		{
			nodeType,
			credentials: {
				financeDataApi: {
					type: new FinanceDataApi(),
					data: {
						provider: 'other',
						baseUrl: `${server.url}/versioned`,
						clientId: 'client',
						clientSecret: 'a-secret',
						accessToken: 'connection-token',
						version: '2024-08-31',
						vendor: 'Example',
					},
				},
			},
		},
		{
			parameters: {
				resource: 'invoice',
				operation: 'create',
				specifyFields: 'json',
				data: '{"customer_id":"c","issue_date":"2026-01-31","line_items":[]}',
				responseMode: 'async',
				waitForJob: true,
				options: { attempts: 1, maximumWait: 0.05 },
			},
		},
	);
const requests = (): string[] => server.received.map(({ method, target }) => `${method} ${target}`);
const readRequests = (): string[] => requests().filter((request) => request.startsWith('GET'));
const job = (state: IDataObject): IDataObject => ({
	type: 'JOB',
	code: 'JOB_COMPLETED',
	job: { id: 'job-1', ...state },
});
const succeeded = job({
	status: 'success',
	response: { http_status: 200, body: { invoice: { id: 'i-1' } } },
});

describe('the job of an accepted write', () => {
	test.each([
		['by its link', '/versioned/jobs/linked', ['/versioned/jobs/linked']],
		['by a relative link', 'jobs/linked', ['/versioned/jobs/linked']],
		['by its ID without a link', undefined, ['/versioned/jobs/job-1']],
		['by its ID if the link has no version prefix', '/jobs/job-1', ['/versioned/jobs/job-1']],
		['by its ID if the link is invalid', 'http://[', ['/versioned/jobs/job-1']],
		[
			'by its ID if the link leads nowhere',
			'/versioned/tasks/1',
			['/versioned/tasks/1', '/versioned/jobs/job-1'],
		],
	])('is read %s', async (_, link, paths) => {
		responseUrl = link;
		responses = { '/versioned/jobs/job-1': [succeeded], '/versioned/jobs/linked': [succeeded] };
		const { items, error } = await createInvoice();
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ id: 'i-1' });
		expect(readRequests()).toEqual(paths.map((path) => `GET ${path}`));
	});

	test('is read by its ID if the link leads to another host, and nothing is sent to that host', async () => {
		const other = await startRawServer();
		responseUrl = `${other.url}/versioned/jobs/job-1`;
		responses = { '/versioned/jobs/job-1': [succeeded] };
		expect((await createInvoice()).items[0]?.json).toEqual({ id: 'i-1' });
		expect(other.received).toEqual([]);
	});

	test('if it cannot be read, is named in an error that confirms that the write was accepted', async () => {
		responseUrl = '/jobs/job-1';
		const { error } = await createInvoice();
		expect(error?.message).toBe(
			'The service accepted the write, but job job-1 cannot be read: ' +
				'The platform of this connection does not offer this operation',
		);
		expect(error?.description).toContain(
			'Read the job with Job: Get before you run the node again.',
		);
	});
});

describe('the error of a failed job', () => {
	const platformError = {
		error_type: 'PLATFORM_ERROR',
		error_code: 'PLATFORM_REFUSED',
		error_message: 'Rejected',
		error_metadata: { source: 'platform', human_readable: 'The period is closed.' },
	};
	const messages = {
		450: 'The platform rejected the values: The period is closed; Rejected',
		550: 'The platform returned a server error: The period is closed; Rejected',
	};

	describe.each([450, 550] as const)('with status %d', (status) => {
		const failed = job({
			status: 'failure',
			response: { http_status: status, body: platformError },
		});
		const withoutStatus = job({ status: 'failure', response: { body: platformError } });
		test.each([
			['in the job', failed, 200],
			['in the job and in the response', failed, status],
			['in the response', withoutStatus, status],
			['in a response without the job', platformError, status],
		])(
			'%s keeps the messages of the platform and of the service, and the ID of the job',
			async (_, body, responseStatus) => {
				responseUrl = undefined;
				responses = { '/versioned/jobs/job-1': [body, responseStatus] };
				const { error } = await createInvoice();
				expect(error?.message).toBe(messages[status]);
				expect(error?.httpCode).toBe(String(status));
				expect(error?.description).toMatch(/ Job: job-1\.$/);
				expect(readRequests()).toHaveLength(1);
			},
		);
	});
});
