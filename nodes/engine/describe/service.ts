/** A service: its API, its resources, and its metadata for the node panel. */
import type { Api } from './api';
import type { Fields } from './field';
import type { Operation } from './operation';

/** A common path prefix of several operations, with its fields. */
export interface BasePath<F extends Fields> {
	readonly path: string;
	readonly fields: F;
}

export interface Resource {
	readonly label: string;
	/** Key of the operation that is selected first. */
	readonly default: string;
	readonly operations: Readonly<Record<string, Operation>>;
}

export interface Service extends Api {
	/** Fields that replace the credential if the service is used without one. Read once per run. */
	readonly connectionFields?: Fields;
	/** Request options of all operations of the service. Read once per run, from the first item. */
	readonly options?: Fields;
	/** Key of the resource that is selected first. */
	readonly default: string;
	readonly resources: Readonly<Record<string, Resource>>;
	/** Categories and search aliases in n8n's node panel. */
	readonly codex: { readonly categories: readonly string[]; readonly aliases: readonly string[] };
}
