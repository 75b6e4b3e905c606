// The parts of n8n's REST API that the tools and tests use.
import type { IConnections, IDataObject, INode, IWorkflowSettings } from 'n8n-workflow';

export interface WorkflowSource {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	pinData?: IDataObject;
}

export interface StoredWorkflow extends WorkflowSource {
	id: string;
	/** Changes with every update. Required to activate the workflow. */
	versionId: string;
	active: boolean;
	staticData?: Record<string, unknown> | null;
}

export interface StoredCredential {
	id: string;
	name: string;
	type: string;
}

export type { ExecutionSummary } from './execution';

export type NewCredential = Omit<StoredCredential, 'id'> & { data: Record<string, unknown> };

export class RestError extends Error {
	/** @param status HTTP status code, or 0 if n8n did not respond */
	constructor(
		readonly status: number,
		readonly request: string,
		readonly detail: string,
	) {
		super(`${request} failed${status === 0 ? '' : ` with status ${status}`}: ${detail}`);
		this.name = 'RestError';
	}
}
