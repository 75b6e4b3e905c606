/** The plan of a service: a plain structure that its files are written from. */
import type { Collection, Field, Fields, RequestLine, Shape } from '../../nodes/engine/describe';
import type { ConnectionPlan } from './connection';
import type { DocumentOperation, PagingPlan, Parameter } from './document';
import type { NamedPath } from './operationNames';
import type { Rows, Success } from './responses';

/** An operation of the document, and what its name depends on. */
export interface Found extends NamedPath {
	/** Request line of the document. */
	readonly source: string;
	readonly operation: DocumentOperation;
	readonly decisions: NonNullable<DocumentOperation['x-n8n']>;
	readonly parameters: readonly Parameter[];
	readonly rows?: Rows;
	readonly success: Success;
	/** The words of its resource. */
	readonly resource: readonly string[];
}

/** Why an operation is not generated. */
export class Unmapped extends Error {}

/** The records that a locator lists. */
interface LookupPlan {
	readonly request: RequestLine;
	readonly rows?: string;
	readonly value: string;
	readonly name?: string;
	readonly paging?: PagingPlan;
}

export type PlannedField = Field & { readonly list?: LookupPlan };

export interface OperationPlan {
	/** Request line of the document. */
	readonly source: string;
	readonly resource: string;
	readonly key: string;
	readonly action: string;
	readonly description?: string;
	readonly request: RequestLine;
	readonly fields: Readonly<Record<string, PlannedField>>;
	readonly options: Fields;
	readonly collection?: Collection;
	readonly idempotency?: 'safe' | 'none';
	readonly effect?: string;
	readonly agents?: false;
	readonly output?: 'single' | 'rows' | 'done';
	readonly paging?: PagingPlan;
	readonly parents?: readonly string[];
	readonly shape?: Shape;
	/** Set if the request or the response is no JSON. */
	readonly send?: 'form' | 'file' | 'multipart' | 'download';
	readonly status: string;
	readonly sample: unknown;
}

export interface ServicePlan {
	readonly connection: ConnectionPlan;
	readonly resources: Readonly<Record<string, string>>;
	/** In the order of their resources. */
	readonly operations: readonly OperationPlan[];
	readonly connectionTest: RequestLine;
	/** What could not be mapped, with the decision of an overlay that is missing. */
	readonly problems: readonly string[];
	/** Numbers of operations: in the document, and omitted on purpose. */
	readonly described: number;
	readonly omitted: number;
}

/** Keys of an earlier run, which saved workflows contain: by request line, and by field in it. */
export interface KnownKeys {
	readonly operations: Readonly<Record<string, string>>;
	readonly fields: Readonly<Record<string, string>>;
}
