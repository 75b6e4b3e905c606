/**
 * Jobs with a status that the specification does not list: another spelling, or a new way to fail.
 * Clients that do not know such a word poll forever:
 * replicate/replicate-python#460 and
 * pantheon-systems/terminus#476.
 */
import type { IDataObject } from 'n8n-workflow';
import type { RunResult } from '../kit/executor';
import { byId } from '../kit/locator';
import { rawServersPerTest, respondWithJson } from '../kit/rawServer';
import { rawRunner } from '../kit/rawService';

const runRaw = rawRunner(rawServersPerTest());

/** Runs an operation against a server that answers every request with the result of `answer`. */
async function run(
	name: string,
	parameters: IDataObject,
	answer: (path: string, method: string) => unknown,
): Promise<RunResult> {
	return await runRaw(name, parameters, (response, received, request) =>
		respondWithJson(answer(received.target, received.method))(response, received, request),
	);
}

describe('Media Generation', () => {
	const generate = async (status: string): Promise<RunResult> =>
		await run(
			'mediaGeneration',
			{
				resource: 'generation',
				operation: 'create',
				modelId: byId('flux-dev'),
				specifyFields: 'json',
				fieldsJson: '{"prompt":"a lighthouse"}',
				wait: 'polling',
				downloadOutputs: false,
				options: { maximumWait: 0.05 },
			},
			(path) =>
				path.endsWith('/estimate')
					? { cost: 1, balance: 9 }
					: { id: 'g1', status, cost: 1, outputs: [] },
		);

	test.each(['FAILED', 'cancelled', 'failed'])('the status %s ends the wait', async (status) => {
		const { items, error } = await generate(status);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ id: 'g1', status });
		expect(items[0]?.json).not.toHaveProperty('timedOut');
	});

	test.each(['aborted', 'expired'])('the unknown status %s is an error', async (status) => {
		const { error } = await generate(status);
		expect(error?.message).toBe(`Job g1 ended with the unknown status "${status}"`);
	});

	test.each(['pending', 'IN_PROGRESS', 'queued'])('the status %s goes on', async (status) => {
		const { items } = await generate(status);
		expect(items[0]?.json).toMatchObject({ status, timedOut: true });
	});
});

describe('Document Search', () => {
	const wait = async (status: string): Promise<RunResult> =>
		await run(
			'documentSearch',
			{ resource: 'job', operation: 'wait', jobId: byId('j1'), options: { maximumWait: 0.05 } },
			() => ({ id: 'j1', status }),
		);

	test('an unknown status is an error', async () => {
		const { error } = await wait('aborted');
		expect(error?.message).toBe('Job j1 ended with the unknown status "aborted"');
	});

	test('a known status in capitals is final, and other words for work go on', async () => {
		expect((await wait('FAILED')).items[0]?.json).toEqual({ id: 'j1', status: 'FAILED' });
		expect((await wait('indexing')).items[0]?.json).toMatchObject({ timedOut: true });
	});
});

describe('Finance Data', () => {
	const create = async (status: string): Promise<RunResult> =>
		await run(
			'financeData',
			{
				resource: 'invoice',
				operation: 'create',
				responseMode: 'async',
				specifyFields: 'json',
				data: '{"customer_id":"c","issue_date":"2026-01-31","line_items":[]}',
				waitForJob: true,
				options: { maximumWait: 0.05 },
			},
			(_, method) =>
				method === 'POST'
					? { async_response: { id: 'j1', status: 'prequeued', response_url: '' } }
					: { job: { id: 'j1', status } },
		);

	test('an unknown status is an error, and the known ones go on', async () => {
		const { error } = await create('aborted');
		expect(error?.message).toBe('Job j1 ended with the unknown status "aborted"');
		const { items } = await create('prequeued');
		expect(items[0]?.json).toMatchObject({ timedOut: true });
	});
});
