/** Workflow: Dispatch and Wait, and Workflow Run: Wait Until Completed. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { CodeHostingApi } from '../../credentials/CodeHostingApi.credentials';
import { CodeHosting } from '../../nodes/CodeHosting/CodeHosting.node';
import { startCodeService, type CodeService } from '../services/codeHosting/service';
import { runNode, type NodeSetup, type RunOptions, type RunResult } from './kit/executor';
import { byId } from './kit/locator';
import { activateWebhook } from './kit/webhooks';

const nodeType = new CodeHosting();

let code: CodeService;
beforeEach(async () => {
	code = await startCodeService({ settings: { runMs: 60 } });
});
afterEach(async () => await code.close());

const repo = () => code.world.repositories[0]!;
const dispatched = () => repo().runs.filter(({ event }) => event === 'workflow_dispatch');
/** Short waits, so that tests are fast. */
const fast = { pollingInterval: 0.03, maximumWait: 0.2 };

const setup = (): NodeSetup => ({
	nodeType,
	credentials: { codeHostingApi: { type: new CodeHostingApi(), data: code.credential.data } },
});

const common = (): IDataObject => ({
	authentication: 'token',
	owner: byId('octo-org'),
	repository: byId('hello-world'),
	simplify: true,
});

const dispatchParameters = (
	options: IDataObject = {},
	parameters: IDataObject = {},
): IDataObject => ({
	...common(),
	resource: 'workflow',
	operation: 'dispatchAndWait',
	workflowId: byId('deploy.yml'),
	ref: 'main',
	inputs: '{}',
	...parameters,
	options: { ...fast, ...options },
});

const dispatchAndWait = async (
	options: IDataObject = {},
	parameters: IDataObject = {},
	more: Partial<RunOptions> = {},
): Promise<RunResult> =>
	await runNode(setup(), { parameters: dispatchParameters(options, parameters), ...more });

const waitFor = async (
	runId: unknown,
	options: IDataObject = {},
	more: Partial<RunOptions> = {},
): Promise<RunResult> =>
	await runNode(setup(), {
		parameters: {
			...common(),
			resource: 'workflowRun',
			operation: 'wait',
			runId: byId(runId),
			options: { ...fast, ...options },
		},
		...more,
	});

const release = { workflowId: byId('release.yml') };
const startRun = (ms: number, conclusion = 'success') =>
	code.world.start(repo(), 161_335, 'main', 'push', ms, { conclusion });
const requestsTo = (pattern: string) => code.requests.list(pattern);

describe('a dispatched run is found', () => {
	test('in the response to the dispatch, if the service offers it', async () => {
		const { items, error } = await dispatchAndWait({ returnRunDetails: true }, release);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({
			id: dispatched()[0]!.id,
			status: 'completed',
			conclusion: 'success',
			found_by: 'run_details',
			failed_jobs: [],
			owner: 'octo-org',
			repository: 'hello-world',
		});
		expect(items[0]?.json.duration_seconds).toEqual(expect.any(Number));
		expect(requestsTo('POST *')[0]?.body).toEqual({
			ref: 'main',
			inputs: {},
			return_run_details: true,
		});
		expect(requestsTo('GET */workflows/*')).toEqual([]);
	});

	test('by branch, actor and time, although it appears late', async () => {
		code.settings.runListDelayMs = 100;
		code.world.start(repo(), 161_336, 'topic', 'workflow_dispatch', 0);
		const { items, error } = await dispatchAndWait({}, { ...release, ref: 'refs/heads/main' });
		expect(error).toBeUndefined();
		const run = dispatched().find(({ head_branch: branch }) => branch === 'main');
		expect(items[0]?.json).toMatchObject({ id: run!.id, found_by: 'time_and_actor' });
		expect(requestsTo('POST *')[0]?.body).not.toHaveProperty('return_run_details');
		expect(requestsTo('GET /user')).toHaveLength(1);
	});

	test('by time alone, if the token cannot read its user', async () => {
		code.faults.add({ on: 'GET /user', status: 403 });
		const { items } = await dispatchAndWait({}, release);
		expect(items[0]?.json).toMatchObject({ id: dispatched()[0]!.id, found_by: 'time' });
	});

	test('by a unique input, although another run started at the same time', async () => {
		repo().workflows[2]!.reviewedEnvironment = undefined;
		const { items, error } = await dispatchAndWait(
			{ uniqueInput: 'correlation_id' },
			{ inputs: '{"version":"1.0"}' },
			{
				during: () =>
					void code.requests
						.until(({ total }) => total >= 1)
						.then(() => code.world.start(repo(), 161_337, 'main', 'workflow_dispatch', 0)),
			},
		);
		expect(error).toBeUndefined();
		const body = requestsTo('POST *')[0]!.body as { inputs: IDataObject };
		expect(body.inputs).toEqual({
			version: '1.0',
			correlation_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
		});
		expect(items[0]?.json).toMatchObject({
			found_by: 'unique_input',
			display_title: `Deploy 1.0 ${String(body.inputs.correlation_id)}`,
		});
	});
});

describe('a dispatched run that cannot be found', () => {
	test('is an error if several runs match, not a guess', async () => {
		code.world.start(repo(), 161_336, 'main', 'workflow_dispatch', 0);
		const result = await dispatchAndWait({}, release);
		expect(result.error?.message).toBe(
			'The workflow was dispatched, but 2 runs could be the one that it started',
		);
		for (const { id } of dispatched()) expect(result.error?.description).toContain(String(id));
		expect(result.error?.description).toContain('set Unique Input');
	});

	test('is an error that states the missing input of run-name', async () => {
		const { error } = await dispatchAndWait({ uniqueInput: 'nonce', maximumWait: 0.01 }, release);
		expect(error?.message).toBe(
			'The workflow was dispatched, but the run that it started was not found',
		);
		expect(error?.description).toContain('${{ inputs.nonce }}');
	});

	test('is not dispatched again by Retry On Fail', async () => {
		code.settings.runListDelayMs = 800;
		const { items, error } = await dispatchAndWait({ maximumWait: 0.01 }, release, {
			settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 },
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ id: dispatched()[0]!.id, conclusion: 'success' });
		expect(dispatched()).toHaveLength(1);
	});
});

describe('many items', () => {
	const items = Array.from({ length: 4 }, (_, index) => ({ json: { index } }));

	test('each get the run that they started, also when runs are found by time', async () => {
		const result = await dispatchAndWait({ itemsAtOnce: 4 }, release, { items });
		expect(result.error).toBeUndefined();
		const ids = result.items.map(({ json }) => json.id);
		expect(new Set(ids).size).toBe(4);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((_, item) => ({ item })),
		);
		expect(dispatched().map(({ id }) => id)).toEqual([...ids].reverse());
		expect(requestsTo('GET /user')).toHaveLength(1);
	});
});

describe('a run', () => {
	test('that is not completed in time is an error that names it, and it continues', async () => {
		const run = startRun(60_000);
		const result = await waitFor(run.id, { maximumWait: 0.01 });
		expect(result.error?.message).toBe(
			`Workflow run CI #${run.run_number} (${run.id}) was not completed within 0.01 minutes: its status is queued`,
		);
		expect(result.error?.description).toContain('The run continues.');
		expect(result.error?.description).toContain(`Run: ${String(run.html_url)}`);
		expect(run.status).toBe('queued');
	});

	test('does not end when the execution is canceled, and no further request is sent', async () => {
		const run = startRun(60_000);
		const { run: execution, error } = await waitFor(
			run.id,
			{ maximumWait: 10 },
			{
				during: (cancel) =>
					void code.requests.until(({ total }) => total >= 2).then(() => setTimeout(cancel, 10)),
			},
		);
		expect(execution.status).toBe('canceled');
		expect(error?.message).toBe('The execution was canceled');
		expect(error?.description).not.toContain('stopped waiting');
		const sent = code.requests.total;
		await new Promise((resolve) => setTimeout(resolve, 200));
		expect(code.requests.total).toBe(sent);
		expect(run.status).not.toBe('completed');
	});

	test('is still waited for after rate limits and outages', async () => {
		const run = startRun(60_000);
		const { items, error } = await waitFor(
			run.id,
			{ attempts: 1 },
			{
				during: () =>
					void code.requests
						.until(({ total }) => total >= 1)
						.then(() => {
							code.faults.add({ status: 502, count: 2 });
							const headers = { 'retry-after': '1' };
							code.faults.add({ status: 429, headers, skip: 2, count: 1 });
							return code.requests.until((log) => log.list().some(({ status }) => status === 429));
						})
						.then(() => code.world.end(repo(), run, 'success')),
			},
		);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ id: run.id, conclusion: 'success' });
		const statuses = code.requests.list().map(({ status }) => status);
		expect(statuses.filter((status) => status === 502)).toHaveLength(2);
		expect(statuses.filter((status) => status === 429)).toHaveLength(1);
	});

	test('that waits for a review is returned with Return for Review, and completed after it', async () => {
		const { items, error } = await dispatchAndWait({
			returnForReview: true,
			returnRunDetails: true,
		});
		expect(error).toBeUndefined();
		const [run] = dispatched();
		expect(items[0]?.json).toMatchObject({ id: run!.id, status: 'waiting', failed_jobs: [] });
		expect(items[0]?.json).not.toHaveProperty('duration_seconds');
		const waiting = await waitFor(run!.id, { maximumWait: 0.01 });
		expect(waiting.error?.description).toContain('Review Deployments');
		const review = await runNode(setup(), {
			parameters: {
				...common(),
				resource: 'workflowRun',
				operation: 'reviewDeployments',
				runId: byId(run!.id),
				environmentIds: String(repo().environments[0]!.id),
				reviewState: 'approved',
				comment: 'fine',
				options: {},
			},
		});
		expect(review.error).toBeUndefined();
		expect((await waitFor(run!.id)).items[0]?.json.conclusion).toBe('success');
	});
});

describe('a failed run', () => {
	const log = `${Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n')}\n`;
	beforeEach(() => {
		code.settings.runConclusion = 'failure';
		code.settings.jobLog = log;
	});

	test('is returned with its failed jobs, their failed steps and the end of their logs', async () => {
		const { items, error } = await dispatchAndWait(
			{ returnRunDetails: true, logLines: 3 },
			release,
		);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ conclusion: 'failure' });
		const failed = repo().jobs.filter(({ conclusion, run_id: id }) =>
			id === dispatched()[0]!.id ? conclusion === 'failure' : false,
		);
		expect(items[0]?.json.failed_jobs).toEqual([
			{
				id: failed[0]!.id,
				name: 'test',
				conclusion: 'failure',
				failed_steps: ['Run test'],
				log: 'line 97\nline 98\nline 99',
			},
		]);
	});

	test('whose log is deleted is still returned', async () => {
		code.faults.add({ on: 'GET */logs', status: 410 });
		const { items, error } = await waitFor(startRun(0, 'failure').id);
		expect(error).toBeUndefined();
		expect(items[0]?.json.failed_jobs).toMatchObject([
			{ name: 'test', log: null, log_problem: 'The record is no longer available' },
		]);
	});

	test('has at most ten logs', async () => {
		const run = startRun(0, 'failure');
		await waitFor(run.id);
		const job = repo().jobs.find(
			({ run_id: id, conclusion }) => id === run.id && conclusion === 'failure',
		)!;
		for (let number = 1; number <= 150; number++)
			repo().jobs.push({ ...job, id: number, name: `test ${number}` });
		code.requests.clear();
		const { items } = await waitFor(run.id);
		const jobs = items[0]!.json.failed_jobs as IDataObject[];
		expect(jobs).toHaveLength(151);
		expect(jobs.filter((one) => one.log !== undefined)).toHaveLength(10);
		expect(requestsTo('GET */logs')).toHaveLength(10);
	});

	test('fails the item with Fail Unless Successful', async () => {
		const { error } = await dispatchAndWait(
			{ returnRunDetails: true, failUnlessSuccessful: true },
			release,
		);
		const [run] = dispatched();
		expect(error?.message).toBe(
			`Workflow run Release #${run!.run_number} (${run!.id}) ended with the conclusion failure`,
		);
		expect(error?.description).toContain('Failed jobs and steps: test (Run test).');
		expect(requestsTo('GET */logs')).toEqual([]);
		expect(error?.description).toContain(`Run: ${String(run!.html_url)}`);
	});
});

describe('waiting by callback', () => {
	const callback = { wait: 'callback', ...release };
	const deliver = async (item: IDataObject, body: object = { sha: 'abc' }) =>
		await activateWebhook(
			setup(),
			dispatchParameters({}, callback) as INodeParameters,
			'workflow-1',
			item,
		)({
			body: Buffer.from(JSON.stringify(body)),
			headers: { 'content-type': 'application/json' },
		});

	test('suspends the execution, and passes the URL that resumes it to the workflow', async () => {
		code.settings.runMs = 60_000;
		const { waitTill, items } = await dispatchAndWait(
			{ returnRunDetails: true, maximumWait: 30 },
			callback,
		);
		expect(waitTill).toBeInstanceOf(Date);
		const { inputs } = requestsTo('POST *')[0]!.body as { inputs: IDataObject };
		expect(String(inputs.resumeUrl)).toMatch(
			/^https?:.*\/b5b1c1a8-5d1c-4d0e-9d4c-0c8f4f1f0001(\?|$)/,
		);
		// After Maximum Wait, n8n continues with this item.
		expect(items[0]?.json).toMatchObject({
			id: dispatched()[0]!.id,
			owner: 'octo-org',
			repository: 'hello-world',
			timedOut: true,
		});
	});

	test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'keeps the run as the input that n8n stores for the resume, with On Error: %s',
		async (onError) => {
			code.settings.runMs = 60_000;
			const { run } = await dispatchAndWait({ returnRunDetails: true, maximumWait: 30 }, callback, {
				settings: { onError },
			});
			const [waiting] = run.data.executionData!.nodeExecutionStack;
			expect(waiting!.data.main![0]!.map(({ json }) => json.id)).toEqual([dispatched()[0]!.id]);
		},
	);

	test('returns a run that is already completed, because its call would come too early', async () => {
		code.settings.runMs = 0;
		code.faults.add({ on: 'GET */runs/*', latencyMs: 100 });
		const { waitTill, items } = await dispatchAndWait({ returnRunDetails: true }, callback);
		expect(waitTill).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ conclusion: 'success', found_by: 'run_details' });
		expect(items[0]?.json).not.toHaveProperty('timedOut');
	});

	test('is an error that names the run, if it cannot be read after the dispatch', async () => {
		code.faults.add({ on: 'GET */runs/*', status: 502 });
		const result = await dispatchAndWait({ returnRunDetails: true, attempts: 1 }, callback);
		expect(result.error?.description).toContain(`Run: ${String(dispatched()[0]!.html_url)}`);
		expect(result.waitTill).toBeUndefined();
	});

	test('resumes with the run and the body of the call', async () => {
		const run = startRun(60_000);
		const { status, items } = await deliver({
			id: run.id,
			owner: 'octo-org',
			repository: 'hello-world',
			found_by: 'run_details',
		});
		expect(status).toBe(200);
		expect(items?.[0]?.json).toMatchObject({
			id: run.id,
			status: 'queued',
			found_by: 'run_details',
			callback: { sha: 'abc' },
		});
	});

	test('responds with 503 if the run cannot be read, so that the workflow can call again', async () => {
		const run = startRun(60_000);
		code.faults.add({ status: 502, count: 1 });
		const item = { id: run.id, repository: { full_name: 'octo-org/hello-world' } };
		expect((await deliver(item)).status).toBe(503);
		expect((await deliver(item)).status).toBe(200);
	});

	test('is not possible for several items', async () => {
		const { error } = await dispatchAndWait({}, callback, { items: [{ json: {} }, { json: {} }] });
		expect(error?.message).toBe('Wait: By Callback supports one item per run, got 2');
		expect(code.requests.total).toBe(0);
	});
});
