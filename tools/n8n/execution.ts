// What an execution did, node by node, read from the `flatted` run data that n8n's REST interface answers with.
import { createRequire } from 'node:module';
import type { IRunExecutionData, ITaskData, INodeExecutionData } from 'n8n-workflow';

// Its types are those of its ES module, which TypeScript does not let a CommonJS module import.
const { parse } = createRequire(__filename)('flatted') as { parse: (text: string) => unknown };

export type ExecutionStatus =
	'canceled' | 'crashed' | 'error' | 'new' | 'running' | 'success' | 'unknown' | 'waiting';

/** The statuses after which nothing more happens. */
export const FINAL: readonly ExecutionStatus[] = ['success', 'error', 'canceled', 'crashed'];

/** An error as n8n stored it. */
export interface StoredError {
	name?: string;
	message: string;
	description?: string | null;
	httpCode?: string | null;
	context?: Record<string, unknown>;
	[key: string]: unknown;
}

/** One run of one node. */
export interface NodeRun {
	/** Items of the first output. */
	items: INodeExecutionData[];
	/** Items of every output, error output included; for an AI tool the items of its first connection. */
	outputs: INodeExecutionData[][];
	error?: StoredError;
	/** Milliseconds. */
	executionTime: number;
	/** Milliseconds since 1970. */
	startTime: number;
	status?: string;
	hints: Array<{ message: string; [key: string]: unknown }>;
}

export interface Execution {
	id: string;
	workflowId: string;
	status: ExecutionStatus;
	mode: string;
	startedAt: string;
	stoppedAt?: string;
	waitTill?: string | null;
	/** Runs by node name, in the order in which n8n ran them. */
	nodes: Record<string, NodeRun[]>;
	/** The error that ended the execution. */
	error?: StoredError;
	lastNode?: string;
	/** Run data as n8n stores it. */
	data: IRunExecutionData | undefined;
}

/** What GET /rest/executions/:id answers with. */
export interface ExecutionResponse {
	id: string;
	workflowId: string;
	status: ExecutionStatus;
	mode: string;
	startedAt: string;
	stoppedAt?: string;
	waitTill?: string | null;
	data?: string;
	dataTooLargeToDisplay?: boolean;
}

/**
 * Reads n8n's answer into an execution.
 * @throws Error when the run data is beyond n8n's EXECUTIONS_DATA_MAX_DISPLAY_SIZE (100 MB), so that n8n left it out
 */
export function readExecution(response: ExecutionResponse): Execution {
	if (response.dataTooLargeToDisplay)
		throw new Error(`Execution ${response.id} is too large for n8n to show`);
	const data = response.data ? (parse(response.data) as IRunExecutionData | null) : undefined;
	const result = data?.resultData;
	const nodes: Record<string, NodeRun[]> = {};
	for (const [name, runs] of Object.entries(result?.runData ?? {})) nodes[name] = runs.map(readRun);
	return {
		id: response.id,
		workflowId: response.workflowId,
		status: response.status,
		mode: response.mode,
		startedAt: response.startedAt,
		stoppedAt: response.stoppedAt,
		waitTill: response.waitTill,
		nodes,
		error: result?.error as StoredError | undefined,
		lastNode: result?.lastNodeExecuted,
		data: data ?? undefined,
	};
}

/** The last run of a node, which must have run. */
export function runOf(execution: Execution, node: string): NodeRun {
	const run = execution.nodes[node]?.at(-1);
	if (run) return run;
	const ran = Object.keys(execution.nodes).join(', ') || 'none';
	throw new Error(
		`Node "${node}" did not run in execution ${execution.id} (${execution.status}; ran: ${ran})` +
			(execution.error ? `: ${execution.error.message}` : ''),
	);
}

function readRun(run: ITaskData): NodeRun {
	const connections = Object.values(run.data ?? {});
	const outputs = (run.data?.main ?? connections[0] ?? []).map((items) => items ?? []);
	return {
		items: outputs[0] ?? [],
		outputs,
		error: run.error as StoredError | undefined,
		executionTime: run.executionTime,
		startTime: run.startTime,
		status: run.executionStatus,
		hints: run.hints ?? [],
	};
}
