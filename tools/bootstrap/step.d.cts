/** A long-running command, shown as one line of progress. */
export interface Step {
	/** What is happening, in a few words: "Installing the development tools". */
	title: string;
	/** How long it usually takes, in words: "about a minute". */
	usually?: string;
	/** Program and arguments, as given to `child_process.spawn`. */
	command: readonly [string, ...string[]];
	/** Working directory. */
	cwd: string;
	/** Whole environment of the command; the caller's own without it. */
	env?: NodeJS.ProcessEnv;
	/** File that the command's output goes to. Its tail is shown on failure. */
	log: string;
	/** Milliseconds after which the command is killed; 30 minutes without it. */
	timeout?: number;
}

/** The command left with an error, could not be started, or took too long. */
export declare class StepError extends Error {
	/** The last lines of the command's output, and the first complaints before them. */
	readonly tail: string;
	/** The whole output is in this file. */
	readonly log: string;
}

/**
 * Runs a command quietly while one line on stderr says what is happening and for how long.
 * @throws StepError with the tail of the output.
 */
export declare function runStep(step: Step): Promise<void>;

/** Shows one line of progress on stderr while `work` runs; its result or error is handed on. */
export declare function withProgress<T>(
	title: string,
	usually: string | undefined,
	work: () => Promise<T>,
): Promise<T>;

/** The npm that belongs to this run as program and arguments for `spawn`: `npm` of `npm start` if there is one. */
export declare function npm(...args: string[]): [string, ...string[]];
