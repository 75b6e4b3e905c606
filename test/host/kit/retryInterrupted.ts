import type { RestClient } from '../../../tools/n8n/restClient';
import { RestError } from '../../../tools/n8n/restTypes';

/**
 * Retries the executions that were interrupted because n8n was killed. n8n keeps them with their
 * events and lists them as crashed, so that a user can retry them.
 * @returns how many there were
 */
export async function retryInterrupted(rest: RestClient, workflowId: string): Promise<number> {
	const executions = await rest.executions(workflowId);
	expect(executions.filter(({ status }) => status === 'error')).toEqual([]);
	const interrupted = executions.filter(({ status }) => status === 'crashed');
	let retried = 0;
	for (const { id } of interrupted) {
		if (!(await hasData(rest, id))) continue;
		await rest.request('POST', `/rest/executions/${id}/retry`, { loadWorkflow: false });
		retried++;
	}
	return retried;
}

/**
 * Whether n8n has stored the data of an execution. n8n 1.x stores the execution first. If it is
 * killed in between, it has not accepted the event yet, and cannot return the execution.
 */
const hasData = async (rest: RestClient, id: string): Promise<boolean> =>
	await rest.execution(id).then(
		({ data }) => data !== undefined,
		(error: unknown) => {
			if (error instanceof RestError && error.status === 500) return false;
			throw error;
		},
	);
