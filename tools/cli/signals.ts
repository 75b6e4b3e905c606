// How a command that runs until Ctrl-C comes to its end.
import { constants } from 'node:os';
import type { N8n } from '../n8n/process';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
// One Ctrl-C reaches a program twice: from the terminal, and through npm.
const ECHO_MS = 1500;

/** The program was asked to stop. */
export class Stopped extends Error {
	constructor(readonly signal: NodeJS.Signals) {
		super(`Stopped by ${signal}`);
	}

	/** 128 and the number of the signal, as a shell would say. */
	get exitCode(): number {
		return 128 + constants.signals[this.signal];
	}
}

/** Signals of one program. */
export interface Stopping {
	/**
	 * Rejects with {@link Stopped} on the first signal. Until this is called there is nothing worth an orderly end, and
	 * a signal ends the program at once: its steps, its n8n and its locks go with it.
	 */
	asked(): Promise<never>;
}

/** Listens for Ctrl-C and the like. A second signal, later than the first's echo, ends the program at once. */
export function listenForStop(): Stopping {
	let orderly = false;
	let first = 0;
	let refuse: (reason: Stopped) => void = () => undefined;
	const promise = new Promise<never>((_, reject) => (refuse = reject));
	// Whoever races with it sees the rejection; between two races there is nobody to.
	promise.catch(() => undefined);
	for (const signal of SIGNALS) {
		process.on(signal, () => {
			const impatient = first !== 0 && Date.now() - first > ECHO_MS;
			first ||= Date.now();
			if (orderly && !impatient) refuse(new Stopped(signal));
			else process.exit(new Stopped(signal).exitCode);
		});
	}
	return {
		asked: () => {
			orderly = true;
			return promise;
		},
	};
}

/** Rejects when n8n ends without having been asked to, with the end of its log. */
export async function unexpectedEnd(n8n: N8n): Promise<never> {
	const how = await n8n.crashed();
	throw new Error(`n8n ${how}. It said last:\n${n8n.logs.slice(-20).join('\n')}`);
}

/** Runs a command's main function: prints its error, if any, and sets the exit code. */
export function runMain(main: () => Promise<number>): void {
	main().then(
		(code) => process.exit(code),
		(error: unknown) => {
			if (error instanceof Stopped) process.exit(error.exitCode);
			process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
			process.exit(1);
		},
	);
}
