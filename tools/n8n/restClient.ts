// n8n's own REST interface, used the way its editor uses it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeTypeDescription } from 'n8n-workflow';
import {
	FINAL,
	readExecution,
	type Execution,
	type ExecutionResponse,
	type ExecutionStatus,
} from './execution';
import type {
	CredentialTestResult,
	ExecutionSummary,
	INodeListSearchResult,
	INodePropertyOptions,
	LookupRequest,
	NewCredential,
	ResourceMapperFields,
	StoredCredential,
	StoredWorkflow,
	WorkflowSource,
} from './restTypes';
import { Session } from './session';

export { OWNER, type Owner } from './session';

/** A person at one n8n. Failed requests throw `RestError`. */
export class Rest extends Session {
	async credentials(): Promise<StoredCredential[]> {
		return await this.request('GET', '/rest/credentials');
	}

	async createCredential(credential: NewCredential): Promise<StoredCredential> {
		return await this.request('POST', '/rest/credentials', credential);
	}

	async updateCredential(id: string, credential: NewCredential): Promise<StoredCredential> {
		return await this.request('PATCH', `/rest/credentials/${id}`, credential);
	}

	async deleteCredential(id: string): Promise<void> {
		await this.request('DELETE', `/rest/credentials/${id}`);
	}

	/** Presses "Test" on a stored credential; `data` stands for values typed but not saved yet. */
	async testCredential(
		stored: StoredCredential,
		data?: Record<string, unknown>,
	): Promise<CredentialTestResult> {
		const { id, name, type } = stored;
		// n8n tests what is sent here, and not what it has stored, so the stored values are fetched first.
		const values = data ?? (await this.credentialData(id));
		return await this.request('POST', '/rest/credentials/test', {
			credentials: { id, name, type, data: values },
		});
	}

	/** A credential's values; secrets come blanked, and n8n puts them back when they are sent to it again. */
	async credentialData(id: string): Promise<Record<string, unknown>> {
		const answer: { data?: Record<string, unknown> } = await this.request(
			'GET',
			`/rest/credentials/${id}?includeData=true`,
		);
		return answer.data ?? {};
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

	async deleteWorkflow(id: string): Promise<void> {
		// n8n deletes only what is archived.
		await this.request('POST', `/rest/workflows/${id}/archive`, {});
		await this.request('DELETE', `/rest/workflows/${id}`);
	}

	/** Activates the newest version. n8n answers before triggers are registered: see `webhookReady`. */
	async activate(id: string): Promise<StoredWorkflow> {
		const { versionId } = await this.workflow(id);
		return await this.request('POST', `/rest/workflows/${id}/activate`, { versionId });
	}

	async deactivate(id: string): Promise<StoredWorkflow> {
		return await this.request('POST', `/rest/workflows/${id}/deactivate`, {});
	}

	/**
	 * Runs a workflow as "Execute workflow" does, from its Manual Trigger or the trigger named.
	 * @returns id of the execution, which is running
	 */
	async runManually(id: string, trigger?: string): Promise<string> {
		// n8n 1 runs the workflow that the editor holds, which is sent along; n8n 2 runs the one that it has stored.
		const workflowData = await this.workflow(id);
		const name = trigger ?? manualTrigger(workflowData);
		const answer: { executionId?: string } = await this.request(
			'POST',
			`/rest/workflows/${id}/run`,
			{
				workflowData,
				triggerToStartFrom: { name },
			},
		);
		if (answer.executionId === undefined) {
			throw new Error(
				`n8n waits for a test call to "${name}" now; only a manual trigger can be run by itself`,
			);
		}
		return answer.executionId;
	}

	async execution(id: string): Promise<Execution> {
		return readExecution(await this.request<ExecutionResponse>('GET', `/rest/executions/${id}`));
	}

	/** The newest executions of a workflow, newest first, at most 100. */
	async executions(workflowId: string): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const answer: { results: ExecutionSummary[] } = await this.request(
			'GET',
			`/rest/executions?limit=100&filter=${filter}`,
		);
		return answer.results;
	}

	async stopExecution(id: string): Promise<void> {
		await this.request('POST', `/rest/executions/${id}/stop`, {});
	}

	/**
	 * Waits until an execution is over, or has one of the statuses named (`['waiting']` for one that sleeps).
	 * @param timeout milliseconds; 60 000 without it
	 */
	async waitForExecution(
		id: string,
		{
			timeout = 60_000,
			until = FINAL,
		}: { timeout?: number; until?: readonly ExecutionStatus[] } = {},
	): Promise<Execution> {
		const deadline = Date.now() + timeout;
		for (let pause = 50; ; pause = Math.min(pause * 1.5, 1000)) {
			const execution = await this.execution(id);
			// n8n 1 writes the status before the run data, so what is over is read once more.
			if (until.includes(execution.status) || FINAL.includes(execution.status))
				return await this.execution(id);
			if (Date.now() > deadline) {
				throw new Error(
					`Execution ${id} is still ${execution.status} after ${Math.round(timeout / 1000)} s`,
				);
			}
			await sleep(pause);
		}
	}

	/** Descriptions of all node types, as the editor gets them. */
	async nodeTypes(): Promise<INodeTypeDescription[]> {
		return await this.request('GET', '/types/nodes.json');
	}

	/** Choices of a dropdown with a `loadOptionsMethod`. */
	async dynamicOptions(lookup: LookupRequest): Promise<INodePropertyOptions[]> {
		return await this.request('POST', '/rest/dynamic-node-parameters/options', lookupBody(lookup));
	}

	/** One page of a resource locator's list. */
	async resourceLocatorResults(
		lookup: LookupRequest,
		page: { filter?: string; paginationToken?: string | number } = {},
	): Promise<INodeListSearchResult> {
		const body = { ...lookupBody(lookup), ...page };
		return await this.request(
			'POST',
			'/rest/dynamic-node-parameters/resource-locator-results',
			body,
		);
	}

	/** Columns of a resource mapper. */
	async resourceMapperFields(lookup: LookupRequest): Promise<ResourceMapperFields> {
		return await this.request(
			'POST',
			'/rest/dynamic-node-parameters/resource-mapper-fields',
			lookupBody(lookup),
		);
	}
}

function manualTrigger({ nodes, name }: StoredWorkflow): string {
	const trigger = nodes.find((node) => node.type === 'n8n-nodes-base.manualTrigger');
	if (!trigger) throw new Error(`Workflow "${name}" has no Manual Trigger to start from`);
	return trigger.name;
}

function lookupBody({
	nodeType,
	version = 1,
	method,
	path,
	parameters = {},
	credentials,
}: LookupRequest) {
	return {
		nodeTypeAndVersion: { name: nodeType, version },
		methodName: method,
		path,
		currentNodeParameters: parameters,
		credentials,
	};
}
