/**
 * What a run of the node has already done. n8n keeps the node context in all attempts of Retry On
 * Fail. It also stores the context with the execution, and copies it to the new execution that
 * retries a failed one.
 */
import type { RunInfo } from '../engine/describe';

export interface RunRecord {
	/** URLs of uploaded files. */
	readonly uploads: Record<string, string>;
	/** Jobs by item. */
	readonly jobs: Record<string, StartedJob>;
}

export interface StartedJob {
	/** Idempotency key. */
	readonly key: string;
	/** Fingerprint of the request, to recognize a changed request. */
	readonly request: string;
	/** Whether the node waits for the callback of this job. */
	readonly waitsForCallback: boolean;
	/** Not set if the response was lost, so that the job may or may not exist. */
	readonly id?: string;
	readonly cost?: number;
}

export function recordOfRun({ context, runIndex }: RunInfo): RunRecord {
	const nodeContext = context.getContext('node') as {
		run?: RunRecord & { readonly index: number };
	};
	if (nodeContext.run?.index === runIndex) return nodeContext.run;
	nodeContext.run = { index: runIndex, uploads: {}, jobs: {} };
	return nodeContext.run;
}
