/** The operations that most collections have alike, each made of a line of data. */
import {
	type Field,
	type Fields,
	flag,
	operation,
	type Operation,
	type RequestLine,
	type Shape,
	text,
} from '../engine/describe';
import { wait, waitOptions } from './longRunning';
import { byToken, inLocation } from './place';
import { writes, writingOptions, type Writing } from './write';

export interface Family {
	/** In the singular, as a sentence has it: "import job". */
	readonly one: string;
	readonly many: string;
	/** Path below the location, parents as placeholders. */
	readonly collection: string;
	readonly parents?: Fields;
	/** The field that names a record of it, and its key. */
	readonly id: Field<string> & { required: true };
	readonly key: string;
	readonly shape: Shape;
	/** Kept by Simplify, where a record has more than ten fields. */
	readonly simplify?: readonly string[];
}

type More = Partial<
	Pick<
		Operation,
		| 'description'
		| 'options'
		| 'fields'
		| 'replay'
		| 'simplify'
		| 'shape'
		| 'output'
		| 'rows'
		| 'agents'
	>
>;
type Act = More &
	Writing & { readonly name: string; readonly action: string; readonly request: RequestLine };

const article = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

export const filter = text('Filter', {
	description: 'Only records that fit, as an expression (AIP-160)',
	placeholder: 'e.g. labels.env = "prod"',
});
export const orderBy = text('Order By', {
	description: 'Fields to sort by, separated by commas',
	placeholder: 'e.g. createTime desc',
});
const force = flag('Force', {
	description: 'Whether to delete what lies below the record as well',
	default: true,
});

/** An operation that changes something; with a wait where it takes its time. */
export function act({
	requestId,
	patches,
	isLong,
	names,
	body,
	row,
	fields,
	options,
	...spec
}: Act): Operation {
	const writing: Writing = { requestId, patches, isLong, names, body, row };
	return operation({
		replay: requestId ? 'keyed' : spec.request.startsWith('DELETE') ? 'safe' : 'never',
		output: spec.request.startsWith('DELETE') ? 'done' : 'single',
		...spec,
		under: inLocation,
		fields: { ...fields, ...(isLong ? { wait } : {}) } as Fields,
		options: { ...options, ...writingOptions(writing), ...(isLong ? waitOptions : {}) } as Fields,
		run: writes(writing),
	});
}

/** Get, Get Many, Create, Update and Delete of one collection. */
export function family({ one, many, collection, parents, id, key, shape, simplify }: Family) {
	const path = `/${collection}` as const;
	const own = { ...parents, [key]: id };
	return {
		get: (more: More = {}) =>
			operation({
				name: 'Get',
				action: `Get ${article(one)}`,
				request: `GET ${path}/{${key}}`,
				under: inLocation,
				fields: own,
				shape,
				simplify,
				...more,
			}),
		getAll: (more: More = {}) =>
			operation({
				name: 'Get Many',
				action: `Get many ${many}`,
				request: `GET ${path}`,
				under: inLocation,
				fields: { ...parents } as Fields,
				paging: byToken(collection.split('/').at(-1)!),
				shape,
				simplify,
				...more,
			}),
		/** @param idName the query parameter that carries the new id */
		create: (
			idName: string,
			{ fields, idIsOptional, ...more }: More & Partial<Writing> & { idIsOptional?: true } = {},
		) =>
			act({
				name: 'Create',
				action: `Create ${article(one)}`,
				request: `POST ${path}`,
				isLong: true,
				requestId: 'query',
				shape,
				fields: { ...parents, newId: newId(one, idName, idIsOptional !== true), ...fields },
				...more,
			}),
		update: ({ fields, ...more }: More & Partial<Writing> = {}) =>
			act({
				name: 'Update',
				action: `Update ${article(one)}`,
				description: `Change the fields of ${article(one)} that are given, and no others`,
				request: `PATCH ${path}/{${key}}`,
				isLong: true,
				patches: true,
				requestId: 'query',
				shape,
				fields: { ...own, ...fields },
				...more,
			}),
		delete: ({ hasChildren, ...more }: More & Partial<Writing> & { hasChildren?: true } = {}) =>
			act({
				name: 'Delete',
				action: `Delete ${article(one)}`,
				request: `DELETE ${path}/{${key}}`,
				isLong: true,
				requestId: 'query',
				fields: own,
				...(hasChildren ? { options: { force } } : {}),
				...more,
			}),
	};
}

export const newId = (one: string, wire: string, required: boolean) =>
	text('New ID', {
		description: `The ID of the new ${one}${required ? '' : '; the service makes one where it is empty'}`,
		placeholder: 'e.g. wave-1',
		wire,
		in: 'query',
		required,
	});

/** Fields that most records have. */
export const described = {
	displayName: text('Display Name', { description: 'The name that people see', clearable: true }),
	description: text('Description', {
		description: 'What the record is for',
		clearable: true,
		lines: 2,
	}),
};
