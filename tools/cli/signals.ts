// Signal handling and exit codes of the commands.
import { constants } from 'node:os';
import type { N8nProcess } from '../n8n/process';
import { UsageError } from './options';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
// One Ctrl-C arrives twice: from the terminal and from npm.
const DUPLICATE_SIGNAL_MS = 1500;

/** The program received a signal to stop. */
export class InterruptedError extends Error {
	constructor(readonly signal: NodeJS.Signals) {
		super(`Stopped by ${signal}`);
	}

	/** 128 plus the signal number, as in a shell. */
	get exitCode(): number {
		return 128 + constants.signals[this.signal];
	}
}

/**
 * Rejects with {@link InterruptedError} on the first Ctrl-C or similar signal. A second signal exits
 * the program immediately, unless it arrives so soon after the first one that it counts as a
 * duplicate.
 */
export async function interrupted(): Promise<never> {
	let firstSignalAt = 0;
	return await new Promise<never>((_, reject) => {
		for (const signal of SIGNALS)
			process.on(signal, () => {
				firstSignalAt ||= Date.now();
				const error = new InterruptedError(signal);
				if (Date.now() - firstSignalAt > DUPLICATE_SIGNAL_MS) process.exit(error.exitCode);
				reject(error);
			});
	});
}

/** Rejects with n8n's last log lines if n8n exits unexpectedly. */
export async function rejectOnCrash(n8n: N8nProcess): Promise<never> {
	const outcome = await n8n.crashed();
	throw new Error(`n8n ${outcome}. Last log lines:\n${n8n.logs.slice(-20).join('\n')}`);
}

/** Runs a command's main function, prints its error, if any, and exits with its exit code. */
export function runMain(main: () => Promise<number>): void {
	main().then(
		(code) => process.exit(code),
		(error: unknown) => {
			if (error instanceof InterruptedError) process.exit(error.exitCode);
			if (error instanceof UsageError) {
				process.stderr.write(`${error.message}\n`);
				process.exit(2);
			}
			process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
			process.exit(1);
		},
	);
}

/** Runs `serve` until Ctrl-C, which is the normal way to end it. */
export async function untilInterrupted(serve: () => Promise<void>): Promise<number> {
	try {
		await serve();
	} catch (error) {
		if (!(error instanceof InterruptedError)) throw error;
	}
	return 0;
}
