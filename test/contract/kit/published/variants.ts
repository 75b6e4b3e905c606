// Inputs for an operation that together use every field and every choice.
import type { IDataObject } from 'n8n-workflow';
import {
	allFieldsOf,
	type Field,
	type Operation,
	type Service,
} from '../../../../nodes/engine/describe';
import { contractOf } from '../contractData';
import { fieldListsOf, matchOperation } from '../matchContract';
import type { NamedOperation } from '../pack';
import { sampleInput, sampleValue } from '../sampleInput';
import type { Description } from './description';
import { describedValues } from './describedValues';
import { isAccepted } from './readForm';

export interface Variant {
	/** `all`, `minimum`, or a value such as `status=queued`. */
	readonly title: string;
	/** Values of fields and options, as a user enters them. */
	readonly values: IDataObject;
}

const cache = new WeakMap<Operation, Variant[]>();

/**
 * All values, only the required values, and one variant per choice and per state of a flag.
 * Combinations that the node rejects are left out, because it sends no request for them.
 */
export function variantsOf(
	service: Service,
	found: NamedOperation,
	description: Description,
): Variant[] {
	const variants = cache.get(found.operation) ?? createVariants(service, found, description);
	cache.set(found.operation, variants);
	return variants;
}

function createVariants(
	service: Service,
	found: NamedOperation,
	description: Description,
): Variant[] {
	const fields = allFieldsOf(found.operation);
	const all = realisticInput(service, found, description);
	const fromCredential = fieldsFromCredential(service);
	const minimum = Object.fromEntries(
		Object.entries(all).filter(([name]) => fields[name]?.required || fromCredential.includes(name)),
	);
	const single = Object.entries(fields).flatMap(([name, field]) => {
		const shownBy = Object.fromEntries(
			Object.entries(field.show ?? {}).map(([sibling, [value]]) => [sibling, value]),
		);
		const showsOthers = Object.values(fields).some(({ show }) => show?.[name] !== undefined);
		return valuesOf(field).map((value) => ({
			title: `${name}=${String(value)}`,
			values: { ...(showsOthers ? all : minimum), ...shownBy, [name]: value },
		}));
	});
	const lists = fieldListValues(service, found).map(([title, values]) => ({
		title,
		values: mergeValues(all, values),
	}));
	return [{ title: 'minimum', values: minimum }, ...single, ...lists].reduce<Variant[]>(
		(variants, { title, values }) => {
			const accepted = completed(found, values, all);
			return accepted
				? [...variants, { title, values: withUnusedFields(found, accepted, all) }]
				: variants;
		},
		[{ title: 'all', values: all }],
	);
}

/** The values of a field that each need a variant. */
function valuesOf(field: Field): Array<IDataObject[string]> {
	const { kind, choices = [], row = {} } = field;
	if (kind === 'flag') return [true, false];
	if (kind === 'choice') return choices.map(({ value }) => value);
	if (kind === 'rows')
		return Object.entries(row).flatMap(([name, cell]) =>
			valuesOf(cell).map((value) => [{ ...sampleRow(field), [name]: value }]),
		);
	return kind === 'choices' ? choices.map(({ value }) => [value]) : [];
}

const sampleRow = ({ row = {} }: Field): IDataObject =>
	Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, exampleOf(cell)]));

/** Values of fields that are not fields of the operation, such as those of a conversion. */
function fieldListValues(
	service: Service,
	found: NamedOperation,
): Array<readonly [string, IDataObject]> {
	const entries = contractOf(service).operations.filter((entry) => {
		const operation = matchOperation(service, entry);
		return typeof operation !== 'string' && operation.id === found.id;
	});
	return entries
		.flatMap((entry) => fieldListsOf(service, entry))
		.flatMap(({ fields, toInput }) =>
			Object.entries(fields).flatMap(([name, field]) =>
				[...valuesOf(field), ...(field.kind === 'rows' ? [[sampleRow(field)]] : [])].map(
					(value) => [`${name}=${String(value)}`, toInput({ [name]: value })] as const,
				),
			),
		);
}

/** Adds values to others. Objects are merged. */
const mergeValues = (values: IDataObject, added: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries({ ...values, ...added }).map(([name, value]) => [
			name,
			isObject(value) && isObject(values[name]) ? { ...values[name], ...value } : value,
		]),
	);

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Adds values until the node accepts them, because some operations require one of several fields.
 */
function completed(
	found: NamedOperation,
	values: IDataObject,
	all: IDataObject,
): IDataObject | undefined {
	const candidates = [
		values,
		...Object.entries(all).map(([name, value]) => ({ [name]: value, ...values })),
		{ ...all, ...values },
	];
	return candidates.find((candidate) => isAccepted(found, candidate));
}

/** Adds the fields that the node accepts only with another value of a choice. */
const withUnusedFields = (
	found: NamedOperation,
	values: IDataObject,
	all: IDataObject,
): IDataObject =>
	Object.entries(allFieldsOf(found.operation))
		.filter(([name]) => all[name] === undefined)
		.reduce((input, [name, field]) => addIfAccepted(found, input, name, field), values);

/** Adds a value for a field, unless it is not sent or the node rejects it. */
function addIfAccepted(
	found: NamedOperation,
	input: IDataObject,
	name: string,
	field: Field,
): IDataObject {
	// A field that is not sent can refer to a response, such as an execution to download.
	if (field.in === 'none') return input;
	const added = { [name]: exampleOf(field), ...input };
	return isAccepted(found, added) ? added : input;
}

/**
 * A valid value for every field, unless the fields exclude each other. Placeholders are realistic
 * examples, so they are preferred to sample values. JSON is made from the description.
 */
function realisticInput(
	service: Service,
	found: NamedOperation,
	description: Description,
): IDataObject {
	const fields = Object.entries(allFieldsOf(found.operation));
	const samples = { ...sampleInput(service, found), ...describedValues(description, found) };
	const fromCredential = fieldsFromCredential(service);
	const sampled = fields.filter(([name]) => samples[name] !== undefined);
	const examples = Object.fromEntries(
		sampled.map(([name, field]) => [
			name,
			// Samples of other fields contain the sample of a field that the credential provides.
			(fromCredential.includes(name) ? undefined : exampleIn(field)) ?? samples[name],
		]),
	);
	const others = Object.fromEntries(
		fields
			.filter(([, { in: place }]) => place !== 'none')
			.map(([name, field]) => [name, exampleOf(field)]),
	);
	const start = completed(found, examples, others) ?? samples;
	return fields.reduce<IDataObject>(
		(input, [name, field]) => addIfAccepted(found, input, name, field),
		start,
	);
}

/** A realistic value for a field. */
const exampleOf = (field: Field): IDataObject[string] =>
	field.kind === 'rows' ? [sampleRow(field)] : (exampleIn(field) ?? sampleValue(field));

/** The example in the placeholder of a field. */
const exampleIn = ({ kind, placeholder }: Field): string | undefined =>
	['text', 'id', 'list', 'integer', 'number'].includes(kind)
		? /^e\.g\. (.+?)(?: or .+)?$/.exec(placeholder ?? '')?.[1]
		: undefined;

/** Fields that use a value of the credential if they are empty. */
const fieldsFromCredential = ({ defaults }: Service): string[] => Object.keys(defaults?.({}) ?? {});
