// Reads the result of each node of an execution from the `flatted` run data in n8n's REST API.
import { createRequire } from 'node:module';
import type {
	ExecutionStatus,
	INodeExecutionData,
	IRunExecutionData,
	ITaskData,
} from 'n8n-workflow';

// flatted's types are declared for its ES module only, which TypeScript cannot import from
// CommonJS.
const { parse } = createRequire(__filename)('flatted') as { parse: (text: string) => unknown };

export interface StoredError {
	name?: string;
	message: string;
	description?: string | null;
	httpCode?: string | null;
	context?: Record<string, unknown>;
	[key: string]: unknown;
}

export interface NodeRun {
	items: INodeExecutionData[];
	/**
	 * Items of each output, including the error output. An AI tool has no main output, so for a tool
	 * these are the items of its first connection type.
	 */
	outputs: INodeExecutionData[][];
	error?: StoredError;
}

export interface ExecutionSummary {
	id: string;
	workflowId: string;
	status: ExecutionStatus;
	startedAt: string;
	stoppedAt?: string;
}

export interface Execution extends ExecutionSummary {
	data?: IRunExecutionData;
	/** Runs by node name, in the order of execution. */
	nodes: Record<string, NodeRun[]>;
	/** The error that ended the execution. */
	error?: StoredError;
	lastNode?: string;
}

/** Response of GET /rest/executions/:id. */
export interface ExecutionResponse extends ExecutionSummary {
	data?: string;
	dataTooLargeToDisplay?: boolean;
}

/**
 * Parses n8n's response.
 * @throws Error if the run data exceeds n8n's EXECUTIONS_DATA_MAX_DISPLAY_SIZE (100 MB), in which
 * case n8n omits it
 */
export function parseExecution({ data, ...response }: ExecutionResponse): Execution {
	if (response.dataTooLargeToDisplay)
		throw new Error(`The data of execution ${response.id} is too large for n8n to return`);
	const stored = data ? (parse(data) as IRunExecutionData | null) : undefined;
	const result = stored?.resultData;
	const runs = Object.entries(result?.runData ?? {});
	return {
		...response,
		data: stored ?? undefined,
		nodes: Object.fromEntries(runs.map(([name, ofNode]) => [name, ofNode.map(parseRun)])),
		error: result?.error as StoredError | undefined,
		lastNode: result?.lastNodeExecuted,
	};
}

function parseRun({ data = {}, error }: ITaskData): NodeRun {
	const outputs = (data.main ?? Object.values(data)[0] ?? []).map((items) => items ?? []);
	return { items: outputs[0] ?? [], outputs, error: error as StoredError | undefined };
}
