/** The failed jobs of a completed workflow run, with the last lines of their logs. */
import type { IDataObject } from 'n8n-workflow';
import { fetchAllRows, planRequest } from '../../engine';
import { type Call, CanceledError, type RequestLine, toResult } from '../../engine/describe';
import { byLink } from '../paging';
import { tokenScopes } from '../tokenScopes';
import { readTail } from './readTail';

export const defaultLogLines = 50;
/** Logs of further failed jobs are not read. A matrix can have 256 jobs. */
const maxLogs = 10;
/** Bytes to keep of each log. */
const maxLogBytes = 64 * 1024;

interface JobsInput {
	readonly owner: string;
	readonly repository: string;
}

const failedConclusions: ReadonlySet<unknown> = new Set(['failure', 'timed_out']);

/** Conclusions of runs without failed jobs. */
const successfulConclusions: ReadonlySet<unknown> = new Set(['success', 'neutral', 'skipped']);

const policy = { idempotency: 'safe', permission: tokenScopes.actionsRead } as const;

/**
 * @param logLines lines to return of each log
 * @returns an empty list for a run that is not completed, or whose conclusion is not a failure
 */
export async function readFailedJobs(
	call: Call<JobsInput>,
	run: IDataObject,
	logLines: number,
): Promise<IDataObject[]> {
	if (run.status !== 'completed' || successfulConclusions.has(run.conclusion)) return [];
	const jobs = await fetchAllRows(
		call.connection,
		planRequest(lineOf('runs/{runId}/jobs'), { values: { ...call.input, runId: run.id } }),
		byLink({ rows: 'jobs' }),
		policy,
	);
	const failed = jobs.filter(({ conclusion }) => failedConclusions.has(conclusion));
	const rows: IDataObject[] = [];
	for (const [index, job] of failed.entries())
		rows.push({
			...jobRow(job),
			...(index < maxLogs && logLines > 0 ? await logOf(call, job, logLines) : {}),
		});
	return rows;
}

const lineOf = (path: string): RequestLine => `GET /repos/{owner}/{repository}/actions/${path}`;

const jobRow = ({ id, name, conclusion, html_url: url, steps }: IDataObject): IDataObject => ({
	id,
	name,
	conclusion,
	html_url: url,
	failed_steps: (Array.isArray(steps) ? (steps as IDataObject[]) : [])
		.filter((step) => failedConclusions.has(step.conclusion))
		.map((step) => step.name),
});

/**
 * The end of the log of a job. The provider replaces secrets in logs. A log that cannot be read, for
 * example because it was deleted, does not fail the item.
 */
async function logOf(
	{ connection, input, request }: Call<JobsInput>,
	job: IDataObject,
	logLines: number,
): Promise<IDataObject> {
	const read = async (): Promise<string[]> => {
		const response = await request(
			lineOf('jobs/{jobId}/logs'),
			{ values: { ...input, jobId: job.id } },
			{ ...policy, as: 'stream' },
		);
		return await readTail(connection, response, maxLogBytes, logLines);
	};
	const log = await toResult(read());
	if ('value' in log) return { log: log.value.join('\n') };
	if (log.error instanceof CanceledError) throw log.error;
	return { log: null, log_problem: log.error instanceof Error ? log.error.message : '' };
}
