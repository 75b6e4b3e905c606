// Results of long-running operations in the format of the vendor's public API, which differs from
// the format of the local test service.
import type { IDataObject } from 'n8n-workflow';
import { bytesOf } from './kit/executor';
import { byId } from './kit/locator';
import { parent, startMigration } from './kit/migrationAssessment';
import { rawServersPerTest } from './kit/rawServer';

const startServer = rawServersPerTest();
let migration: Awaited<ReturnType<typeof startMigration>>;
beforeEach(async () => {
	migration = await startMigration();
});
afterEach(async () => await migration.service.close());

const done = (response: IDataObject) => ({
	name: `${parent}/operations/o`,
	done: true,
	response: { '@type': 'type.example.com/Result', ...response },
});

/** A server that responds to each request with the JSON for the last segment of its path. */
async function startWith(responses: (origin: string) => IDataObject) {
	const server = await startServer();
	const byPath = responses(server.url);
	server.respond = (response, { target }) => {
		// The node makes up the ID of the report's export job.
		const segment = target
			.split('?')[0]!
			.split('/')
			.at(-1)!
			.replace(/^export-[^:]+/, 'export');
		response
			.writeHead(200, { 'content-type': 'application/json' })
			.end(segment === 'file.csv' ? 'a,b' : JSON.stringify(byPath[segment] ?? {}));
	};
	return { server, credential: { baseUrl: server.url } };
}

describe('exports, whose result contains the execution', () => {
	const execution = (origin: string) => ({
		executionId: 'e',
		result: { signedUris: { signedUris: [{ file: 'a.csv', uri: `${origin}/file.csv` }] } },
	});
	const start = async () =>
		await startWith((origin) => ({
			'job:run': done({ assetsExportJobExecution: execution(origin) }),
			'export:run': done({ reportExportExecution: execution(origin) }),
			reportExportJobs: done({}),
		}));

	test('Assets Export Job: Run returns the execution', async () => {
		const { credential } = await start();
		const { items } = await migration.run(
			'assetsExportJob',
			'run',
			{ assetsExportJobId: byId('job') },
			{ credential },
		);
		expect(items[0]?.json).toMatchObject({ executionId: 'e', result: {} });
	});

	test('Assets Export Job: Run downloads the files', async () => {
		const { credential } = await start();
		const { items } = await migration.run(
			'assetsExportJob',
			'run',
			{ assetsExportJobId: byId('job'), options: { downloadFiles: true } },
			{ credential },
		);
		expect(items[0]?.json).toEqual({ executionId: 'e', files: ['a.csv'] });
		expect(String(await bytesOf(items[0]!.binary!.data!))).toBe('a,b');
	});

	test('Report: Download downloads the files', async () => {
		const { credential } = await start();
		const { items } = await migration.run(
			'report',
			'download',
			{ reportConfigId: byId('c'), reportId: byId('r'), fileFormat: 'CSV' },
			{ credential },
		);
		expect(items[0]?.json).toEqual({ executionId: 'e', files: ['a.csv'] });
	});
});

test.each(['run', 'validate'])(
	'Import Job: %s returns the import job, because the result is empty',
	async (operation) => {
		const { server, credential } = await startWith(() => ({
			[`job:${operation}`]: done({}),
			job: { name: `${parent}/importJobs/job`, state: 'IMPORT_JOB_STATE_READY' },
		}));
		const { items } = await migration.run(
			'importJob',
			operation,
			{ importJobId: byId('job') },
			{ credential },
		);
		expect(items[0]?.json).toMatchObject({ state: 'IMPORT_JOB_STATE_READY' });
		expect(server.received.map(({ method, target }) => `${method} ${target}`)).toEqual([
			`POST /v1alpha1/${parent}/importJobs/job:${operation}`,
			`GET /v1alpha1/${parent}/importJobs/job?view=IMPORT_JOB_VIEW_FULL`,
		]);
	},
);
