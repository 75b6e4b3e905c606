/** Waits until a workflow run is completed, and reports its result. */
import type { IDataObject } from 'n8n-workflow';
import { cancellableSleep, toRow, waitUntil } from '../../engine';
import {
	type Call,
	CanceledError,
	decimal,
	flag,
	integer,
	PackError,
	type Row,
	toResult,
	toText,
} from '../../engine/describe';
import { classifyError } from '../classifyError';
import { defaultLogLines, readFailedJobs } from './failedJobs';
import { readIfChanged } from './readIfChanged';
import { tokenScopes } from '../tokenScopes';

const defaultWaitMinutes = 60;
const defaultIntervalSeconds = 5;
/** The interval grows up to this value, unless the user enters a longer one. */
const maxIntervalMs = 30_000;

export const waitOptions = {
	maximumWait: decimal('Maximum Wait (Minutes)', {
		description:
			'How long to wait for the run. After that, the item fails. The run itself continues, and the error contains its URL.',
		default: defaultWaitMinutes,
		minimum: 0.01,
		maximum: 10_080,
		in: 'none',
	}),
	pollingInterval: decimal('Polling Interval (Seconds)', {
		description:
			'Seconds to wait before the second poll. The interval grows by 50% each time, up to 30 seconds.',
		default: defaultIntervalSeconds,
		minimum: 0.01,
		maximum: 3600,
		in: 'none',
		hideFromAgents: true,
	}),
	failUnlessSuccessful: flag('Fail Unless Successful', {
		description:
			'Whether the item fails if the conclusion of the run is not success. By default, the item contains the conclusion and the failed jobs.',
		default: true,
		in: 'none',
	}),
	returnForReview: flag('Return for Review', {
		description:
			'Whether to return the run as soon as its status is waiting, for example for the review of a deployment',
		default: true,
		in: 'none',
	}),
	logLines: integer('Log Lines', {
		description:
			'Number of lines to return from the end of the log of each failed job. 0 returns no logs.',
		default: defaultLogLines,
		minimum: 0,
		maximum: 1000,
		in: 'none',
	}),
} as const;

export interface WaitInput {
	readonly owner: string;
	readonly repository: string;
	/** Minutes. */
	readonly maximumWait?: number;
	/** Seconds. */
	readonly pollingInterval?: number;
	readonly failUnlessSuccessful?: boolean;
	readonly returnForReview?: boolean;
	readonly logLines?: number;
}

export const maxWaitMs = ({ maximumWait }: Pick<WaitInput, 'maximumWait'>): number =>
	(maximumWait ?? defaultWaitMinutes) * 60_000;

export const intervalMs = ({ pollingInterval }: Pick<WaitInput, 'pollingInterval'>): number =>
	(pollingInterval ?? defaultIntervalSeconds) * 1000;

/** A run that the node waits for. `html_url` is known before the first read of a dispatched run. */
export interface AwaitedRun {
	readonly id: string;
	readonly html_url?: string;
}

/**
 * Polls a run until it is completed, or until it waits for a review if Return for Review is on.
 * @param isStarted whether the run is known to exist. If so, temporary errors do not end the wait.
 * @throws PackError that names the run, if it is not completed in time
 */
export async function waitForRun(
	call: Call<WaitInput>,
	awaited: AwaitedRun,
	isStarted = false,
): Promise<Row> {
	const { failUnlessSuccessful, logLines = defaultLogLines } = call.input;
	const run = await pollRun(call, awaited, isStarted);
	// The error of an unsuccessful run contains no logs.
	const failed = await toResult(readFailedJobs(call, run, failUnlessSuccessful ? 0 : logLines));
	if ('error' in failed) throw withRun(failed.error, run);
	if (failUnlessSuccessful && isCompleted(run) && run.conclusion !== 'success')
		throw unsuccessfulError(run, failed.value);
	return toRow({ ...withDuration(run), failed_jobs: failed.value });
}

/** Reads a run that was started just now. @throws PackError that names the run */
export async function readStartedRun(
	call: Call<WaitInput>,
	started: AwaitedRun,
): Promise<IDataObject> {
	const result = await toResult(runReader(call, started.id)());
	if ('error' in result) throw withRun(result.error, { ...started });
	return result.value;
}

/** Returns a function that reads a run, with its ETag from the second call on. */
function runReader(call: Call<WaitInput>, runId: string): () => Promise<IDataObject> {
	const read = readIfChanged(
		async (headers) =>
			await call.request(
				'GET /repos/{owner}/{repository}/actions/runs/{runId}',
				{ values: { ...call.input, runId }, headers },
				{ idempotency: 'safe', permission: tokenScopes.actionsRead },
			),
	);
	return async () => ((await read()).body ?? {}) as IDataObject;
}

async function pollRun(
	call: Call<WaitInput>,
	awaited: AwaitedRun,
	isStarted: boolean,
): Promise<IDataObject> {
	const { input, connection } = call;
	const maximumMs = maxWaitMs(input);
	const until = performance.now() + maximumMs;
	const read = runReader(call, awaited.id);
	let run: IDataObject = { ...awaited };
	let isKnown = isStarted;
	const result = await toResult(
		waitUntil({
			async read() {
				const response = await toResult(read());
				if ('value' in response) {
					run = response.value;
					isKnown = true;
					return run;
				}
				// The run continues during an outage or a rate limit, so the wait does, too.
				const { isTemporary, waitMs = 0 } = classifyError(response.error);
				if (!isTemporary || !isKnown || performance.now() + waitMs > until) throw response.error;
				await cancellableSleep(waitMs, connection.signal);
				return run;
			},
			isDone: (state) =>
				isCompleted(state) || (input.returnForReview === true && state.status === 'waiting'),
			maximumMs,
			intervalMs: intervalMs(input),
			longestIntervalMs: Math.max(maxIntervalMs, intervalMs(input)),
			connection,
		}),
	);
	if ('error' in result) throw isKnown ? withRun(result.error, run) : result.error;
	if (result.value.timedOut) throw timeoutError(run, maximumMs);
	return result.value.state;
}

const isCompleted = ({ status }: IDataObject): boolean => status === 'completed';

/** Adds the duration of the latest attempt, as shown in the list of runs of the provider. */
function withDuration(run: IDataObject): IDataObject {
	const { run_started_at: startedAt, created_at: createdAt, updated_at: updatedAt } = run;
	const ms = Date.parse(toText(updatedAt)) - Date.parse(toText(startedAt ?? createdAt));
	return isCompleted(run) && ms >= 0 ? { ...run, duration_seconds: Math.round(ms / 1000) } : run;
}

/** `CI #4 (30433642)`, or the ID if nothing else is known. */
const nameOf = ({ id, name, run_number: number }: IDataObject): string =>
	name && number ? `${toText(name)} #${toText(number)} (${toText(id)})` : toText(id);

const urlOf = ({ html_url: url }: IDataObject): string[] => (url ? [`Run: ${toText(url)}`] : []);

/** Adds the run to an error that occurred while waiting for it. The wait ends, the run does not. */
function withRun(error: unknown, run: IDataObject): unknown {
	// After a cancellation, the error says only that the execution was canceled.
	if (!(error instanceof PackError) || error instanceof CanceledError) return error;
	const { message, details } = error;
	return new PackError(message, {
		...details,
		hint: [
			...(details.hint ? [details.hint] : []),
			`The node stopped waiting for workflow run ${nameOf(run)}, which may still be in progress.`,
			...urlOf(run),
		].join(' '),
	});
}

function timeoutError(run: IDataObject, maximumMs: number): PackError {
	const status = toText(run.status).replace(/_/g, ' ');
	const minutes = Number((maximumMs / 60_000).toFixed(2));
	return new PackError(
		`Workflow run ${nameOf(run)} was not completed within ${minutes} minutes${status ? `: its status is ${status}` : ''}`,
		{
			hint: [
				'The run continues.',
				run.status === 'waiting'
					? 'It may wait for the review of a deployment: use Workflow Run: Review Deployments.'
					: 'Increase Maximum Wait (Minutes) in Options.',
				`To continue waiting, use Workflow Run: Wait Until Completed with the run ID ${toText(run.id)}.`,
				...urlOf(run),
			].join(' '),
			code: 'RUN_NOT_COMPLETED',
		},
	);
}

function unsuccessfulError(run: IDataObject, failedJobs: readonly IDataObject[]): PackError {
	const jobs = failedJobs.map(({ name, failed_steps: steps }) => {
		const names = (steps as string[]).join(', ');
		return names ? `${toText(name)} (${names})` : toText(name);
	});
	return new PackError(
		`Workflow run ${nameOf(run)} ended with the conclusion ${toText(run.conclusion)}`,
		{
			hint: [
				...(jobs.length > 0 ? [`Failed jobs and steps: ${jobs.join('; ')}.`] : []),
				'To get the failed jobs with their logs in the item, turn off Fail Unless Successful.',
				...urlOf(run),
			].join(' '),
			code: 'RUN_NOT_SUCCESSFUL',
		},
	);
}
