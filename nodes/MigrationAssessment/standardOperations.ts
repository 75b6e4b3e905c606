/**
 * Builds the operations that are the same for most collections. The input is a short description of
 * the collection.
 */
import {
	type Fields,
	flag,
	operation,
	type Operation,
	type RequestLine,
	type Shape,
	text,
	toTitleCase,
	withArticle,
} from '../engine/describe';
import { inLocation } from './location';
import { waitForCompletion, waitOptions } from './longRunning';
import { byPageToken } from './pagination';
import { singularOf } from './recordFields';
import { sendWrite, writeOptions, type WriteSpec } from './writeRequest';

export interface Collection {
	/** Path below the location, with parents as placeholders. */
	readonly path: string;
	readonly parents?: Fields;
	/** The field that identifies a record, with its key. */
	readonly record: Fields;
	readonly shape: Shape;
	/** Fields that Simplify keeps. Set only if a record has more than ten fields. */
	readonly simplify?: Operation['simplify'];
}

type Overrides = Partial<
	Pick<
		Operation,
		| 'description'
		| 'collection'
		| 'options'
		| 'fields'
		| 'idempotency'
		| 'simplify'
		| 'shape'
		| 'output'
		| 'rows'
		| 'agents'
	>
>;
type WriteOperationSpec = Overrides &
	WriteSpec &
	Pick<Operation, 'effect'> & {
		readonly name?: string;
		readonly action?: string;
		readonly request: RequestLine;
	};

export const filter = text('Filter', {
	description: 'Return only records that match this filter expression (AIP-160)',
	placeholder: 'e.g. labels.env = "prod"',
});
export const orderBy = text('Order By', {
	description: 'Fields to sort by, separated by commas',
	placeholder: 'e.g. createTime desc',
	collection: 'options',
});
const force = flag('Force', {
	description: 'Whether to also delete the records that this record contains',
});

/**
 * Builds a write operation. If the request starts a long-running operation, the wait options are
 * included.
 */
export function writeOperation({
	requestId,
	patches,
	isLong,
	names,
	body,
	row,
	fields,
	options,
	...spec
}: WriteOperationSpec): Operation {
	const write: WriteSpec = { requestId, patches, isLong, names, body, row };
	return operation({
		idempotency: requestId ? 'keyed' : spec.request.startsWith('DELETE') ? 'safe' : 'none',
		output: spec.request.startsWith('DELETE') ? 'done' : 'single',
		...(patches ? { check: checkChanges(Object.keys(options ?? {})) } : {}),
		...spec,
		basePath: inLocation,
		fields: { ...fields, ...(isLong ? { wait: waitForCompletion } : {}) },
		options: { ...options, ...writeOptions(write), ...(isLong ? waitOptions : {}) },
		run: sendWrite(write),
	});
}

/** @param names the fields that a patch can change */
const checkChanges = (names: readonly string[]) => (input: Readonly<Record<string, unknown>>) =>
	[...names, 'updateMask'].every((name) => input[name] === undefined)
		? { field: 'updateMask' as const, problem: 'is required, unless you set a field to change' }
		: undefined;

/** Get, Get Many, Create, Update and Delete of a collection. */
export function standardOperations({
	path: collection,
	parents,
	record,
	shape,
	simplify,
}: Collection) {
	const path = `/${collection}` as const;
	const key = Object.keys(record)[0]!;
	/** For use in sentences, such as "import job". */
	const singular = toTitleCase(singularOf(collection)).toLowerCase();
	const recordFields = { ...parents, ...record };
	return {
		get: (overrides: Overrides = {}) =>
			operation({
				request: `GET ${path}/{${key}}`,
				basePath: inLocation,
				fields: recordFields,
				shape,
				simplify,
				...overrides,
			}),
		getAll: (overrides: Overrides = {}) =>
			operation({
				request: `GET ${path}`,
				basePath: inLocation,
				fields: { ...parents },
				parents: Object.keys(parents ?? {}),
				paging: byPageToken(collection.split('/').at(-1)!),
				shape,
				simplify,
				...overrides,
			}),
		create: ({
			fields,
			idIsOptional,
			...overrides
		}: Overrides & Partial<WriteSpec> & { idIsOptional?: true } = {}) =>
			writeOperation({
				collection: 'additionalFields',
				request: `POST ${path}`,
				isLong: true,
				requestId: 'query',
				shape,
				fields: {
					...parents,
					newId: newId(singular, key, idIsOptional !== true),
					...fields,
				},
				...overrides,
			}),
		update: ({ fields, ...overrides }: Overrides & Partial<WriteSpec> = {}) =>
			writeOperation({
				collection: 'updateFields',
				description: `Change fields of ${withArticle(singular)}; fields that are not set keep their values`,
				request: `PATCH ${path}/{${key}}`,
				isLong: true,
				patches: true,
				requestId: 'query',
				shape,
				fields: { ...recordFields, ...fields },
				...overrides,
			}),
		delete: ({
			hasChildren,
			...overrides
		}: Overrides & Partial<WriteSpec> & { hasChildren?: true } = {}) =>
			writeOperation({
				request: `DELETE ${path}/{${key}}`,
				effect: 'irreversible',
				isLong: true,
				requestId: 'query',
				fields: recordFields,
				...(hasChildren ? { options: { force } } : {}),
				...overrides,
			}),
	};
}

export const newId = (singular: string, apiName: string, required: boolean) =>
	text('New ID', {
		description: `ID of the new ${singular}: up to 63 lowercase letters, digits and hyphens, starting with a letter${required ? '' : '. If empty, the service generates one.'}`,
		placeholder: 'e.g. wave-1',
		apiName,
		in: 'query',
		required,
	});

/** Fields that most records share. */
export const nameAndDescription = {
	displayName: text('Display Name', { description: 'The name to display', clearable: true }),
	description: text('Description', {
		description: 'What the record is for',
		clearable: true,
		lines: 2,
	}),
};
