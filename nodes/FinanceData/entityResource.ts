/** Builds the resource of an entity from the operations that all entities share. */
import {
	operation,
	type Operation,
	type RequestLine,
	resource,
	type Resource,
	type Shape,
} from '../engine/describe';
import { parseFields, type Entity, type KeyedEntity, type OperationKey } from './entities';
import {
	accessToken,
	checkWrite,
	cursorPaging,
	listOptions,
	recordIdField,
	recordOptions,
	requireAccessToken,
	sizedPaging,
	writeFields,
	writeOptions,
} from './fields';
import { filterFields, filtering } from './filter/fields';
import { write } from './jobs';
import { readRecord, recordFields, referenceOptions } from './recordFields';
import { deletion } from './shapes';
import { unwrapRecord } from './unwrapRecord';
import type { Write } from './writableFields';

/** Shape and simplified fields of a record, if the fields of the entity are known. */
function outputOf(entity: Entity): { shape?: Shape; simplify?: string[] } {
	const fields = parseFields(entity);
	if (fields.length === 0) return {};
	return {
		shape: Object.fromEntries([
			...fields.map(({ name, kind }) => [name, kind === 'amount' ? 'number' : 'string'] as const),
			...entity.nested.map((name) => [name, 'any'] as const),
		]),
		simplify: [...fields.map(({ name }) => name), ...amountsOf(entity), 'platform_data'],
	};
}

/** The lines of a record without a total, such as an expense. Only they contain its amounts. */
const amountsOf = ({ fields, nested }: Entity): string[] =>
	fields.some((name) => /^total_.*#$/.test(name))
		? []
		: nested.filter((name) => name === 'line_items');

const shapeOf = (entity: Entity): { shape?: Shape } => {
	const { shape } = outputOf(entity);
	return shape === undefined ? {} : { shape };
};

const operationBuilders: Readonly<Record<OperationKey, (entity: KeyedEntity) => Operation>> = {
	getAll: (entity) =>
		operation({
			request: `GET ${entity.path}`,
			paging: (entity.withoutUpdateTimes ? cursorPaging : sizedPaging)(entity.listName),
			...filtering(entity.key),
			...outputOf(entity),
			fields: filterFields,
			options: {
				...entity.listOptions,
				...(entity.withoutUpdateTimes ? recordOptions : listOptions),
				...entity.readOptions,
			},
			check: requireAccessToken,
		}),
	get: (entity) =>
		operation({
			request: `GET ${entity.path}/{${entity.key}Id}` as RequestLine,
			refine: unwrapRecord(entity.recordName),
			...outputOf(entity),
			fields: { [`${entity.key}Id`]: recordIdField(entity) },
			options: { ...recordOptions, ...entity.readOptions },
			check: requireAccessToken,
		}),
	read: (entity) =>
		operation({
			name: 'Get',
			action: `Get the ${entity.label.toLowerCase()}`,
			request: `GET ${entity.path}`,
			refine: unwrapRecord(entity.recordName),
			...shapeOf(entity),
			options: { ...recordOptions, ...entity.readOptions },
			check: requireAccessToken,
		}),
	create: (entity) =>
		operation({
			request: `POST ${entity.path}`,
			refine: unwrapRecord(entity.recordName),
			...shapeOf(entity),
			fields: {
				...recordFields(`${entity.key}.create` as Write, entity.recordName, entity.label),
				...writeFields,
			},
			options: { ...referenceOptions(`${entity.key}.create` as Write), ...writeOptions },
			check: checkWrite,
			prepare: readRecord(`${entity.key}.create` as Write, entity.recordName),
			overlapWaits: true,
			run: write,
		}),
	update: (entity) =>
		operation({
			request: `PATCH ${entity.path}/{${entity.key}Id}` as RequestLine,
			refine: unwrapRecord(entity.recordName),
			...shapeOf(entity),
			fields: {
				[`${entity.key}Id`]: recordIdField(entity),
				...recordFields(`${entity.key}.update` as Write, entity.recordName, entity.label),
				...writeFields,
			},
			options: { ...referenceOptions(`${entity.key}.update` as Write), ...writeOptions },
			check: checkWrite,
			prepare: readRecord(`${entity.key}.update` as Write, entity.recordName),
			run: write,
		}),
	delete: (entity) =>
		operation({
			request: `DELETE ${entity.path}/{${entity.key}Id}` as RequestLine,
			effect: 'irreversible',
			fields: { [`${entity.key}Id`]: recordIdField(entity) },
			options: { accessToken },
			check: requireAccessToken,
		}),
	deleteAsJob: (entity) =>
		operation({
			request: `DELETE ${entity.path}/{${entity.key}Id}` as RequestLine,
			effect: 'irreversible',
			output: 'single',
			shape: deletion,
			fields: { [`${entity.key}Id`]: recordIdField(entity), ...writeFields },
			options: writeOptions,
			check: checkWrite,
			run: write,
		}),
};

/** Operations that have another key in the form. */
const formKeys: Partial<Record<OperationKey, string>> = { read: 'get', deleteAsJob: 'delete' };

/**
 * Builds the resource of an entity.
 * @param additional operations that only this entity has
 */
export function entityResource(
	entity: KeyedEntity,
	additional: Record<string, Operation> = {},
): Resource {
	const operations: Record<string, Operation> = {
		...Object.fromEntries(
			entity.operations.map((key) => [formKeys[key] ?? key, operationBuilders[key](entity)]),
		),
		...additional,
	};
	return resource(entity.label, { default: Object.keys(operations)[0]!, operations });
}
