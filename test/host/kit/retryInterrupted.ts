import type { RestClient } from '../../../tools/n8n/restClient';

/**
 * Retries the executions that were interrupted because n8n was killed. n8n keeps them with their
 * events and lists them as crashed, so that a user can retry them.
 * @returns how many there were
 */
export async function retryInterrupted(rest: RestClient, workflowId: string): Promise<number> {
	const executions = await rest.executions(workflowId);
	expect(executions.filter(({ status }) => status === 'error')).toEqual([]);
	const interrupted = executions.filter(({ status }) => status === 'crashed');
	for (const { id } of interrupted)
		await rest.request('POST', `/rest/executions/${id}/retry`, { loadWorkflow: false });
	return interrupted.length;
}
