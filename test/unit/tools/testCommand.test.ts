import { spawnSync } from 'node:child_process';
import { inRoot } from '../../../tools/system/paths';

const npmTest = (...args: string[]) =>
	spawnSync(
		process.execPath,
		[inRoot('tools', 'run.mjs'), inRoot('tools', 'commands', 'test.ts'), ...args],
		{ encoding: 'utf8' },
	);

test('npm test -- --help prints the usage and runs nothing', () => {
	const { status, stdout } = npmTest('--help');
	expect(status).toBe(0);
	expect(stdout).toMatch(/^Usage: npm test -- \[--long\] \[steps\]/);
	expect(stdout).not.toContain('──');
});

test.each([
	['worflow', 'Unknown step: worflow\nUsage: npm test'],
	['--fast', "Unknown option '--fast'"],
])('npm test -- %s prints the usage and runs nothing', (argument, problem) => {
	const { status, stdout, stderr } = npmTest('types', argument);
	expect(status).toBe(2);
	expect(stderr).toContain(problem);
	expect(stderr).toContain('Usage: npm test');
	expect(stdout).not.toContain('──');
});
