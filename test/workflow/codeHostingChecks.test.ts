/** Check runs, check suites, statuses and comments of commits. */
import type { IDataObject } from 'n8n-workflow';
import { startCodeService, type CodeService } from '../services/codeHosting/service';
import { runCodeHosting } from './kit/codeHosting';
import { onlyItem } from './kit/executor';
import { byId } from './kit/locator';

let code: CodeService;
beforeEach(async () => {
	code = await startCodeService();
});
afterEach(async () => await code.close());

const json = async (resource: string, operation: string, parameters: IDataObject) =>
	onlyItem(await runCodeHosting(code, resource, operation, parameters)).json;
const last = () => code.requests.list().at(-1)!;

const headOfMain = async () =>
	byId((await json('commit', 'get', { commitRef: byId('main') })).sha as string);

test('a check run is started, completed with a result, and shown at its branch', async () => {
	const commitSha = await headOfMain();
	const { id, status } = await json('checkRun', 'create', {
		commitSha,
		checkRunName: 'coverage',
		additionalFields: { checkState: 'in_progress', startedAt: '2026-01-31T08:00:00Z' },
	});
	expect(status).toBe('in_progress');
	const annotations = [
		{ path: 'a.ts', start_line: 1, end_line: 2, annotation_level: 'warning', message: 'No test' },
	];
	await json('checkRun', 'update', {
		checkRunId: byId(id as number),
		updateFields: {
			conclusion: 'failure',
			outputTitle: '3 of 120 files have no tests',
			outputSummary: 'Coverage fell.',
			annotations: JSON.stringify(annotations),
		},
	});
	expect(last().body).toEqual({
		conclusion: 'failure',
		output: { title: '3 of 120 files have no tests', summary: 'Coverage fell.', annotations },
	});
	expect(await json('checkRun', 'getAll', { commitRef: byId('main') })).toMatchObject({
		id,
		name: 'coverage',
		status: 'completed',
		conclusion: 'failure',
		title: '3 of 120 files have no tests',
	});
});

test('texts of a check run need a title and a summary', async () => {
	const { error } = await runCodeHosting(code, 'checkRun', 'create', {
		commitSha: byId('a1b2c3d'),
		checkRunName: 'coverage',
		additionalFields: { outputTitle: 'No tests' },
	});
	expect(error?.message).toContain('Summary is required');
	expect(code.requests.list()).toEqual([]);
});

test('statuses of several contexts are combined', async () => {
	const commitSha = await headOfMain();
	const report = async (commitState: string, statusContext: string) =>
		await json('commit', 'createStatus', {
			commitSha,
			commitState,
			additionalFields: { statusContext },
		});
	await report('pending', 'ci/build');
	await report('success', 'ci/build');
	const combined = async () =>
		(await json('commit', 'getStatus', { commitRef: byId('main') })).state;
	expect(await combined()).toBe('success');
	await report('failure', 'ci/test');
	expect(await combined()).toBe('failure');
});

test.each([
	['checkSuite', 'rerequest', { checkSuiteId: byId(5) }, { id: 5, rerequested: true }],
	['commitComment', 'delete', { commitCommentId: byId(1) }, { deleted: true }],
] as Array<[string, string, IDataObject, IDataObject]>)(
	'%s: %s returns a confirmation',
	async (resource, operation, parameters, expected) => {
		expect(await json(resource, operation, parameters)).toMatchObject(expected);
	},
);
