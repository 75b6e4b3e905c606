// Inputs for an operation that together use every field and every choice.
import type { IDataObject } from 'n8n-workflow';
import { allFieldsOf, type Field, type Service } from '../../../../nodes/engine/describe';
import type { NamedOperation } from '../pack';
import { sampleInput } from '../sampleInput';
import type { Description } from './description';
import { describedValues } from './describedValues';
import { isAccepted } from './readForm';

export interface Variant {
	/** `all`, `minimum`, or a value such as `status=queued`. */
	readonly title: string;
	/** Values of fields and options, as a user enters them. */
	readonly values: IDataObject;
}

/**
 * All values, only the required values, and one variant per choice and per state of a flag.
 * Combinations that the node rejects are left out, because it sends no request for them.
 */
export function variantsOf(
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
 * A valid value for every field. Placeholders are realistic examples, so they are preferred to
 * sample values. JSON comes from the description.
 */
function realisticInput(
	service: Service,
	found: NamedOperation,
	description: Description,
): IDataObject {
	const samples = { ...sampleInput(service, found), ...describedValues(description, found) };
	const realistic = Object.fromEntries(
		Object.entries(allFieldsOf(found.operation)).flatMap(([name, { kind, placeholder }]) => {
			const example = /^e\.g\. (.+?)(?: or .+)?$/.exec(placeholder ?? '')?.[1];
			const useExample =
				example !== undefined && ['text', 'id', 'list', 'integer', 'number'].includes(kind);
			const value = useExample ? example : samples[name];
			return value === undefined ? [] : [[name, value]];
		}),
	) as IDataObject;
	return isAccepted(found, realistic) ? realistic : samples;
}
