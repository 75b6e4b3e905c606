// Child processes that are killed with their process group when this process exits.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';

const children = new Set<ChildProcess>();
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let hasExitHandlers = false;

export interface ChildOptions {
	cwd: string;
	env: NodeJS.ProcessEnv;
	onLine: (line: string) => void;
}

/** Starts a program in its own process group, which is killed when this process exits. */
export function startChild(
	program: string,
	args: readonly string[],
	options: ChildOptions,
): ChildProcess {
	installExitHandlers();
	const child = spawn(program, args, {
		cwd: options.cwd,
		env: { ...options.env, TENFOLD_EXIT_WITH_PARENT: 'fd3' },
		// tools/n8n/exitWithParent.cjs watches the last pipe, file descriptor 3. The pipe closes when
		// this process ends, even after SIGKILL.
		stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
		detached: process.platform !== 'win32',
		// On Windows, npm is a script.
		shell: process.platform === 'win32' && program === 'npm',
	});
	children.add(child);
	child.once('exit', () => children.delete(child));
	child.stdio[3]?.on('error', () => undefined);
	for (const input of [child.stdout!, child.stderr!])
		createInterface({ input }).on('line', options.onLine);
	return child;
}

/** Sends a signal to the child's process group. Does nothing if the group no longer exists. */
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

export const hasExited = (child: ChildProcess): boolean =>
	child.exitCode !== null || child.signalCode !== null;

function installExitHandlers(): void {
	if (hasExitHandlers) return;
	hasExitHandlers = true;
	// First, so that no child writes to a folder that another handler deletes.
	process.prependListener('exit', () => {
		for (const child of children) signalGroup(child, 'SIGKILL');
	});
	for (const signal of SIGNALS) {
		process.on(signal, () => {
			// A program with its own signal handler shuts down by itself, which then triggers the `exit`
			// event.
			if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
		});
	}
}
