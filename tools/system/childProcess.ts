// Child processes with their whole group, none of which outlives us.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

const children = new Set<ChildProcess>();
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let guarded = false;

export interface ChildOptions {
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** Called for each line of output, of both streams. */
	onLine: (line: string) => void;
}

/** Starts a program as leader of a process group that is killed when this process ends in any way. */
export function startChild(
	program: string,
	args: readonly string[],
	options: ChildOptions,
): ChildProcess {
	guardExit();
	const child = spawn(program, args, {
		cwd: options.cwd,
		env: { ...options.env, TENFOLD_GUARD: 'fd3' },
		// The fourth is the line that test/host/guard.cjs watches: it closes when we are gone, even by SIGKILL.
		stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
		detached: process.platform !== 'win32',
	});
	children.add(child);
	child.once('exit', () => children.delete(child));
	child.stdio[3]?.on('error', () => undefined);
	readLines(child.stdout, options.onLine);
	readLines(child.stderr, options.onLine);
	return child;
}

/** Sends a signal to the child's whole group; a group that is gone already is fine. */
export function signalGroup(
	child: ChildProcess,
	signal: 'SIGTERM' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT',
): void {
	if (child.pid === undefined) return;
	try {
		if (process.platform !== 'win32') process.kill(-child.pid, signal);
		else if (signal === 'SIGKILL') spawnSync('taskkill', ['/T', '/F', '/PID', String(child.pid)]);
		else child.kill(signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

/** Whether the child has ended. */
export const hasEnded = (child: ChildProcess): boolean =>
	child.exitCode !== null || child.signalCode !== null;

/** Resident memory of a process in bytes. */
export function residentBytes(pid: number): number {
	if (process.platform === 'linux') {
		const line = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
		return Number(line?.[1] ?? 0) * 1024;
	}
	return (
		Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim()) *
		1024
	);
}

function guardExit(): void {
	if (guarded) return;
	guarded = true;
	process.on('exit', () => {
		for (const child of children) signalGroup(child, 'SIGKILL');
	});
	for (const signal of SIGNALS) {
		process.on(signal, () => {
			// A program with a handler of its own stops in its own order, and comes through `exit` in the end.
			if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
		});
	}
}

function readLines(stream: NodeJS.ReadableStream | null, onLine: (line: string) => void): void {
	if (stream === null) return;
	let rest = '';
	stream.setEncoding('utf8');
	stream.on('data', (chunk: string) => {
		const lines = (rest + chunk).split('\n');
		rest = lines.pop() ?? '';
		for (const line of lines) onLine(line);
	});
	stream.on('end', () => {
		if (rest) onLine(rest);
	});
}
