// npm test: runs the checks and all tests. The last line has the form `N passed, N failed`.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { ensureBrowser } from '../browser/browser';
import { ensureN8n, NEWEST_N8N, OLDER_N8N } from '../n8n/install';
import { packTarball } from '../pack/pack';
import { ensureQueueServers } from '../queue/servers';
import { inBuild, inRoot, root } from '../system/paths';

interface Count {
	passed: number;
	failed: number;
	skipped: number;
}

/** The parts of Jest's report that are used here. Times are in milliseconds since 1970. */
interface Report {
	readonly numPassedTests: number;
	readonly numFailedTests: number;
	readonly numPendingTests: number;
	readonly numRuntimeErrorTestSuites: number;
	readonly testResults: ReadonlyArray<{ name: string; startTime: number; endTime: number }>;
}

/**
 * How many test files run at the same time, by step, on a machine with two processors. Tests in n8n's
 * executor mostly wait, for example for a retry, and tests in n8n wait for n8n, so they need more
 * workers than there are processors.
 */
const workers = { unit: 2, contract: 2, workflow: 6, host: 3, durable: 3, older: 3 } as const;

/** Host tests that also run in the older n8n. */
const inOlderN8n = [
	'agents/agents',
	'services/activityTrackingAndWorkspaceToken',
	'builtInNodes/superset',
	'services/codeHostingWebhook',
	'services/financeData',
	'services/instanceCloud',
	'services/mediaGeneration',
	'services/taskList',
];

/** Seconds that each test file took. */
const durations: Array<{ readonly file: string; readonly seconds: number }> = [];

const inModules = (...path: string[]): string => inRoot('node_modules', ...path);
const isLong = process.argv.includes('--long');
const selected = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
/** Without a selection, all steps run, but `durable` only with `--long`. */
const isSelected = (step: string): boolean =>
	selected.length === 0 ? isLong || step !== 'durable' : selected.includes(step);

/** Runs a JavaScript program, shows its output and resolves to its exit code. */
const run = async (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> =>
	await new Promise((resolve) => {
		const child = spawn(process.execPath, args, {
			cwd: root,
			stdio: 'inherit',
			env: {
				...process.env,
				...(isLong ? { TENFOLD_LONG: '1' } : {}),
				TENFOLD_BUILT: '1',
				FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
				...env,
			},
		});
		child.on('error', () => resolve(127));
		child.on('exit', (code) => resolve(code ?? 1));
	});

/** Runs a program of a package. The step is counted as one test. */
const check = async (program: string, ...args: string[]): Promise<Count> =>
	(await run([inModules(program), ...args])) === 0
		? { passed: 1, failed: 0, skipped: 0 }
		: { passed: 0, failed: 1, skipped: 0 };

/** Runs the tests of one Jest project. A test file that cannot be loaded counts as one failure. */
async function jest(
	project: 'unit' | 'contract' | 'workflow' | 'host',
	args: string[] = [],
	env: NodeJS.ProcessEnv = {},
	step: keyof typeof workers = project,
): Promise<Count> {
	const output = inBuild(`jest-${step}.json`);
	mkdirSync(inBuild(), { recursive: true });
	rmSync(output, { force: true });
	const code = await run(
		[
			inModules('jest/bin/jest.js'),
			'--selectProjects',
			project,
			`--maxWorkers=${workers[step]}`,
			'--json',
			`--outputFile=${output}`,
			...args,
		],
		env,
	);
	try {
		const report = JSON.parse(readFileSync(output, 'utf8')) as Report;
		const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
		for (const { name, startTime, endTime } of report.testResults)
			durations.push({
				file: relative(root, name) + (env.TENFOLD_N8N ? ` (n8n ${env.TENFOLD_N8N})` : ''),
				seconds: (endTime - startTime) / 1000,
			});
		return {
			passed: report.numPassedTests,
			failed: failed === 0 && code !== 0 ? 1 : failed,
			skipped: report.numPendingTests,
		};
	} catch {
		return { passed: 0, failed: 1, skipped: 0 };
	}
}

/**
 * Host tests with one version of n8n. Each file starts its own n8n, so files can run in parallel.
 */
const jestInN8n = async (
	version: string,
	step: 'host' | 'durable' | 'older',
	...args: string[]
): Promise<Count> => {
	await ensureN8n(version);
	const env = {
		TENFOLD_N8N: version,
		TENFOLD_TARBALL: await packTarball({ build: false }),
		...(step === 'durable' ? { TENFOLD_DURABLE: '1' } : {}),
	};
	return await jest('host', args, env, step);
};

const steps: Record<string, () => Promise<Count>> = {
	format: async () => await check('prettier/bin/prettier.cjs', '--check', '.'),
	types: async () => await check('typescript/bin/tsc', '--noEmit', '-p', 'test/tsconfig.json'),
	layers: async () =>
		await check(
			'dependency-cruiser/bin/dependency-cruiser.mjs',
			...['--config', '.dependency-cruiser.cjs', 'nodes', 'credentials', 'tools', 'test'],
		),
	build: async () => await check('gulp/bin/gulp.js', 'build', '--silent'),
	gate: async () => await check('../tools/run.mjs', 'tools/commands/gate.ts'),
	unit: async () => await jest('unit'),
	contract: async () => await jest('contract'),
	workflow: async () => await jest('workflow'),
	host: async () => {
		// Install the packages before the tests. Otherwise, two test files could run apt-get at the
		// same time, and the second apt-get would fail.
		ensureQueueServers();
		ensureBrowser();
		return await jestInN8n(NEWEST_N8N, 'host');
	},
	// With n8n's durable scheduler and poll cursors.
	durable: async () =>
		await jestInN8n(
			NEWEST_N8N,
			'durable',
			'--testPathPatterns',
			'host/services/pollingCrash\\.test',
		),
	// Runs only what depends on the version of n8n: its own nodes, which nodes and tools it loads,
	// webhook and polling triggers, waiting executions, OAuth2, credentials, lookups, binary data and
	// requests with a body. The other files use the same functions of n8n.
	older: async () =>
		await jestInN8n(
			OLDER_N8N,
			'older',
			'--testPathPatterns',
			`host/(${inOlderN8n.join('|')})\\.test`,
		),
};

const usage = `Usage: npm test -- [--long] [steps]
  --long   Also run what takes too long for every change.
  Steps: ${Object.keys(steps).join(' ')}. Without steps, all of them run, but durable only with --long.`;

async function main(): Promise<void> {
	const given = process.argv.slice(2);
	if (given.includes('--help') || given.includes('-h')) return console.log(usage);
	const unknown = given.filter((name) => name !== '--long' && !Object.hasOwn(steps, name));
	if (unknown.length > 0)
		throw new Error(`Unknown step or option: ${unknown.join(', ')}\n${usage}`);
	const total: Count = { passed: 0, failed: 0, skipped: 0 };
	const lines: string[] = [];
	// Start downloading n8n in the background. The steps that use n8n wait for the download and
	// report its errors.
	for (const [name, version] of [
		['host', NEWEST_N8N],
		['durable', NEWEST_N8N],
		['older', OLDER_N8N],
	] as const)
		if (isSelected(name)) ensureN8n(version).catch(() => undefined);
	for (const [name, runStep] of Object.entries(steps)) {
		if (!isSelected(name)) continue;
		const start = Date.now();
		console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 60 - name.length))}`);
		const count = await runStep();
		for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += count[key];
		lines.push(
			`${name.padEnd(9)} ${String(count.passed).padStart(5)} passed ${String(count.failed).padStart(4)} failed ${String(count.skipped).padStart(4)} skipped ${((Date.now() - start) / 1000).toFixed(0).padStart(6)} s`,
		);
		if (name === 'build' && count.failed > 0) break;
	}
	const slowest = durations.sort((a, b) => b.seconds - a.seconds).slice(0, 10);
	if (slowest.length > 0) console.log('\nThe slowest test files:');
	for (const { file, seconds } of slowest)
		console.log(`${seconds.toFixed(0).padStart(5)} s  ${file}`);
	console.log(`\n${lines.join('\n')}\n`);
	console.log(
		`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
	);
	process.exitCode = total.failed === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : String(error));
	process.exitCode = 2;
});
