// Signal handling and exit codes of the commands.
import type { N8nProcess } from '../n8n/process';
import { UsageError } from './options';

/** The program received Ctrl-C or a similar signal. */
class InterruptedError extends Error {}

/**
 * Rejects on the first Ctrl-C or similar signal. Later ones are ignored: one Ctrl-C arrives twice,
 * from the terminal and from npm.
 */
export const interrupted = async (): Promise<never> =>
	await new Promise<never>((_, reject) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
			process.on(signal, () => reject(new InterruptedError(`Stopped by ${signal}`)));
	});

/** Rejects with n8n's last log lines if n8n exits unexpectedly. */
export const rejectOnCrash = async (n8n: N8nProcess): Promise<never> =>
	await new Promise((_, reject) => {
		n8n.onCrash = (outcome) =>
			reject(new Error(`n8n ${outcome}. Last log lines:\n${n8n.logs.slice(-20).join('\n')}`));
	});

/** Runs a command's main function, prints its error, if any, and exits with its exit code, by default 0. */
export function runMain(main: () => Promise<number | void>): void {
	main().then(
		(code) => process.exit(code ?? process.exitCode),
		(error: unknown) => {
			console.error(error instanceof Error ? error.message : String(error));
			process.exit(error instanceof UsageError ? 2 : 1);
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
