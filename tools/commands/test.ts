// npm test, npm run lint, npm run test:n8n, npm run test:all: runs checks and tests, step by step.
// The last line has the form `N passed, N failed`.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureBrowser } from '../browser/browser';
import { readCommandLine, UsageError } from '../cli/options';
import { runMain } from '../cli/signals';
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

interface Report {
	readonly numPassedTests: number;
	readonly numFailedTests: number;
	readonly numPendingTests: number;
	readonly numRuntimeErrorTestSuites: number;
}

const isLong = process.argv.includes('--long');

/** Runs a JavaScript program in node_modules, shows its output and resolves to its exit code. */
const run = async (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> =>
	await new Promise((resolve) => {
		const [program, ...others] = args;
		const child = spawn(process.execPath, [inRoot('node_modules', program!), ...others], {
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

/** A step that runs a program, and counts as one test. */
const check =
	(...args: string[]) =>
	async (): Promise<Count> => {
		const failed = (await run(args)) === 0 ? 0 : 1;
		return { passed: 1 - failed, failed, skipped: 0 };
	};

/**
 * A step that runs the tests of a Jest project. A test file that cannot be loaded counts as one
 * failure.
 * @param workers how many test files run at the same time, on a machine with two processors. Many
 *   tests mostly wait, so they need more workers than there are processors.
 */
const jest =
	(project: string, workers: number, args: string[] = [], env: NodeJS.ProcessEnv = {}) =>
	async (): Promise<Count> => {
		const output = inBuild(`jest-${project}.json`);
		mkdirSync(inBuild(), { recursive: true });
		rmSync(output, { force: true });
		const jestArgs = [`--maxWorkers=${workers}`, '--json', `--outputFile=${output}`, ...args];
		const code = await run(['jest/bin/jest.js', '--selectProjects', project, ...jestArgs], env);
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
	};

/**
 * A step with the tests in one version of n8n. Each file starts its own n8n, so files can run in
 * parallel.
 * @param files pattern of the test files. Default: all
 */
const inN8n =
	(project: 'n8n' | 'host', version: string, files?: string, env: NodeJS.ProcessEnv = {}) =>
	async (): Promise<Count> => {
		// Install the packages before the tests. Otherwise, two test files could run apt-get at the
		// same time, and the second apt-get would fail.
		ensureQueueServers();
		if (project === 'host') ensureBrowser();
		await Promise.all([ensureN8n(version), ensureBuilt()]);
		const tarball = await packTarball({ build: false });
		return await jest(project, 3, files === undefined ? [] : ['--testPathPatterns', files], {
			TENFOLD_N8N: version,
			TENFOLD_TARBALL: tarball,
			...env,
		})();
	};

const steps: Readonly<Record<string, () => Promise<Count>>> = {
	types: check('typescript/bin/tsc', '--noEmit', '-p', 'test/tsconfig.json'),
	// The page runs in a browser, so it has other types.
	pageTypes: check('typescript/bin/tsc', '--noEmit', '-p', 'tools/convert/page/tsconfig.json'),
	layers: check(
		'dependency-cruiser/bin/dependency-cruiser.mjs',
		...['--config', '.dependency-cruiser.cjs', 'nodes', 'credentials', 'tools', 'test'],
	),
	build: check('gulp/bin/gulp.js', 'build', '--silent'),
	format: check('prettier/bin/prettier.cjs', '--check', '--cache', '.'),
	eslint: check('eslint/bin/eslint.js', '.'),
	scan: check('../tools/run.mjs', 'tools/commands/scan.ts'),
	packages: check('../tools/run.mjs', 'tools/commands/scan.ts', '--packages'),
	unit: jest('unit', 2),
	contract: jest('contract', 2),
	openApi: jest('openApi', 2),
	workflow: jest('workflow', 6),
	n8n: inN8n('n8n', NEWEST_N8N),
	// As bundled for npm start, unlike the tests, which run from TypeScript.
	sandbox: async () => {
		await ensureBuilt();
		return await check('../tools/run.mjs', 'tools/commands/start.ts', '--check')();
	},
	host: inN8n('host', NEWEST_N8N),
	// With n8n's durable scheduler and poll cursors.
	durable: inN8n(
		'host',
		NEWEST_N8N,
		'host/services/(pollingCrash|codeHostingWebhook|activityTrackingTriggers)\\.test',
		{ TENFOLD_DURABLE: '1' },
	),
	// Only what depends on the version of n8n: its own nodes, which nodes and tools it loads, webhook
	// and polling triggers, waiting executions, OAuth2, binary data and requests with a body. The other
	// files use the same functions of n8n.
	older: inN8n(
		'host',
		OLDER_N8N,
		'host/(agents/agents|builtInNodes/superset|services/(activityTrackingTriggers|codeHostingWebhook|financeData|mediaGeneration|taskList))\\.test',
	),
};

/** The order of the steps. Those in one list run at the same time, because each uses one processor. */
const order: ReadonlyArray<readonly string[]> = [
	['types', 'layers', 'build'],
	['pageTypes', 'unit'],
	['contract'],
	['openApi'],
	['workflow'],
	['format', 'eslint', 'scan'],
	['packages'],
	['n8n'],
	['sandbox'],
	['host'],
	['durable'],
	['older'],
];

/** Without the part of `host` that the step n8n runs. */
const allSteps = order.flat().filter((name) => name !== 'n8n');
const defaultSteps = ['types', 'pageTypes', 'layers', 'build', 'unit', 'contract', 'workflow'];

const usage = `Usage: npm test -- [--long] [steps]
  --long   Also run what takes too long for every change.
  Steps: ${order.flat().join(' ')}, or all of them: all.
  Without steps: ${defaultSteps.join(' ')}.`;

runMain(async () => {
	const { positionals: named } = readCommandLine(usage, { long: { type: 'boolean' } });
	const unknown = named.filter((name) => name !== 'all' && !Object.hasOwn(steps, name));
	if (unknown.length > 0) throw new UsageError(`Unknown step: ${unknown.join(', ')}\n${usage}`);
	const selected = named.includes('all') ? allSteps : named.length > 0 ? named : defaultSteps;
	const total: Count = { passed: 0, failed: 0, skipped: 0 };
	const lines: string[] = [];
	const runStep = async (name: string): Promise<Count> => {
		const start = Date.now();
		console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 60 - name.length))}`);
		const count = await steps[name]!();
		for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += count[key];
		const counts = Object.entries(count).map(
			([key, value]) => `${String(value).padStart(5)} ${key}`,
		);
		const seconds = String(Math.round((Date.now() - start) / 1000)).padStart(6);
		lines.push(`${name.padEnd(9)} ${counts.join('')} ${seconds} s`);
		return count;
	};
	for (const group of order) {
		const names = group.filter((name) => selected.includes(name));
		const counts = await Promise.all(names.map(runStep));
		if (counts[names.indexOf('build')]?.failed) break;
	}
	console.log(`\n${lines.join('\n')}\n`);
	console.log(
		`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
	);
	return total.failed === 0 ? 0 : 1;
});
