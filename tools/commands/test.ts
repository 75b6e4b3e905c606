// npm test, npm run lint, npm run test:n8n, npm run test:all: runs checks and tests, step by step.
// The last line has the form `N passed, N failed`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { parse } from 'yaml';
import { ensureBrowser } from '../browser/browser';
import { readCommandLine, UsageError } from '../cli/options';
import { runMain } from '../cli/signals';
import { ensureN8n, NEWEST_N8N, OLDER_N8N } from '../n8n/install';
import { ensureBuilt } from '../pack/builtPack';
import { packTarball } from '../pack/pack';
import { ensureQueueServers } from '../queue/servers';
import { inBuild, inRoot, root } from '../system/paths';

type Count = Record<'passed' | 'failed' | 'skipped', number>;

/** The parts of Jest's report that count. */
type Report = Record<
	'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numRuntimeErrorTestSuites',
	number
>;

const isLong = process.argv.includes('--long');

/** Runs a JavaScript program in node_modules, shows its output and resolves to its exit code. */
async function run([program, ...args]: readonly string[], env: NodeJS.ProcessEnv = {}) {
	const child = spawn(process.execPath, [inRoot('node_modules', program!), ...args], {
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
	const [code] = (await once(child, 'exit').catch(() => [127])) as [number | null];
	return code ?? 1;
}

/** A step in steps.yaml. */
interface Step {
	readonly check?: readonly string[];
	/** Number of workers. */
	readonly jest?: number;
	readonly n8n?: 'n8n' | 'host';
	readonly isOlder?: boolean;
	/** Pattern of the test files. Default: all files of the project. */
	readonly files?: string;
	readonly env?: Readonly<Record<string, string>>;
	readonly needsBuild?: boolean;
}

const groups = parse(
	readFileSync(inRoot('tools', 'commands', 'steps.yaml'), 'utf8'),
) as ReadonlyArray<Readonly<Record<string, Step>>>;
const steps: Readonly<Record<string, Step>> = Object.assign({}, ...groups) as Record<string, Step>;

/** Jest's report. Undefined if it is missing or truncated, because Jest was stopped. */
function readReport(file: string): Report | undefined {
	try {
		return JSON.parse(readFileSync(file, 'utf8')) as Report;
	} catch {
		return undefined;
	}
}

/** Runs the tests of a Jest project. A test file that cannot be loaded counts as one failure. */
async function jest(project: string, workers: number, files?: string, env: NodeJS.ProcessEnv = {}) {
	const output = inBuild(`jest-${project}.json`);
	mkdirSync(inBuild(), { recursive: true });
	rmSync(output, { force: true });
	const args = [`--maxWorkers=${workers}`, '--json', `--outputFile=${output}`];
	if (files !== undefined) args.push('--testPathPatterns', files);
	const code = await run(['jest/bin/jest.js', '--selectProjects', project, ...args], env);
	const report = readReport(output);
	if (!report) return { passed: 0, failed: 1, skipped: 0 };
	const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
	return {
		passed: report.numPassedTests,
		failed: failed === 0 && code !== 0 ? 1 : failed,
		skipped: report.numPendingTests,
	};
}

async function countOf(name: string): Promise<Count> {
	const { check, jest: workers, n8n, isOlder, files, env, needsBuild } = steps[name]!;
	if (needsBuild) await ensureBuilt();
	if (check) {
		const failed = (await run(check)) === 0 ? 0 : 1;
		return { passed: 1 - failed, failed, skipped: 0 };
	}
	if (!n8n) return await jest(name, workers!);
	// Install the packages before the tests. Otherwise, two test files could run apt-get at the
	// same time, and the second apt-get would fail.
	ensureQueueServers();
	if (n8n === 'host') ensureBrowser();
	const version = isOlder ? OLDER_N8N : NEWEST_N8N;
	await Promise.all([ensureN8n(version), ensureBuilt()]);
	const tarball = await packTarball({ build: false });
	return await jest(n8n, 3, files, { TENFOLD_N8N: version, TENFOLD_TARBALL: tarball, ...env });
}

/** Without the part of `host` that the step n8n runs. */
const allSteps = Object.keys(steps).filter((name) => name !== 'n8n');
const defaultSteps = ['types', 'pageTypes', 'layers', 'build', 'unit', 'contract', 'workflow'];

const usage = `Usage: npm test -- [--long] [steps]
  --long   Also run what takes too long for every change.
  Steps: ${Object.keys(steps).join(' ')}, or all of them: all.
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
		const count = await countOf(name);
		const counts = Object.entries(count).map(([key, value]) => {
			total[key as keyof Count] += value;
			return `${String(value).padStart(5)} ${key}`;
		});
		const seconds = String(Math.round((Date.now() - start) / 1000)).padStart(6);
		lines.push(`${name.padEnd(9)} ${counts.join('')} ${seconds} s`);
		return count;
	};
	for (const group of groups) {
		const names = Object.keys(group).filter((name) => selected.includes(name));
		const counts = await Promise.all(names.map(runStep));
		if (counts[names.indexOf('build')]?.failed) break;
	}
	const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
	console.log(`\n${lines.join('\n')}\n`);
	console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
	return total.failed === 0 ? 0 : 1;
});
