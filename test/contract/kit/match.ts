// The catalogue's counterpart of what the contract names, and where the two differ.
import {
	allFieldsOf,
	type Field,
	type Fields,
	type Kind,
	type Operation,
	type Service,
} from '../../../nodes/engine/describe';
import { placeholdersOf } from '../../../nodes/engine/request/path';
import { blanked, oursIn, paramsOf, type Contract, type Entry, type PlacedParam } from './data';
import { extraLists, type ExtraList } from './extras';
import { operationsIn, type NamedOperation } from './pack';

/**
 * The operation that realizes an entry, or what is wrong.
 * A request may be named twice, and two operations may share one: then the data says which is meant.
 */
export function realized(service: Service, entry: Entry): NamedOperation | string {
	const all = operationsIn(service);
	if (entry.as !== undefined)
		return (
			all.find(({ id }) => id === entry.as) ?? `${entry.request}: there is no operation ${entry.as}`
		);
	const found = all.filter(
		({ operation }) =>
			operation.request !== undefined && blanked(operation.request) === blanked(entry.request),
	);
	if (found.length === 1) return found[0]!;
	if (found.length === 0) return `${entry.request}: no operation sends it`;
	return `${entry.request}: ${found.map(({ id }) => id).join(' and ')} send it; the data has to say which is meant ("as")`;
}

/** Parameters that pages are asked with; no field holds them. */
export function pagedBy(entry: Entry): Set<string> {
	const names = (entry.paging?.pages ?? []).flatMap(({ next }) =>
		next !== null && typeof next === 'object' ? Object.keys(next) : [],
	);
	return new Set([...names, ...(entry.paging?.size === undefined ? [] : [entry.paging.size])]);
}

export interface Found {
	/** Key of the field in the operation, in the list beside it, or in the rows that hold it. */
	readonly key: string;
	readonly field: Field;
	readonly list?: ExtraList;
	/** The parameter lies inside a JSON field. */
	readonly inside?: true;
	/** The parameter lies in every row of this field. */
	readonly rows?: { readonly key: string; readonly name: string };
}

const camel = (name: string): string =>
	name.replace(/[_-]+(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The name of a whole body, which has none. */
const wholeBody = '(body)';

const parentOf = (name: string): string | undefined => {
	const above = /^(.*)(?:\.[^.]+|\[\])$/.exec(name)?.[1];
	return above === '' ? wholeBody : above;
};

/** The field that sends a parameter. Names in a path are the pack's own, so those go by position. */
export function fieldFor(
	service: Service,
	entry: Entry,
	operation: Operation,
	{ place, name, param }: PlacedParam,
): Found | undefined {
	const fields = allFieldsOf(operation);
	if (place === 'path') {
		const key = placeholdersOf(operation.request ?? '')[
			placeholdersOf(entry.request).indexOf(name)
		];
		return key !== undefined && fields[key] ? { key, field: fields[key] } : undefined;
	}
	const own = param.type === 'binary' ? fileField(fields) : direct(fields, operation, name);
	if (own) return own;
	for (const list of listsOf(service, entry))
		if (list.fields[name]) return { key: name, field: list.fields[name], list };
	const parent = parentOf(name);
	const above =
		parent === undefined
			? undefined
			: fieldFor(service, entry, operation, { place, name: parent, param: { type: 'object' } });
	if (above?.inside || above?.field.kind === 'json') return { ...above, inside: true };
	const [list, key] = /^(.*)\[\]\.([^.[\]]+)$/.exec(name)?.slice(1) ?? [];
	const holder =
		list === undefined
			? undefined
			: fieldFor(service, entry, operation, {
					place,
					name: list || wholeBody,
					param: { type: 'object' },
				});
	const cell = holder?.field.kind === 'rows' ? holder.field.row?.[key!] : undefined;
	return cell && { key: key!, field: cell, rows: { key: holder!.key, name: list || wholeBody } };
}

/** An operation with a `run` of its own names what it sends itself; what it sends is recorded elsewhere, so a camel-cased key will do here. */
function direct(
	fields: Fields,
	{ run, batch }: Operation,
	name: string,
): { key: string; field: Field } | undefined {
	const wanted = name === wholeBody ? '' : name;
	const itself = run !== undefined || batch !== undefined;
	const found = Object.entries(fields).find(
		([key, { wire, kind }]) =>
			kind !== 'columns' && ((wire ?? key) === wanted || (itself && key === camel(wanted))),
	);
	return found && { key: found[0], field: found[1] };
}

/** A file is named by its binary property, whatever the service calls it. */
function fileField(fields: Fields): { key: string; field: Field } | undefined {
	const found = Object.entries(fields).find(([, { kind }]) => kind === 'file');
	return found && { key: found[0], field: found[1] };
}

export const listsOf = (service: Service, entry: Entry): ExtraList[] =>
	[entry.query, entry.body].flatMap((list) =>
		typeof list === 'string' ? (extraLists[service.name]?.[list] ?? []) : [],
	);

const kinds: Readonly<Record<string, readonly Kind[]>> = {
	string: ['text', 'secret', 'choice', 'id', 'date'],
	integer: ['integer', 'id'],
	number: ['number'],
	boolean: ['flag'],
	object: ['json', 'columns'],
	date: ['date'],
	// Wider than a JavaScript number: an id is text, a moment a date.
	int64: ['text', 'id', 'date', 'integer'],
	binary: ['file'],
	'array<string>': ['list', 'choices', 'json'],
	'array<object>': ['rows', 'json'],
	unknown: ['value', 'json', 'text'],
};
const fitting = (type: string): readonly Kind[] =>
	type
		.split('|')
		.flatMap((part) => kinds[part] ?? (part.startsWith('array') ? ['json', 'list'] : ['json']));

/** How a field differs from its parameter; empty when it doesn't. */
export function differences({ name, param }: PlacedParam, { field, inside }: Found): string[] {
	if (inside) return [];
	const says: string[] = [];
	const told = (what: string, wanted: unknown, is: unknown): void => {
		if (JSON.stringify(wanted) !== JSON.stringify(is))
			says.push(
				`${name}: ${what} is ${JSON.stringify(is) ?? 'open'}, the contract says ${JSON.stringify(wanted) ?? 'open'}`,
			);
	};
	// A switch sends a text of its own while it is on.
	const isSwitch = field.queryFlag !== undefined && param.type === 'string';
	if (!isSwitch && !fitting(param.type).includes(field.kind))
		says.push(`${name}: a field of kind ${field.kind} cannot hold ${param.type}`);
	told('required', param.required ?? false, field.required ?? false);
	told(
		'values',
		param.enum && [...param.enum].sort(),
		valuesOf(field, param.enum !== undefined)?.sort(),
	);
	const isList = param.type.startsWith('array');
	told('minimum', isList ? param.minItems : param.minimum, field.minimum);
	told('maximum', isList ? param.maxItems : param.maximum, field.maximum);
	told('maxLength', param.maxLength, field.maxLength);
	if (param.default !== undefined && field.default !== undefined)
		told('default', param.default, field.default);
	return says;
}

/** Values that a field offers. A locator offers a live list; the values it falls back on are the ones that the specification names. */
const valuesOf = (
	{ kind, choices, lookup, queryFlag: on }: Field,
	wanted: boolean,
): string[] | undefined =>
	on !== undefined
		? [on]
		: (kind === 'id' ? (wanted ? lookup?.fallback : undefined) : choices)?.map(
				({ value }) => value,
			);

/** Fields of an operation that the contract does not know. */
export function unknownFields(
	service: Service,
	contract: Contract,
	entries: readonly Entry[],
	{ id, operation }: NamedOperation,
): string[] {
	const known = new Set(Object.keys(oursIn(contract, id)));
	for (const entry of entries) {
		Object.values(entry.settings ?? {}).forEach((key) => known.add(key));
		for (const placed of paramsOf(contract, entry)) {
			const found = fieldFor(service, entry, operation, placed);
			if (found && !found.list) known.add(found.rows?.key ?? found.key);
			// A list may be made of the operation's own fields.
			if (found?.list)
				Object.entries(allFieldsOf(operation))
					.filter(([, { label, kind }]) => label === found.field.label && kind === found.field.kind)
					.forEach(([key]) => known.add(key));
		}
	}
	return Object.keys(allFieldsOf(operation)).filter((key) => !known.has(key));
}
