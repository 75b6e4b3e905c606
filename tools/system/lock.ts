// A lock between processes: a file that contains the process ID of its holder.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` while holding a lock. Takes over the lock of a process that no longer runs.
 * @param timeout milliseconds to wait while another process holds the lock
 * @param activity what the holder does, for messages: "installing n8n"
 * @throws Error if another process holds the lock for longer than `timeout`
 */
export async function withLock<T>(
	file: string,
	timeout: number,
	activity: string,
	work: () => Promise<T>,
): Promise<T> {
	const deadline = Date.now() + timeout;
	mkdirSync(dirname(file), { recursive: true });
	for (let reported = false; !acquire(file); reported = true) {
		const holder = holderOf(file);
		if (!isRunning(holder)) rmSync(file, { force: true });
		else {
			if (!reported) console.error(`Waiting for process ${holder}, which is ${activity} …`);
			if (Date.now() >= deadline)
				throw new Error(
					`Process ${holder} is still ${activity}. Wait until it has finished, or end it and try again.`,
				);
			await sleep(500);
		}
	}
	try {
		return await work();
	} finally {
		rmSync(file, { force: true });
	}
}

/** Creates the file. Returns whether it did not exist. */
function acquire(file: string): boolean {
	try {
		writeFileSync(file, String(process.pid), { flag: 'wx' });
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
}

/** 0 if the lock has just been created or released. */
function holderOf(file: string): number {
	try {
		return Number(readFileSync(file, 'utf8'));
	} catch {
		return 0;
	}
}

function isRunning(pid: number): boolean {
	try {
		// Signal 0 only checks whether the process exists. Process ID 0 would be the group of this process.
		return process.kill(pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code !== 'ESRCH';
	}
}
