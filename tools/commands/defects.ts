// npm run test:defects: injects the defects of test/defects into a copy of the repository, one by
// one, and prints which tests catch each of them.
import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine, UsageError } from '../cli/options';
import { runMain } from '../cli/signals';
import { type Defect, readDefects } from '../defects/readDefects';
import { copyRepository } from '../system/repositoryCopy';

const usage = `Usage: npm run test:defects -- [options] [names]
  names              Parts of the names of defects. Default: all defects
  --command COMMAND  Run this command, such as "npm test", instead of the test files that each defect names
A copy of the repository is changed, never the repository itself.`;

/** @throws Error with the output if the patch does not apply */
const apply = (copy: string, file: string, ...args: string[]): Buffer =>
	execFileSync('git', ['apply', ...args, file], { cwd: copy });

// Without a handler, a signal would end this process before it removes the copy.
const interruptions = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
for (const signal of interruptions) process.on(signal, () => undefined);

/** Time limit of a test file. A defect can cause an endless loop, which no time limit of Jest ends. */
const maxMsPerFile = 5 * 60_000;

/**
 * Runs a command in the copy. Returns Jest's lines about the files and tests that fail, or the
 * exit code without such lines.
 * @param timeout milliseconds
 */
function failuresOf(
	copy: string,
	command: string,
	args: readonly string[],
	timeout?: number,
): string[] {
	const { status, signal, stdout, stderr, error } = spawnSync(command, args, {
		cwd: copy,
		shell: args.length === 0,
		env: { ...process.env, TENFOLD_BUILT: undefined },
		timeout,
		encoding: 'utf8',
		maxBuffer: 100_000_000,
	});
	// With another signal, the process used up its memory or the time limit, so the defect is caught.
	if (status === 130 || (error === undefined && interruptions.some((one) => one === signal)))
		throw new Error('Interrupted');
	if (status === 0) return [];
	const output = `${stdout}${stderr}`;
	// Jest prints a test twice if many fail, and marks what a test logs like one.
	const failed = new Set(output.match(/^(?:FAIL|  ●) (?!Console$).+$/gm));
	return failed.size > 0
		? [...failed].map((line) => line.trim())
		: [`${command} exits with ${status ?? signal}: ${output.slice(-2000).trim()}`];
}

type Run = (copy: string, files: readonly string[]) => string[];

const runJest: Run = (copy, files) =>
	failuresOf(
		copy,
		process.execPath,
		[join(copy, 'node_modules/jest/bin/jest.js'), ...['--ci', '--runTestsByPath', ...files]],
		maxMsPerFile * files.length,
	);

/** How many lines about the tests that catch a defect are printed. */
const maxPrinted = 4;

function isCaught(copy: string, { name, file, caughtBy }: Defect, run: Run): boolean {
	apply(copy, file);
	const failed = run(copy, caughtBy);
	apply(copy, file, '--reverse');
	console.log(`${failed.length > 0 ? 'caught    ' : 'NOT CAUGHT'} ${name}`);
	for (const test of failed.slice(0, maxPrinted)) console.log(`             ${test}`);
	if (failed.length > maxPrinted)
		console.log(`             and ${failed.length - maxPrinted} more lines`);
	return failed.length > 0;
}

runMain(async () => {
	const { positionals, values } = readCommandLine(usage, { command: { type: 'string' } });
	const { command } = values;
	const defects = readDefects().filter(
		({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
	);
	if (defects.length === 0) throw new UsageError(`No defect has such a name.\n${usage}`);
	const run: Run = command === undefined ? runJest : (copy) => failuresOf(copy, command, []);
	// It fails for a defect that is already injected.
	const copy = copyRepository(['test/contract/defects.test.ts']);
	try {
		// Otherwise, a test that always fails would seem to catch every defect.
		const before = run(copy, [...new Set(defects.flatMap(({ caughtBy }) => caughtBy))]);
		if (before.length > 0) throw new Error(`Fails without a defect:\n${before.join('\n')}`);
		const missed = defects.filter((defect) => !isCaught(copy, defect, run));
		console.log(`${defects.length - missed.length} caught, ${missed.length} not caught`);
		return await Promise.resolve(missed.length === 0 ? 0 : 1);
	} finally {
		rmSync(copy, { recursive: true, force: true });
	}
});
