import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from '../../../tools/system/lock';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'tenfold-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lock = async (work: () => Promise<string>, timeout = 0) =>
	await withLock(join(folder, 'lock'), timeout, 'testing', work);

test('the lock is released when the work has finished or failed', async () => {
	await expect(lock(async () => await Promise.resolve('done'))).resolves.toBe('done');
	await expect(lock(async () => await Promise.reject(new Error('broken')))).rejects.toThrow(
		'broken',
	);
	expect(existsSync(join(folder, 'lock'))).toBe(false);
});

test('work waits for the lock, and fails after the timeout', async () => {
	let release: (value: string) => void = () => undefined;
	const first = lock(async () => await new Promise<string>((resolve) => (release = resolve)));
	const printed = jest.spyOn(console, 'error').mockImplementation();
	const second = lock(async () => await Promise.resolve('second'), 60_000);
	await expect(lock(async () => await Promise.resolve('third'))).rejects.toThrow(
		`Process ${process.pid} is still testing.`,
	);
	release('first');
	expect(await Promise.all([first, second])).toEqual(['first', 'second']);
	const message = `Waiting for process ${process.pid}, which is testing …`;
	expect(printed.mock.calls).toEqual([[message], [message]]);
	printed.mockRestore();
});

test('the lock of a process that no longer runs is taken over', async () => {
	const { pid } = spawnSync(process.execPath, ['--version']);
	writeFileSync(join(folder, 'lock'), String(pid));
	await expect(lock(async () => await Promise.resolve('done'))).resolves.toBe('done');
});
