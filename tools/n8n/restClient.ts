// A client for n8n's internal REST API, which n8n's editor uses.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionStatus, INode, INodeTypeDescription } from 'n8n-workflow';
import {
	parseExecution,
	type Execution,
	type ExecutionResponse,
	type ExecutionSummary,
} from './execution';
import type { NewCredential, StoredCredential, StoredWorkflow, WorkflowSource } from './restTypes';
import { Session } from './session';

const finalStatuses: readonly ExecutionStatus[] = ['success', 'error', 'canceled', 'crashed'];

/** A signed-in user of one n8n instance. Failed requests throw `RestError`. */
export class RestClient extends Session {
	async credentials(): Promise<StoredCredential[]> {
		return await this.request('GET', '/rest/credentials');
	}

	async createCredential(credential: NewCredential): Promise<StoredCredential> {
		return await this.request('POST', '/rest/credentials', credential);
	}

	async updateCredential(id: string, credential: NewCredential): Promise<StoredCredential> {
		return await this.request('PATCH', `/rest/credentials/${id}`, credential);
	}

	async workflows(): Promise<StoredWorkflow[]> {
		return await this.request('GET', '/rest/workflows');
	}

	async workflow(id: string): Promise<StoredWorkflow> {
		return await this.request('GET', `/rest/workflows/${id}`);
	}

	async createWorkflow(source: WorkflowSource): Promise<StoredWorkflow> {
		return await this.request('POST', '/rest/workflows', {
			settings: {},
			...source,
			active: false,
		});
	}

	async updateWorkflow(id: string, source: Partial<WorkflowSource>): Promise<StoredWorkflow> {
		return await this.request('PATCH', `/rest/workflows/${id}`, source);
	}

	/**
	 * Activates the newest version. n8n responds before the triggers are registered; see
	 * `waitForWebhook`.
	 */
	async activate(id: string): Promise<StoredWorkflow> {
		const { versionId } = await this.workflow(id);
		return await this.request('POST', `/rest/workflows/${id}/activate`, { versionId });
	}

	async deactivate(id: string): Promise<StoredWorkflow> {
		return await this.request('POST', `/rest/workflows/${id}/deactivate`, {});
	}

	/**
	 * Runs a workflow, like the button "Execute workflow" in the editor.
	 * @param trigger name of the trigger to start from. Default: the Manual Trigger
	 * @returns ID of the running execution
	 */
	async runManually(id: string, trigger?: string): Promise<string> {
		// n8n 1.x runs the workflow in the request body. n8n 2.x runs the stored workflow.
		const workflowData = await this.workflow(id);
		const isManual = ({ type }: INode): boolean => type === 'n8n-nodes-base.manualTrigger';
		const name = trigger ?? workflowData.nodes.find(isManual)?.name;
		const response: { executionId?: string } = await this.request(
			'POST',
			`/rest/workflows/${id}/run`,
			{ workflowData, triggerToStartFrom: { name } },
		);
		if (response.executionId === undefined)
			throw new Error(
				`n8n is waiting for a test event for "${name}". Only a Manual Trigger can be run directly.`,
			);
		return response.executionId;
	}

	async execution(id: string): Promise<Execution> {
		return parseExecution(await this.request<ExecutionResponse>('GET', `/rest/executions/${id}`));
	}

	/** The latest executions of a workflow, newest first, at most 100. */
	async executions(workflowId: string): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const response: { results: ExecutionSummary[] } = await this.request(
			'GET',
			`/rest/executions?limit=100&filter=${filter}`,
		);
		return response.results;
	}

	async stopExecution(id: string): Promise<void> {
		await this.request('POST', `/rest/executions/${id}/stop`, {});
	}

	/**
	 * Waits until an execution has finished, or until it has one of the given statuses.
	 * @param timeout milliseconds. Default: 300,000
	 */
	async waitForExecution(
		id: string,
		options: { timeout?: number; until?: readonly ExecutionStatus[] } = {},
	): Promise<Execution> {
		const { timeout = 300_000, until = [] } = options;
		const deadline = Date.now() + timeout;
		for (let delay = 50; ; delay = Math.min(delay * 1.5, 1000)) {
			const execution = await this.execution(id);
			// n8n 1.x saves the status before the run data. Read a finished execution again to get its
			// data.
			if (until.includes(execution.status) || finalStatuses.includes(execution.status))
				return await this.execution(id);
			if (Date.now() > deadline)
				throw new Error(
					`Execution ${id} still has the status "${execution.status}" after ${Math.round(timeout / 1000)} s`,
				);
			await sleep(delay);
		}
	}

	async nodeTypes(): Promise<INodeTypeDescription[]> {
		return await this.request('GET', '/types/nodes.json');
	}
}
