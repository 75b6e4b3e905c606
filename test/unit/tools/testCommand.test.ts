import { spawnSync } from 'node:child_process';
import { inRoot } from '../../../tools/system/paths';

const npmTest = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
	spawnSync(
		process.execPath,
		[inRoot('tools', 'run.mjs'), inRoot('tools', 'commands', 'test.ts'), ...args],
		{ encoding: 'utf8', env: { ...process.env, ...env } },
	);

test('npm test -- --help prints the usage and runs nothing', () => {
	const { status, stdout } = npmTest(['--help']);
	expect(status).toBe(0);
	expect(stdout).toMatch(/^Usage: npm test -- \[--long\] \[steps\]/);
	expect(stdout).not.toContain('──');
});

test.each([
	['worflow', 'Unknown step: worflow\nUsage: npm test'],
	['--fast', "Unknown option '--fast'"],
])('npm test -- %s prints the usage and runs nothing', (argument, problem) => {
	const { status, stdout, stderr } = npmTest(['types', argument]);
	expect(status).toBe(2);
	expect(stderr).toContain(problem);
	expect(stderr).toContain('Usage: npm test');
	expect(stdout).not.toContain('──');
});

test('a truncated report of Jest counts as one failure', () => {
	const inJest = `
		import { writeFileSync } from 'node:fs';
		const option = '--outputFile=';
		const file = process.argv.find((one) => one.startsWith(option))?.slice(option.length);
		if (file) {
			writeFileSync(file, '{"numPassedTests":');
			process.exit();
		}`;
	const program = `data:text/javascript,${encodeURIComponent(inJest)}`;
	const { status, stdout } = npmTest(['unit'], { NODE_OPTIONS: `--import=${program}` });
	expect(stdout).toMatch(/^0 passed, 1 failed$/m);
	expect(status).toBe(1);
});
