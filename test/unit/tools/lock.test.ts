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

const lock = async (work: () => Promise<string>, timeout = 0, onWait = jest.fn()) =>
	await withLock(
		join(folder, 'lock'),
		{ timeout, onWait, timeoutMessage: (holder) => `Process ${holder} holds the lock` },
		work,
	);

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
	const onWait = jest.fn();
	const second = lock(async () => await Promise.resolve('second'), 60_000, onWait);
	await expect(lock(async () => await Promise.resolve('third'))).rejects.toThrow(
		`Process ${process.pid} holds the lock`,
	);
	release('first');
	expect(await Promise.all([first, second])).toEqual(['first', 'second']);
	expect(onWait.mock.calls).toEqual([[process.pid]]);
});

test('the lock of a process that no longer runs is taken over', async () => {
	const { pid } = spawnSync(process.execPath, ['--version']);
	writeFileSync(join(folder, 'lock'), String(pid));
	await expect(lock(async () => await Promise.resolve('done'))).resolves.toBe('done');
});
