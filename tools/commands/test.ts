// npm test, npm run lint, npm run test:n8n, npm run test:all: runs checks and tests, step by step.
// The last line has the form `N passed, N failed`.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureBrowser } from '../browser/browser';
import { ensureN8n, NEWEST_N8N, OLDER_N8N } from '../n8n/install';
import { ensureBuilt } from '../pack/builtPack';
import { packTarball } from '../pack/pack';
import { ensureQueueServers } from '../queue/servers';
import { inBuild, inRoot, root } from '../system/paths';

interface Count {
	passed: number;
	failed: number;
	skipped: number;
}

/** The parts of Jest's report that are used here. */
interface Report {
	readonly numPassedTests: number;
	readonly numFailedTests: number;
	readonly numPendingTests: number;
	readonly numRuntimeErrorTestSuites: number;
}

/** Host tests that also run in the older n8n. */
const inOlderN8n = [
	'agents/agents',
	'services/activityTrackingTriggers',
	'builtInNodes/superset',
	'services/codeHostingWebhook',
	'services/financeData',
	'services/mediaGeneration',
	'services/taskList',
];

const inModules = (...path: string[]): string => inRoot('node_modules', ...path);
const isLong = process.argv.includes('--long');

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

/** Runs a command of tools/commands. It is counted as one test. */
const command = async (name: string, ...args: string[]): Promise<Count> =>
	await check('../tools/run.mjs', `tools/commands/${name}.ts`, ...args);

/**
 * Runs the tests of a Jest project. A test file that cannot be loaded counts as one failure.
 * @param workers how many test files run at the same time, on a machine with two processors. Many
 *   tests mostly wait, so they need more workers than there are processors.
 */
async function jest(
	project: string,
	workers: number,
	args: string[] = [],
	env: NodeJS.ProcessEnv = {},
): Promise<Count> {
	const output = inBuild(`jest-${project}.json`);
	mkdirSync(inBuild(), { recursive: true });
	rmSync(output, { force: true });
	const jestArgs = [`--maxWorkers=${workers}`, '--json', `--outputFile=${output}`, ...args];
	const code = await run(
		[inModules('jest/bin/jest.js'), '--selectProjects', project, ...jestArgs],
		env,
	);
	try {
		const report = JSON.parse(readFileSync(output, 'utf8')) as Report;
		const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
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
 * Tests in one version of n8n. Each file starts its own n8n, so files can run in parallel.
 */
const jestInN8n = async (
	project: 'n8n' | 'host',
	version: string,
	args: string[] = [],
	env: NodeJS.ProcessEnv = {},
): Promise<Count> => {
	await Promise.all([ensureN8n(version), ensureBuilt()]);
	return await jest(project, 3, args, {
		TENFOLD_N8N: version,
		TENFOLD_TARBALL: await packTarball({ build: false }),
		...env,
	});
};

const steps: Record<string, () => Promise<Count>> = {
	types: async () => {
		const all = await check('typescript/bin/tsc', '--noEmit', '-p', 'test/tsconfig.json');
		// The page runs in a browser, so it has other types.
		const page = 'tools/convert/page/tsconfig.json';
		return all.failed > 0 ? all : await check('typescript/bin/tsc', '--noEmit', '-p', page);
	},
	layers: async () =>
		await check(
			'dependency-cruiser/bin/dependency-cruiser.mjs',
			...['--config', '.dependency-cruiser.cjs', 'nodes', 'credentials', 'tools', 'test'],
		),
	build: async () => await check('gulp/bin/gulp.js', 'build', '--silent'),
	format: async () => await check('prettier/bin/prettier.cjs', '--check', '--cache', '.'),
	eslint: async () => await check('eslint/bin/eslint.js', '.'),
	scan: async () => await command('scan'),
	packages: async () => await command('scan', '--packages'),
	unit: async () => await jest('unit', 2),
	contract: async () => await jest('contract', 2),
	openApi: async () => await jest('openApi', 2),
	workflow: async () => await jest('workflow', 6),
	n8n: async () => {
		ensureQueueServers();
		return await jestInN8n('n8n', NEWEST_N8N);
	},
	host: async () => {
		// Install the packages before the tests. Otherwise, two test files could run apt-get at the
		// same time, and the second apt-get would fail.
		ensureQueueServers();
		ensureBrowser();
		return await jestInN8n('host', NEWEST_N8N);
	},
	// With n8n's durable scheduler and poll cursors.
	durable: async () =>
		await jestInN8n(
			'host',
			NEWEST_N8N,
			[
				'--testPathPatterns',
				'host/services/(pollingCrash|codeHostingWebhook|activityTrackingTriggers)\\.test',
			],
			{ TENFOLD_DURABLE: '1' },
		),
	// Runs only what depends on the version of n8n: its own nodes, which nodes and tools it loads,
	// webhook and polling triggers, waiting executions, OAuth2, credentials, lookups, binary data and
	// requests with a body. The other files use the same functions of n8n.
	older: async () =>
		await jestInN8n('host', OLDER_N8N, [
			'--testPathPatterns',
			`host/(${inOlderN8n.join('|')})\\.test`,
		]),
};

/** The order of the steps. Those in one list run at the same time, because each uses one processor. */
const order: ReadonlyArray<readonly string[]> = [
	['types', 'layers', 'build'],
	['unit'],
	['contract'],
	['openApi'],
	['workflow'],
	['format', 'eslint', 'scan'],
	['packages'],
	['n8n'],
	['host'],
	['durable'],
	['older'],
];

/** Without the part of `host` that the step n8n runs. */
const allSteps = order.flat().filter((name) => name !== 'n8n');
const defaultSteps = ['types', 'layers', 'build', 'unit', 'contract', 'workflow'];

const usage = `Usage: npm test -- [--long] [steps]
  --long   Also run what takes too long for every change.
  Steps: ${order.flat().join(' ')}, or all of them: all.
  Without steps: ${defaultSteps.join(' ')}.`;

async function main(): Promise<void> {
	const given = process.argv.slice(2);
	if (given.includes('--help') || given.includes('-h')) return console.log(usage);
	const named = given.filter((name) => name !== '--long');
	const unknown = named.filter((name) => name !== 'all' && !Object.hasOwn(steps, name));
	if (unknown.length > 0)
		throw new Error(`Unknown step or option: ${unknown.join(', ')}\n${usage}`);
	const selected = new Set(
		named.includes('all') ? allSteps : named.length > 0 ? named : defaultSteps,
	);
	const total: Count = { passed: 0, failed: 0, skipped: 0 };
	const lines: string[] = [];
	const runStep = async (name: string): Promise<Count> => {
		const start = Date.now();
		console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 60 - name.length))}`);
		const count = await steps[name]!();
		for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += count[key];
		lines.push(
			`${name.padEnd(9)} ${String(count.passed).padStart(5)} passed ${String(count.failed).padStart(4)} failed ${String(count.skipped).padStart(4)} skipped ${((Date.now() - start) / 1000).toFixed(0).padStart(6)} s`,
		);
		return count;
	};
	for (const group of order) {
		const names = group.filter((name) => selected.has(name));
		const counts = await Promise.all(names.map(runStep));
		if (counts[names.indexOf('build')]?.failed) break;
	}
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
