// Long commands whose output goes to a log file.
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { startChild } from './childProcess';

const TAIL_LINES = 30;

export interface Step {
	/** What the step does: "Building the pack". */
	title: string;
	/** How long it usually takes: "about a minute". */
	estimate?: string;
	command: readonly [string, ...string[]];
	cwd: string;
	env?: NodeJS.ProcessEnv;
	log: string;
}

/**
 * Runs a command with its output in a log file.
 * @throws Error with the end of the output if the command fails
 */
export async function runStep({
	title,
	estimate,
	command: [program, ...args],
	cwd,
	env = process.env,
	log,
}: Step): Promise<void> {
	await withProgress(title, estimate, async () => {
		mkdirSync(dirname(log), { recursive: true });
		writeFileSync(log, '');
		const onLine = (line: string): void => appendFileSync(log, `${line}\n`);
		const child = startChild(program, args, { cwd, env, onLine });
		const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
		if (code === 0) return;
		const outcome = signal ? `stopped by ${signal}` : `exited with code ${code}`;
		const tail = readFileSync(log, 'utf8').split('\n').slice(-TAIL_LINES).join('\n');
		throw new Error(`${title}: ${outcome}\n${tail}Complete output: ${log}`);
	});
}

/** Prints on stderr that `work` starts and how long it took, and returns its result. */
export async function withProgress<T>(
	title: string,
	estimate: string | undefined,
	work: () => Promise<T>,
): Promise<T> {
	const start = Date.now();
	console.error(`${title}${estimate ? ` (usually ${estimate})` : ''} …`);
	const result = await work();
	console.error(`${title}: done in ${Math.round((Date.now() - start) / 1000)} s`);
	return result;
}
