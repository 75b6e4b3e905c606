import type { IDataObject } from 'n8n-workflow';
import { SampleServiceApi } from '../../credentials/SampleServiceApi.credentials';
import { SampleService } from '../../nodes/SampleService/SampleService.node';
import { sampleService } from '../../nodes/SampleService/service';
import { startSampleService, type SampleServiceServer } from '../services/sampleService/service';
import { runNode, type RunOptions, type RunResult } from './kit/executor';

let server: SampleServiceServer;
beforeEach(async () => {
	server = await startSampleService();
});
afterEach(async () => await server.close());

const run = async (
	operation: string,
	parameters: IDataObject = {},
	{ credential, ...more }: Partial<RunOptions> & { credential?: IDataObject } = {},
): Promise<RunResult> =>
	await runNode(
		{
			nodeType: new SampleService(),
			credentials: {
				sampleServiceApi: {
					type: new SampleServiceApi(),
					data: { ...server.credential.data, ...credential },
				},
			},
		},
		{ parameters: { resource: 'record', operation, options: {}, ...parameters }, ...more },
	);

const recordId = (value: string) => ({ __rl: true, mode: 'id', value });

describe('Get', () => {
	test('returns one record per item', async () => {
		const { items } = await run(
			'get',
			{ recordId: recordId('={{ $json.record }}') },
			{ items: [{ json: { record: 'rec_2' } }, { json: { record: 'rec_1' } }] },
		);
		expect(items.map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual([
			['Second', { item: 0 }],
			['First', { item: 1 }],
		]);
	});

	test('fails without a retry for an unknown ID', async () => {
		const { error } = await run('get', { recordId: recordId('rec_9') });
		expect(error?.message).toBe('The record was not found');
		expect(error?.description).toContain('No record has the ID rec_9.');
		expect(server.requests.count()).toBe(1);
	});
});

describe('Get Many', () => {
	beforeEach(() => {
		for (let number = 4; number <= 250; number++)
			server.records.push({ id: `rec_${number}`, name: `Record ${number}`, created_at: '' });
	});

	test('returns all records', async () => {
		const { items } = await run('getAll', { returnAll: true });
		expect(items.map(({ json }) => json.id)).toEqual(server.records.map(({ id }) => id));
		expect(server.requests.list().map(({ query }) => query)).toEqual([
			{ limit: '100' },
			{ limit: '100', cursor: '100' },
			{ limit: '100', cursor: '200' },
		]);
	});

	test('requests only as many records as the limit allows', async () => {
		const { items } = await run('getAll', { returnAll: false, limit: 2 });
		expect(items.map(({ json }) => json.id)).toEqual(['rec_1', 'rec_2']);
		expect(server.requests.list().map(({ query }) => query)).toEqual([{ limit: '2' }]);
	});

	test('retries after a server error', async () => {
		server.faults.add({ status: 500, count: 1 });
		expect((await run('getAll')).items).toHaveLength(50);
		expect(server.requests.count()).toBe(2);
	});
});

test('the error for an invalid token does not contain the token', async () => {
	const { error } = await run('getAll', {}, { credential: { accessToken: 'not-valid' } });
	expect(error?.message).toBe('Sample Service rejected the credential');
	expect(error?.description).toContain('The access token is invalid.');
	expect(JSON.stringify(error)).not.toContain('not-valid');
});

test.each(Object.entries(sampleService.errors))('%s has its own message', async (code, known) => {
	server.faults.add({ code });
	const { error } = await run('getAll', { options: { attempts: 1 } });
	expect(error?.message).toBe(known.message);
	expect(error?.description).toContain(`This is ${code}.`);
});
