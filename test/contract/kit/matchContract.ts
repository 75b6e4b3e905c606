// Finds the operation and field for each entry of the contract data, and compares them.
import {
	allFieldsOf,
	type Field,
	type Fields,
	type Kind,
	memoize,
	type Operation,
	type Service,
} from '../../../nodes/engine/describe';
import { placeholdersOf } from '../../../nodes/engine/plan/path';
import {
	addedFields,
	paramsOf,
	withoutPlaceholderNames,
	type Contract,
	type Entry,
	type PlacedParam,
} from './contractData';
import { fieldLists, type FieldList } from './fieldLists';
import { operationsIn, type NamedOperation } from './pack';

/**
 * The operation of an entry, or a message if there is none.
 * If several operations send the same request, the entry has to name its operation in `as`.
 */
export function matchOperation(service: Service, entry: Entry): NamedOperation | string {
	if (entry.as !== undefined)
		return (
			operationsIn(service).find(({ id }) => id === entry.as) ??
			`${entry.request}: operation ${entry.as} does not exist`
		);
	const found = operationsByRequest(service).get(withoutPlaceholderNames(entry.request)) ?? [];
	if (found.length === 1) return found[0]!;
	if (found.length === 0) return `${entry.request}: no operation sends it`;
	return `${entry.request}: sent by ${found.map(({ id }) => id).join(' and ')}; name the operation with "as"`;
}

const operationsByRequest = memoize((service: Service) => {
	const byRequest = new Map<string, NamedOperation[]>();
	for (const found of operationsIn(service)) {
		if (found.operation.request === undefined) continue;
		const key = withoutPlaceholderNames(found.operation.request);
		byRequest.set(key, [...(byRequest.get(key) ?? []), found]);
	}
	return byRequest;
});

/** Pagination parameters, which have no field. */
export function pagingParams(entry: Entry): Set<string> {
	const names = (entry.paging?.pages ?? []).flatMap(({ next }) =>
		next !== null && typeof next === 'object' ? Object.keys(next) : [],
	);
	return new Set([...names, ...(entry.paging?.size === undefined ? [] : [entry.paging.size])]);
}

export interface MatchedField {
	/**
	 * Key of the field in the operation, in a separate field list, or in the rows that contain it.
	 */
	readonly key: string;
	readonly field: Field;
	readonly list?: FieldList;
	/** Whether the parameter is part of a JSON field. */
	readonly insideJson?: true;
	/** The field whose rows contain the parameter. */
	readonly rows?: { readonly key: string; readonly name: string };
}

const camelCase = (name: string): string =>
	name.replace(/[_-]+(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The name of a complete body in the contract data. */
const wholeBody = '(body)';

const parentOf = (name: string): string | undefined => {
	const parent = /^(.*)(?:\.[^.]+|\[\])$/.exec(name)?.[1];
	return parent === '' ? wholeBody : parent;
};

/**
 * The field that sends a parameter. Path parameters are matched by position, since the pack has its
 * own names for them.
 */
export function fieldFor(
	service: Service,
	entry: Entry,
	operation: Operation,
	{ place, name, param }: PlacedParam,
): MatchedField | undefined {
	const fields = allFieldsOf(operation);
	if (place === 'path') {
		const key = placeholdersOf(operation.request ?? '')[
			placeholdersOf(entry.request).indexOf(name)
		];
		return key !== undefined && fields[key] ? { key, field: fields[key] } : undefined;
	}
	const direct = param.type === 'binary' ? fileField(fields) : fieldByName(fields, operation, name);
	if (direct) return direct;
	for (const list of fieldListsOf(service, entry))
		if (list.fields[name]) return { key: name, field: list.fields[name], list };
	const parent = parentOf(name);
	const parentField =
		parent === undefined
			? undefined
			: fieldFor(service, entry, operation, { place, name: parent, param: { type: 'object' } });
	if (parentField?.insideJson || parentField?.field.kind === 'json')
		return { ...parentField, insideJson: true };
	const [list, key] = /^(.*)\[\]\.([^.[\]]+)$/.exec(name)?.slice(1) ?? [];
	const rowsField =
		list === undefined
			? undefined
			: fieldFor(service, entry, operation, {
					place,
					name: list || wholeBody,
					param: { type: 'object' },
				});
	const cell = rowsField?.field.kind === 'rows' ? rowsField.field.row?.[key!] : undefined;
	return cell && { key: key!, field: cell, rows: { key: rowsField!.key, name: list || wholeBody } };
}

/**
 * Finds the field with the name of the parameter. If the operation builds its own requests, a field
 * with this name in camel case matches too. Other tests check the names in such requests.
 */
function fieldByName(
	fields: Fields,
	{ run, batch }: Operation,
	name: string,
): { key: string; field: Field } | undefined {
	const wireName = name === wholeBody ? '' : name;
	const buildsRequest = run !== undefined || batch !== undefined;
	const found = Object.entries(fields).find(
		([key, { apiName, kind }]) =>
			kind !== 'columns' &&
			((apiName ?? key) === wireName || (buildsRequest && key === camelCase(wireName))),
	);
	return found && { key: found[0], field: found[1] };
}

/** The file field. It is found by its kind, because its name can differ from the service's name. */
function fileField(fields: Fields): { key: string; field: Field } | undefined {
	const found = Object.entries(fields).find(([, { kind }]) => kind === 'file');
	return found && { key: found[0], field: found[1] };
}

/** The separate field lists that an entry uses. */
export const fieldListsOf = (service: Service, entry: Entry): FieldList[] =>
	[entry.query, entry.body].flatMap((list) =>
		typeof list === 'string' ? (fieldLists[service.name]?.[list] ?? []) : [],
	);

/** For each type in the contract data, the kinds of field that can contain its values. */
const kindsByType: Readonly<Record<string, readonly Kind[]>> = {
	string: ['text', 'secret', 'choice', 'id', 'date'],
	integer: ['integer', 'id'],
	number: ['number'],
	boolean: ['flag'],
	object: ['json', 'columns'],
	date: ['date'],
	// int64 values can exceed JavaScript's safe integer range, so fields contain IDs as text and
	// times as dates.
	int64: ['text', 'id', 'date', 'integer'],
	binary: ['file'],
	'array<string>': ['list', 'choices', 'json'],
	'array<object>': ['rows', 'json'],
	unknown: ['value', 'json', 'text'],
};
const kindsFor = (type: string): readonly Kind[] => {
	const parts = type.split('|');
	const kinds = parts.flatMap(
		(part): readonly Kind[] =>
			kindsByType[part] ?? (part.startsWith('array') ? ['json', 'list'] : ['json']),
	);
	return parts.length > 1 ? [...kinds, 'value'] : kinds;
};

/** All differences between a parameter and its field. */
export function differences(
	{ name, param }: PlacedParam,
	{ field, insideJson }: MatchedField,
): string[] {
	if (insideJson) return [];
	const found: string[] = [];
	const compare = (property: string, expected: unknown, actual: unknown): void => {
		if (JSON.stringify(expected) !== JSON.stringify(actual))
			found.push(
				`${name}: expected ${property} ${JSON.stringify(expected) ?? 'to be unset'}, got ${JSON.stringify(actual) ?? 'no value'}`,
			);
	};
	// A flag with queryFlag sends a fixed text while it is on.
	const sendsText = field.queryFlag !== undefined && param.type === 'string';
	if (!sendsText && !kindsFor(param.type).includes(field.kind))
		found.push(`${name}: a field of kind ${field.kind} cannot contain ${param.type}`);
	compare('required', param.required ?? false, field.required ?? false);
	compare(
		'values',
		param.enum && [...param.enum].sort(),
		valuesOf(field, param.enum !== undefined)?.sort(),
	);
	const isList = param.type.startsWith('array');
	compare('minimum', isList ? param.minItems : param.minimum, field.minimum);
	compare('maximum', isList ? param.maxItems : param.maximum, field.maximum);
	compare('maxLength', param.maxLength, field.maxLength);
	if (param.default !== undefined && field.default !== undefined)
		compare('default', param.default, field.default);
	return found;
}

/**
 * The values that a field offers. A locator loads its list from the service, so its fallback values
 * are compared instead.
 */
const valuesOf = (
	{ kind, choices, lookup, queryFlag }: Field,
	hasEnum: boolean,
): string[] | undefined =>
	queryFlag !== undefined
		? [queryFlag]
		: (kind === 'id' ? (hasEnum ? lookup?.fallback : undefined) : choices)?.map(
				({ value }) => value,
			);

/** Fields of an operation that are not in the contract data. */
export function unknownFields(
	service: Service,
	contract: Contract,
	entries: readonly Entry[],
	{ id, operation }: NamedOperation,
): string[] {
	const known = new Set(Object.keys(addedFields(contract, id)));
	for (const entry of entries) {
		Object.values(entry.settings ?? {}).forEach((key) => known.add(key));
		for (const placed of paramsOf(contract, entry)) {
			const found = fieldFor(service, entry, operation, placed);
			if (found && !found.list) known.add(found.rows?.key ?? found.key);
			// A separate field list can repeat fields of the operation. These match by label and kind.
			if (found?.list)
				Object.entries(allFieldsOf(operation))
					.filter(([, { label, kind }]) => label === found.field.label && kind === found.field.kind)
					.forEach(([key]) => known.add(key));
		}
	}
	return Object.keys(allFieldsOf(operation)).filter((key) => !known.has(key));
}
