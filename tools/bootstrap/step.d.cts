/** A long-running command whose progress is shown in one line. */
export interface Step {
	/** What the step does: "Installing dependencies". */
	title: string;
	/** How long it usually takes: "about a minute". */
	estimate?: string;
	/** Program and arguments, as for `child_process.spawn`. */
	command: readonly [string, ...string[]];
	cwd: string;
	/** Environment of the command. Default: the environment of this process. */
	env?: NodeJS.ProcessEnv;
	/** File for the command's output. If the step fails, the end of the file is shown. */
	log: string;
	/** Milliseconds after which the command is killed. Default: 30 minutes. */
	timeout?: number;
}

/** The command failed, could not be started or timed out. */
export declare class StepError extends Error {
	/** The first error lines and the last lines of the output. */
	readonly tail: string;
	/** File with the complete output. */
	readonly log: string;
}

/**
 * Runs a command with its output in a log file and one line of progress on stderr.
 * @throws StepError with the end of the output
 */
export declare function runStep(step: Step): Promise<void>;

/** Shows one line of progress on stderr while `work` runs, and returns its result. */
export declare function withProgress<T>(
	title: string,
	estimate: string | undefined,
	work: () => Promise<T>,
): Promise<T>;

/**
 * Program and arguments for `spawn` that run npm. In a script started by `npm run`, they run the
 * same npm.
 */
export declare function npm(...args: string[]): [string, ...string[]];
