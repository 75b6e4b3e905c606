import type { RestClient } from '../../../tools/n8n/restClient';
import { RestError, type ExecutionSummary } from '../../../tools/n8n/restTypes';
import { waitUntil } from './waitUntil';

/** An execution that still runs after this time was interrupted. Milliseconds. */
const RUN_LIMIT = 10_000;

/**
 * Retries the executions that were interrupted because n8n was killed. n8n keeps them with their
 * events, so that a user can retry them. It lists most of them as crashed. An execution that was
 * interrupted before its first node started stays "running", and a user has to stop it first.
 * @returns how many there were
 */
export async function retryInterrupted(rest: RestClient, workflowId: string): Promise<number> {
	const interrupted = await stopInterrupted(rest, workflowId);
	let retried = 0;
	for (const { id } of interrupted) {
		if (!(await hasData(rest, id))) continue;
		await rest.request('POST', `/rest/executions/${id}/retry`, { loadWorkflow: false });
		retried++;
	}
	return retried;
}

/**
 * Waits until no execution of the workflow runs. Stops executions that n8n lists as running but
 * does not run.
 * @returns the interrupted executions
 */
async function stopInterrupted(rest: RestClient, workflowId: string): Promise<ExecutionSummary[]> {
	const withStatus = async (...statuses: string[]) =>
		(await rest.executions(workflowId)).filter(({ status }) => statuses.includes(status));
	// n8n starts the executions that it stored but did not start before it was killed.
	await waitUntil(
		'the start of all executions',
		async () => (await withStatus('new')).length === 0,
		120_000,
	);
	await waitUntil(
		'the end of all executions',
		async () => (await withStatus('running')).length === 0,
		RUN_LIMIT,
	).catch(() => undefined);
	for (const { id } of await withStatus('running')) await rest.stopExecution(id);
	expect(await withStatus('error')).toEqual([]);
	return await withStatus('crashed', 'canceled');
}

/**
 * Whether n8n has stored the data of an execution. n8n 1.x stores the execution first. If it is
 * killed in between, the event is not stored, and n8n cannot return the execution.
 */
const hasData = async (rest: RestClient, id: string): Promise<boolean> =>
	await rest.execution(id).then(
		({ data }) => data !== undefined,
		(error: unknown) => {
			if (error instanceof RestError && error.status === 500) return false;
			throw error;
		},
	);
