/** `npm test`: lints, checks types, builds, passes the gate, and runs all tests; closes with one line of the form `N passed, N failed`. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureHost, NEWEST, OLDER } from '../n8n/install';
import { browserAvailable } from '../browser/browser';
import { packPack } from '../pack/pack';
import { queueServersAvailable } from '../queue/servers';

interface Count {
	passed: number;
	failed: number;
	skipped: number;
}

const root = process.cwd();
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);
const long = process.argv.includes('--long');
const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isWanted = (step: string): boolean => only.length === 0 || only.includes(step);

/** Runs a command with its output shown; answers its exit code. */
const command = async (
	file: string,
	args: string[],
	env: NodeJS.ProcessEnv = {},
): Promise<number> =>
	await new Promise((resolve) => {
		const child = spawn(file, args, {
			cwd: root,
			stdio: 'inherit',
			env: {
				...process.env,
				...(long ? { TENFOLD_LONG: '1' } : {}),
				TENFOLD_BUILT: '1',
				FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
				...env,
			},
		});
		child.on('error', () => resolve(127));
		child.on('exit', (code) => resolve(code ?? 1));
	});

/** A step that passes or fails as a whole. */
const step = async (file: string, ...args: string[]): Promise<Count> =>
	(await command(file, args)) === 0
		? { passed: 1, failed: 0, skipped: 0 }
		: { passed: 0, failed: 1, skipped: 0 };

/** One kind of tests. A suite that does not even start counts as a failure. */
async function jest(
	project: string,
	args: string[] = [],
	env: NodeJS.ProcessEnv = {},
): Promise<Count> {
	const output = join(root, 'build', `jest-${project}.json`);
	mkdirSync(join(root, 'build'), { recursive: true });
	rmSync(output, { force: true });
	const code = await command(
		process.execPath,
		[bin('jest'), '--selectProjects', project, '--json', `--outputFile=${output}`, ...args],
		env,
	);
	try {
		const result = JSON.parse(readFileSync(output, 'utf8')) as Record<string, number>;
		const failed = result.numFailedTests! + result.numRuntimeErrorTestSuites!;
		return {
			passed: result.numPassedTests!,
			failed: failed === 0 && code !== 0 ? 1 : failed,
			skipped: result.numPendingTests!,
		};
	} catch {
		return { passed: 0, failed: 1, skipped: 0 };
	}
}

/** Host tests in one n8n, all with one tarball. Each file has an n8n of its own, so two may run side by side. */
const inHost = async (version: string, ...args: string[]): Promise<Count> => {
	await ensureHost(version);
	return await jest('host', args, {
		TENFOLD_N8N: version,
		TENFOLD_TARBALL: await packPack({ build: false }),
	});
};

const steps: Record<string, () => Promise<Count>> = {
	types: async () =>
		await step(process.execPath, bin('tsc'), '--noEmit', '-p', 'test/tsconfig.json'),
	build: async () => await step('npm', 'run', '--silent', 'build'),
	gate: async () => await step(process.execPath, 'tools/run.mjs', 'tools/commands/gate.ts'),
	unit: async () => await jest('unit'),
	contract: async () => await jest('contract'),
	workflow: async () => await jest('workflow'),
	host: async () => {
		// Debian's packages first: two test files that install side by side would meet at the lock of apt.
		queueServersAvailable();
		browserAvailable();
		return await inHost(NEWEST);
	},
	// What needs no more than the nodes: the editor, queue mode and floods are shown on the newest n8n.
	older: async () =>
		await inHost(
			OLDER,
			'--testPathIgnorePatterns',
			'host/(editor|examples|load|queue)/',
		),
};

async function main(): Promise<void> {
	const total: Count = { passed: 0, failed: 0, skipped: 0 };
	const lines: string[] = [];
	// Downloaded while the first steps run; a step that needs one waits for it, and tells of a failure.
	for (const [name, version] of [
		['host', NEWEST],
		['older', OLDER],
	] as const)
		if (isWanted(name)) ensureHost(version).catch(() => undefined);
	for (const [name, run] of Object.entries(steps)) {
		if (!isWanted(name)) continue;
		const began = Date.now();
		console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 60 - name.length))}`);
		const count = await run();
		for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += count[key];
		lines.push(
			`${name.padEnd(9)} ${String(count.passed).padStart(5)} passed ${String(count.failed).padStart(4)} failed ${String(count.skipped).padStart(4)} skipped ${((Date.now() - began) / 1000).toFixed(0).padStart(6)} s`,
		);
		if (name === 'build' && count.failed > 0) break;
	}
	console.log(`\n${lines.join('\n')}\n`);
	console.log(
		`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
	);
	process.exitCode = total.failed === 0 ? 0 : 1;
}

void main();
