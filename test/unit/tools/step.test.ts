import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStep } from '../../../tools/system/step';

let folder: string;
let printed: jest.SpyInstance;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'tenfold-step-'));
	printed = jest.spyOn(console, 'error').mockImplementation();
});
afterEach(() => {
	printed.mockRestore();
	rmSync(folder, { recursive: true, force: true });
});

const run = async (code: string): Promise<void> =>
	await runStep({
		title: 'Counting',
		estimate: 'a second',
		command: [process.execPath, '-e', code],
		cwd: folder,
		log: join(folder, 'logs', 'count.log'),
	});

test('prints what runs and how long it takes, and writes the output to the log', async () => {
	await run('console.log(1); console.error(2)');
	expect(printed.mock.calls.flat()).toEqual([
		'Counting (usually a second) …',
		expect.stringMatching(/^Counting: done in \d+ s$/),
	]);
	expect(
		readFileSync(join(folder, 'logs', 'count.log'), 'utf8')
			.split('\n')
			.sort(),
	).toEqual(['', '1', '2']);
});

test('the error of a failed command contains the end of its output', async () => {
	const failed = run(
		'for (let i = 1; i <= 40; i++) console.log(`line ${i}.`); process.exitCode = 3',
	);
	await expect(failed).rejects.toThrow('Counting: exited with code 3');
	await expect(failed).rejects.toThrow('line 40.');
	await expect(failed).rejects.toThrow('count.log');
	await expect(failed).rejects.not.toThrow('line 10.');
});
