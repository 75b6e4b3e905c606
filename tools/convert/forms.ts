/**
 * The forms that a conversion reads: those of n8n's nodes with the default values, and those of the
 * nodes of this pack. They are stored in builtInForms.json and packForms.json, because the
 * conversion also runs in a browser without n8n and without the pack.
 * `generateForms.ts` writes these files.
 */
import builtInForms from './builtInForms.json';
import packForms from './packForms.json';

export type Conditions = Readonly<Record<string, readonly unknown[]>>;

export interface BuiltInParameter {
	readonly name: string;
	readonly default: unknown;
	readonly show?: Conditions;
	readonly hide?: Conditions;
	/** Names of the entries of a collection. */
	readonly entries?: readonly string[];
}

/** The form of one of n8n's nodes. */
export interface BuiltInForm {
	readonly label: string;
	readonly versions: readonly number[];
	readonly parameters: readonly BuiltInParameter[];
}

export interface PackParameter {
	readonly type: string;
	/** Default: an empty text. */
	readonly default?: unknown;
	/** Modes of a resource locator. */
	readonly modes?: readonly string[];
	/** Whether only tools have the parameter, or do not have it. */
	readonly tools?: 'only' | 'never';
}

export interface PackOperation {
	/** For example `Issue: Create`. */
	readonly label: string;
	/** By path, such as `options.author` for an entry of a collection. */
	readonly parameters: Readonly<Record<string, PackParameter>>;
}

/** The form of a node of this pack: the operations that a conversion uses. */
export interface PackForm {
	readonly label: string;
	/** The newest version. */
	readonly version: number;
	/** Default of Authentication. A node with one credential type has no such parameter. */
	readonly authentication?: string;
	/** Labels by credential type. */
	readonly credentials: Readonly<Record<string, string>>;
	/** By resource and operation, such as `issue:create`. The only key of a trigger is empty. */
	readonly operations: Readonly<Record<string, PackOperation>>;
	/** Labels of all operations by request, such as `GET /repos/{}/{}/issues`. */
	readonly requests: Readonly<Record<string, string>>;
}

export const builtInForm = (name: string): BuiltInForm =>
	(builtInForms as unknown as Record<string, BuiltInForm>)[name]!;

export const packForm = (name: string): PackForm =>
	(packForms as unknown as Record<string, PackForm>)[name]!;
