/** The plan of a service: a plain structure that its files are written from. */
import type { Collection, Fields, RequestLine, Shape } from '../../nodes/engine/describe';
import type { ConnectionPlan } from './connection';
import type { DocumentOperation, PagingPlan, Parameter } from './document';
import type { NamedPath } from './operationNames';
import type { Rows, Success } from './responses';

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

export interface OperationPlan {
	/** Request line of the document. */
	readonly source: string;
	readonly resource: string;
	readonly key: string;
	readonly action: string;
	readonly description?: string;
	readonly request: RequestLine;
	readonly fields: Fields;
	readonly options: Fields;
	readonly collection?: Collection;
	readonly effect?: string;
	readonly agents?: false;
	readonly output?: 'single' | 'rows' | 'done';
	readonly paging?: PagingPlan;
	readonly parents?: readonly string[];
	readonly shape?: Shape;
	readonly status: string;
	readonly sample: unknown;
}

export interface ServicePlan {
	readonly connection: ConnectionPlan;
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
