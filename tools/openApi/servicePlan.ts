/** The plan of a service: a plain structure that its files are written from. */
import type { RequestLine } from '../../nodes/engine/describe';
import type { DocumentOperation, Parameter } from './document';
import type { NamedPath } from './operationNames';
import type { Rows, Success } from './responses';
import type { Connection } from './template/nodes/SampleService/credentials';
import type { OperationPlan as TemplatePlan } from './template/nodes/SampleService/service';

/** An operation of the document, and what its name depends on. */
export interface Found extends NamedPath {
	/** Request line of the document. */
	readonly source: string;
	readonly operation: DocumentOperation;
	readonly parameters: readonly Parameter[];
	readonly rows?: Rows;
	readonly success: Success;
	/** The words of its resource. */
	readonly resource: readonly string[];
}

/** Why an operation is not generated. */
export class Unmapped extends Error {}

export interface OperationPlan extends TemplatePlan {
	/** Request line of the document. */
	readonly source: string;
	readonly action: string;
	readonly output?: 'single' | 'rows' | 'done';
	/** The response of the local service. */
	readonly status: string;
	readonly sample: unknown;
}

export interface ServicePlan {
	readonly connection: Connection;
	readonly resources: Readonly<Record<string, string>>;
	/** In the order of their resources. */
	readonly operations: readonly OperationPlan[];
	readonly connectionTest: RequestLine;
	/** What could not be mapped. */
	readonly problems: readonly string[];
	/** Numbers of operations in the document. */
	readonly described: number;
	readonly deprecated: number;
}
