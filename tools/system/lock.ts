// A lock between processes: a folder that contains the process ID of its holder. This works because
// mkdir is atomic.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// A holder writes its process ID right after creating the folder. If the ID is missing for this
// long, the holder has crashed.
const MISSING_PID_TIMEOUT_MS = 10_000;
const heldLocks = new Set<string>();

process.on('exit', () => {
	for (const folder of heldLocks) rmSync(folder, { recursive: true, force: true });
});

export interface LockOptions {
	/** Milliseconds to wait while another process holds the lock. */
	timeout: number;
	/** Called once if another process holds the lock, with its process ID if known. */
	onWait?: (holder: number | undefined) => void;
	/** Error message for a timeout. */
	timeoutMessage?: (holder: number | undefined) => string;
}

/**
 * Runs `work` while holding a lock. Takes over the lock of a process that no longer runs.
 * @throws Error if another process holds the lock for longer than `timeout`
 */
export async function withLock<T>(
	folder: string,
	options: LockOptions,
	work: () => Promise<T>,
): Promise<T> {
	const deadline = Date.now() + options.timeout;
	let reported = false;
	mkdirSync(dirname(folder), { recursive: true });
	while (!acquire(folder)) {
		if (isStale(folder)) {
			removeStale(folder);
			continue;
		}
		if (!reported) options.onWait?.(holderOf(folder));
		reported = true;
		if (Date.now() >= deadline)
			throw new Error((options.timeoutMessage ?? defaultTimeoutMessage(folder))(holderOf(folder)));
		await sleep(500);
	}
	heldLocks.add(folder);
	try {
		return await work();
	} finally {
		heldLocks.delete(folder);
		rmSync(folder, { recursive: true, force: true });
	}
}

const defaultTimeoutMessage = (folder: string) => (holder: number | undefined) =>
	`Timed out waiting for the lock ${folder}, held by process ${holder ?? '(unknown)'}.\n` +
	'If that process hangs, end it and try again. If it no longer runs, delete the folder.';

function acquire(folder: string): boolean {
	try {
		mkdirSync(folder);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
	writeFileSync(join(folder, 'pid'), String(process.pid));
	return true;
}

// Rename the folder before deleting it. If several processes detect the stale lock, only one of
// them can rename it.
function removeStale(folder: string): void {
	const renamed = `${folder}.stale-${process.pid}`;
	try {
		renameSync(folder, renamed);
	} catch {
		return;
	}
	rmSync(renamed, { recursive: true, force: true });
}

function isStale(folder: string): boolean {
	const holder = holderOf(folder);
	if (holder !== undefined) return !isRunning(holder);
	try {
		return Date.now() - statSync(folder).mtimeMs > MISSING_PID_TIMEOUT_MS;
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

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// EPERM: the process runs as another user.
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
