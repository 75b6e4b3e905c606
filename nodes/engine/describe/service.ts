/** A service: its API, its resources, and how the node panel finds it. */
import type { Api } from './api';
import type { Fields } from './field';
import type { Operation } from './operation';

/** What a family of operations stands under: the beginning of their paths, and the fields that it takes. */
export interface Scope<F extends Fields> {
	readonly path: string;
	readonly fields: F;
}

export interface Resource {
	readonly label: string;
	readonly default: string;
	readonly operations: Readonly<Record<string, Operation>>;
}

export interface Service extends Api {
	/** Options of all its operations, beside those that every node has; read once a run, from the first item. */
	readonly options?: Fields;
	readonly default: string;
	readonly resources: Readonly<Record<string, Resource>>;
	readonly codex: { readonly categories: readonly string[]; readonly aliases: readonly string[] };
}
