// A lock between processes: a folder that only one of them can make, with the holder's process id inside.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// A holder writes its id right after making the folder; without an id for this long, it died in between.
const UNSIGNED_MS = 10_000;
const held = new Set<string>();

process.on('exit', () => {
	for (const folder of held) rmSync(folder, { recursive: true, force: true });
});

export interface LockOptions {
	/** Milliseconds to wait for another holder before giving up. */
	timeout: number;
	/** Called once if the lock is held by another process, with its id if known. */
	onWait?: (holder: number | undefined) => void;
	/** What to say when the wait is over and the lock is still held. */
	held?: (holder: number | undefined) => string;
}

/**
 * Runs `work` while no other process runs under the same lock folder. The lock of a dead process is taken over.
 * @throws Error when another live process holds the lock for longer than `timeout`.
 */
export async function withLock<T>(
	folder: string,
	options: LockOptions,
	work: () => Promise<T>,
): Promise<T> {
	const deadline = Date.now() + options.timeout;
	let told = false;
	mkdirSync(dirname(folder), { recursive: true });
	while (!take(folder)) {
		if (isStale(folder)) {
			breakLock(folder);
			continue;
		}
		if (!told) options.onWait?.(holderOf(folder));
		told = true;
		if (Date.now() >= deadline)
			throw new Error((options.held ?? heldTooLong(folder))(holderOf(folder)));
		await sleep(500);
	}
	held.add(folder);
	try {
		return await work();
	} finally {
		held.delete(folder);
		rmSync(folder, { recursive: true, force: true });
	}
}

const heldTooLong = (folder: string) => (holder: number | undefined) =>
	`Process ${holder ?? '(unknown)'} has held ${folder} for too long. ` +
	'If it hangs, end it and start again; if it is gone, remove that folder.';

function take(folder: string): boolean {
	try {
		mkdirSync(folder);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
	writeFileSync(join(folder, 'pid'), String(process.pid));
	return true;
}

// Renamed before it is removed: of two that find it stale, only one can rename it.
function breakLock(folder: string): void {
	const aside = `${folder}.stale-${process.pid}`;
	try {
		renameSync(folder, aside);
	} catch {
		return;
	}
	rmSync(aside, { recursive: true, force: true });
}

function isStale(folder: string): boolean {
	const holder = holderOf(folder);
	if (holder !== undefined) return !isAlive(holder);
	try {
		return Date.now() - statSync(folder).mtimeMs > UNSIGNED_MS;
	} catch {
		return false;
	}
}

function holderOf(folder: string): number | undefined {
	try {
		return Number(readFileSync(join(folder, 'pid'), 'utf8')) || undefined;
	} catch {
		return undefined;
	}
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// EPERM: it lives, under another user.
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
