// `npm run new-service`: what it generates. With TENFOLD_LONG, in a copy of the repository, the new
// services pass all checks unchanged.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createService } from '../../../tools/newService/createService';
import { serviceNames } from '../../../tools/newService/names';
import { root } from '../../../tools/system/paths';
import { newServiceIn, runJest } from './newServiceChecks';
import { copyRepository, runIn, type Finished } from './repositoryCopy';

const isLong = process.env.TENFOLD_LONG !== undefined;

let copy: string;

const created = [
	'credentials/WeatherReportsApi.credentials.ts',
	'docs/weather-reports.md',
	'examples/weather-reports-get-records.json',
	'icons/weatherReports.dark.svg',
	'icons/weatherReports.svg',
	'nodes/WeatherReports/README.md',
	'nodes/WeatherReports/WeatherReports.node.ts',
	'nodes/WeatherReports/credentials.ts',
	'nodes/WeatherReports/errors.ts',
	'nodes/WeatherReports/resources/record.ts',
	'nodes/WeatherReports/service.ts',
	'nodes/WeatherReports/shapes.ts',
	'test/contract/data/weather-reports.json',
	'test/contract/snapshots/WeatherReports.json',
	'test/services/weatherReports/responses.json',
	'test/services/weatherReports/service.ts',
	'test/services/weatherReports/settings.json',
	'test/workflow/faults/weatherReports.test.ts',
	'test/workflow/weatherReports.test.ts',
];
const changed = [
	'package.json',
	'test/services/list.ts',
	'test/host/editor/nodeCases.ts',
	'test/host/editor/connectCases.ts',
	'test/host/agents/toolCases.ts',
];

describe('generated files', () => {
	beforeAll(() => {
		copy = copyRepository();
	});
	afterAll(() => rmSync(copy, { recursive: true, force: true }));

	const { read, syntaxErrors, operationsOf, unregistered } = newServiceIn(() => copy);

	test('a skeleton is complete, parses, loads and is registered', () => {
		const files = createService(copy, serviceNames('weather-reports'));
		expect(files.created).toEqual(created.filter((file) => !file.includes('/snapshots/')));
		expect(files.changed).toEqual(changed);
		expect([...files.created, ...files.changed].flatMap(syntaxErrors)).toEqual([]);
		expect(files.created.filter((file) => /sample[- ]?service/i.test(read(file)))).toEqual([]);
		expect(operationsOf(files.created, 'WeatherReports', 'weatherReports')).toEqual([
			'apiRequest.getAll',
			'apiRequest.send',
			'record.get',
			'record.getAll',
		]);
		expect(unregistered('WeatherReports', 'weatherReports')).toEqual([]);
	});

	test.each([
		['3d-models', 'not a valid service name'],
		['weather-api', 'cannot end with'],
		['tasklist', 'nodes/TaskList already exists'],
		['class', 'the word “class”'],
	])('the name %s is rejected: %s', (name, problem) => {
		expect(() => createService(copy, serviceNames(name))).toThrow(problem);
	});
});

if (isLong)
	describe('the checks of a new service', () => {
		jest.setTimeout(600_000);
		let finished: Finished;
		const sources = [...created, ...changed].filter((path) => path.endsWith('.ts'));

		const run = (command: string, ...args: string[]): Finished => runIn(copy, command, ...args);

		const checks: Record<string, () => Finished> = {
			format: () => run('prettier', '--check', '--ignore-unknown', ...created, ...changed),
			lint: () => run('eslint', '--max-warnings=0', 'package.json', ...sources),
			types() {
				const config = {
					extends: './test/tsconfig.json',
					compilerOptions: { incremental: true, tsBuildInfoFile: 'build/new.tsbuildinfo' },
					include: sources,
				};
				writeFileSync(join(copy, 'tsconfig.new.json'), JSON.stringify(config));
				return run('tsc', '-p', 'tsconfig.new.json');
			},
			registration: () => runJest(copy, 'contract', 'contract/(registration|pack|nodePanel)'),
			contract: () =>
				runJest(
					copy,
					'contract',
					'contract/(form|services)',
					'--testNamePattern=^Weather ?Reports ',
				),
			workflow: () => runJest(copy, 'workflow', 'workflow/weatherReports'),
		};

		beforeAll(() => {
			// Without this file, because `npm test` in the copy would make another copy.
			copy = copyRepository([relative(root, __filename)]);
			finished = run('npm', 'run', 'new-service', '--', 'weather-reports');
		});

		afterAll(() => rmSync(copy, { recursive: true, force: true }));

		it('creates a service, builds the pack and updates the docs', () => {
			expect(finished.output).toContain('Next steps:');
			expect(finished.status).toBe(0);
			expect(created.filter((file) => !existsSync(join(copy, file)))).toEqual([]);
			expect(existsSync(join(copy, 'dist/nodes/WeatherReports/WeatherReports.node.js'))).toBe(true);
			const text = (file: string): string => readFileSync(join(copy, file), 'utf8');
			expect(text('README.md')).toContain('[Weather Reports](docs/weather-reports.md)');
			expect(created.filter((file) => /sample[- ]?service/i.test(text(file)))).toEqual([]);
		});

		it.each(Object.keys(checks))('the new service passes the check: %s', (name) => {
			const { status, output } = checks[name]!();
			expect(status === 0 ? '' : output).toBe('');
		});

		it('the new service passes npm test', () => {
			const steps = ['format', 'types', 'build', 'eslint', 'scan', 'unit', 'contract', 'workflow'];
			const { status, output } = run('npm', 'test', '--', ...steps);
			expect(status === 0 ? '' : output.slice(-20_000)).toBe('');
		}, 3_600_000);
	});
