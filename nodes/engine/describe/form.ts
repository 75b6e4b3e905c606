/** What a user enters in a form: the part of a description that operations and triggers share. */
import type { IDataObject } from 'n8n-workflow';
import { memoize } from '../util/object';
import type { Collection, Fields } from './field';

/** Values that determine the input of a form in addition to its parameters. */
export interface InputContext {
	/** Time zone of the workflow, for dates without an offset. */
	readonly zone: string;
	readonly credential: IDataObject;
	/** Whether a pasted URL with this host belongs to the service. Default: any. */
	readonly acceptsUrlOf?: (host: string) => boolean;
}

export interface Form<F extends Fields = Fields, O extends Fields = Fields> {
	readonly fields: F;
	readonly options: O;
	/** Collection of the fields that are sent. Default: `filters` for lists, else `options`. */
	readonly collection?: Collection;
	/** Transforms the validated input. Pure. May throw a PackError. */
	readonly prepare?: (input: IDataObject, context: InputContext) => IDataObject;
	/** Validates several fields together. Returns the field and its problem, or undefined. */
	readonly check?: (input: IDataObject) => { field: string; problem: string } | undefined;
}

export const allFieldsOf = memoize(({ fields, options }: Form): Fields => ({
	...fields,
	...options,
}));
