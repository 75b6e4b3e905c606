// Inputs for an operation that together use every field and every choice.
import type { IDataObject } from 'n8n-workflow';
import {
	allFieldsOf,
	type Field,
	type Operation,
	type Service,
} from '../../../../nodes/engine/describe';
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
	const minimum = Object.fromEntries(
		Object.entries(all).filter(([name]) => fields[name]?.required),
	);
	const single = Object.entries(fields).flatMap(([name, field]) => {
		const shownBy = Object.fromEntries(
			Object.entries(field.show ?? {}).map(([sibling, [value]]) => [sibling, value]),
		);
		return valuesOf(field).map((value) => ({
			title: `${name}=${String(value)}`,
			values: { ...minimum, ...shownBy, [name]: value },
		}));
	});
	return [{ title: 'minimum', values: minimum }, ...single].reduce<Variant[]>(
		(variants, { title, values }) => {
			const accepted = completed(found, values, all);
			return accepted ? [...variants, { title, values: accepted }] : variants;
		},
		[{ title: 'all', values: all }],
	);
}

/** The values of a field that each need a variant. */
function valuesOf({ kind, choices = [] }: Field): Array<IDataObject[string]> {
	if (kind === 'flag') return [true, false];
	if (kind === 'choice') return choices.map(({ value }) => value);
	return kind === 'choices' ? choices.map(({ value }) => [value]) : [];
}

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
	const sampled = fields.filter(([name]) => samples[name] !== undefined);
	const examples = Object.fromEntries(
		sampled.map(([name, field]) => [name, exampleIn(field) ?? samples[name]]),
	);
	const start = isAccepted(found, examples) ? examples : samples;
	return fields.reduce<IDataObject>((input, [name, field]) => {
		const added = { [name]: exampleIn(field) ?? sampleValue(field), ...input };
		return isAccepted(found, added) ? added : input;
	}, start);
}

/** The example in the placeholder of a field. */
const exampleIn = ({ kind, placeholder }: Field): string | undefined =>
	['text', 'id', 'list', 'integer', 'number'].includes(kind)
		? /^e\.g\. (.+?)(?: or .+)?$/.exec(placeholder ?? '')?.[1]
		: undefined;
