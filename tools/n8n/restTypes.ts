// What goes over n8n's REST interface, as far as this tooling looks at it.
import type {
	IConnections,
	IDataObject,
	INode,
	INodeListSearchResult,
	INodePropertyOptions,
	IWorkflowSettings,
	ResourceMapperFields,
} from 'n8n-workflow';

/** Anything with these is a workflow: n8n's export format, or one made by hand. */
export interface WorkflowSource {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	pinData?: IDataObject;
	meta?: Record<string, unknown>;
}

/** A workflow that n8n has stored. */
export interface StoredWorkflow extends WorkflowSource {
	id: string;
	/** Changes with every update; activation names the one to activate. */
	versionId: string;
	/** Version whose triggers are live; null while the workflow is inactive. */
	activeVersionId?: string | null;
	active: boolean;
}

export interface StoredCredential {
	id: string;
	name: string;
	type: string;
}

export interface NewCredential {
	name: string;
	type: string;
	data: Record<string, unknown>;
}

export interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}

export interface ExecutionSummary {
	id: string;
	workflowId: string;
	status: string;
	mode: string;
	startedAt: string;
	stoppedAt?: string;
}

/** What the editor sends when a field asks its node for choices. */
export interface LookupRequest {
	/** Full type, e.g. `n8n-nodes-tenfold.mediaGeneration`. */
	nodeType: string;
	/** Type version; 1 without it. */
	version?: number;
	/** Name of the method in `methods.loadOptions`, `listSearch` or `resourceMapping`. */
	method: string;
	/** Name of the parameter that asks, e.g. `parameters.model`. */
	path: string;
	/** The node's parameters as they stand in the editor. */
	parameters?: IDataObject;
	/** Credential by type. */
	credentials?: Record<string, { id: string; name: string }>;
}

export type {
	IDataObject,
	INode,
	INodeListSearchResult,
	INodePropertyOptions,
	ResourceMapperFields,
};

/** n8n refused a request. */
export class RestError extends Error {
	constructor(
		/** HTTP status; 0 when n8n did not answer at all. */
		readonly status: number,
		readonly request: string,
		readonly detail: string,
	) {
		super(`n8n answered ${status || 'not at all'} to ${request}: ${detail}`);
		this.name = 'RestError';
	}
}
