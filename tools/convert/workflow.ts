/** Exported workflows as n8n writes them, and the report about a conversion. */

export interface WorkflowNode {
	readonly name: string;
	readonly type: string;
	readonly typeVersion?: number;
	readonly parameters?: Readonly<Record<string, unknown>>;
	readonly credentials?: Readonly<Record<string, StoredCredential>>;
	readonly onError?: string;
	readonly continueOnFail?: boolean;
	readonly alwaysOutputData?: boolean;
	readonly disabled?: boolean;
}

export interface StoredCredential {
	readonly id?: string | null;
	readonly name?: string;
}

/** Targets by name of the source node, kind of the connection, and number of the output. */
export type Connections = Readonly<
	Record<
		string,
		Readonly<Record<string, ReadonlyArray<ReadonlyArray<{ readonly node: string }> | null> | null>>
	>
>;

export interface Workflow {
	readonly name?: string;
	readonly nodes: readonly WorkflowNode[];
	readonly connections?: Connections;
	readonly pinData?: Readonly<Record<string, unknown>>;
}

export interface Remark {
	/** What is different, and why. */
	readonly what: string;
	/** What the user should do. Omitted if there is nothing to do. */
	readonly todo?: string;
}

/** `to` of a node whose expressions now read the output of the converted nodes. */
export const adaptedNode = 'adapted expressions';

export interface NodeReport {
	/** Name of the node in the workflow. */
	readonly node: string;
	/** For example `GitHub`. */
	readonly from: string;
	/** For example `Code Hosting, Issue: Create`. Undefined if the node stays as it was. */
	readonly to?: string;
	readonly remarks: readonly Remark[];
	/** An operation that sends the same request as an HTTP Request node. */
	readonly offer?: string;
}

export interface CredentialReport {
	/** Label of the credential type to create. */
	readonly label: string;
	/** Name of the credential in n8n, which the new one should have, too. */
	readonly name?: string;
	readonly nodes: readonly string[];
	/** What the credential is for, if it has an address of its own. */
	readonly host?: string;
}

export interface Report {
	readonly nodes: readonly NodeReport[];
	readonly credentials: readonly CredentialReport[];
}

/** A text that is not a workflow. The message says what is wrong. */
export class InvalidWorkflow extends Error {}

/**
 * Reads what n8n copies and exports: a workflow, or a list of workflows from n8n's command line.
 * @throws InvalidWorkflow
 */
export function parseWorkflows(text: string): { workflows: Workflow[]; isList: boolean } {
	const json = text.replace(/^\uFEFF/, '').trim();
	if (json === '') throw new InvalidWorkflow('There is no text. Paste a workflow.');
	let value: unknown;
	try {
		value = JSON.parse(json);
	} catch (error) {
		// Most messages of the engines show the place.
		throw new InvalidWorkflow(
			`The workflow cannot be read: ${(error as Error).message}. Copy the nodes in n8n again, or download the workflow.`,
		);
	}
	const isList = Array.isArray(value);
	const list: readonly unknown[] = Array.isArray(value) ? value : [value];
	return {
		isList,
		workflows: list.map((one, index) => checked(one, isList ? `Entry ${index + 1}` : 'The JSON')),
	};
}

function checked(value: unknown, what: string): Workflow {
	const { nodes, connections } = (value ?? {}) as { nodes?: unknown; connections?: unknown };
	if (!Array.isArray(nodes))
		throw new InvalidWorkflow(
			`${what} is not a workflow, because it has no list of nodes. Select nodes in n8n and copy them, or download the workflow.`,
		);
	for (const [index, node] of (nodes as unknown[]).entries()) {
		const { name, type } = (node ?? {}) as Partial<WorkflowNode>;
		if (typeof name !== 'string' || typeof type !== 'string')
			throw new InvalidWorkflow(`Node ${index + 1} has no name or no type. Copy the nodes again.`);
	}
	if (connections !== undefined && (typeof connections !== 'object' || connections === null))
		throw new InvalidWorkflow(`The connections of the workflow are not an object. Copy it again.`);
	return value as Workflow;
}
