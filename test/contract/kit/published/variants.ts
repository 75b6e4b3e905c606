// Inputs for an operation that together use every field and every choice.
import type { IDataObject } from 'n8n-workflow';
import { allFieldsOf, type Service } from '../../../../nodes/engine/describe';
import type { NamedOperation } from '../pack';
import { sampleInput } from '../sampleInput';

export interface Variant {
	/** `all`, `minimum`, `status=queued` or `all=false`. */
	readonly title: string;
	/** Values of fields and options, as a user enters them. */
	readonly values: IDataObject;
}

/**
 * All values, only the required values, each value of each choice, and each flag turned off.
 */
export function variantsOf(service: Service, found: NamedOperation): Variant[] {
	const fields = allFieldsOf(found.operation);
	const all = realisticInput(service, found);
	const minimum = Object.fromEntries(
		Object.entries(all).filter(([name]) => fields[name]?.required),
	);
	const single = Object.entries(fields).flatMap(([name, { kind, choices, queryFlag, show }]) => {
		const shownBy = Object.fromEntries(
			Object.entries(show ?? {}).map(([sibling, [value]]) => [sibling, value]),
		);
		const values: IDataObject[string][] =
			kind === 'choice' || kind === 'choices'
				? (choices ?? []).map(({ value }) => (kind === 'choices' ? [value] : value))
				: kind === 'flag' && queryFlag === undefined
					? [false]
					: [];
		return values.map((value) => ({
			title: `${name}=${String(value)}`,
			values: { ...minimum, ...shownBy, [name]: value },
		}));
	});
	return [{ title: 'all', values: all }, { title: 'minimum', values: minimum }, ...single];
}

/**
 * A valid value for every field. Placeholders are realistic examples, so they are preferred to
 * sample values.
 */
function realisticInput(service: Service, found: NamedOperation): IDataObject {
	const samples = sampleInput(service, found);
	const fields = allFieldsOf(found.operation);
	return Object.fromEntries(
		Object.entries(fields).flatMap(([name, { kind, placeholder }]) => {
			const example = /^e\.g\. (.+)$/.exec(placeholder ?? '')?.[1];
			const useExample =
				example !== undefined && ['text', 'id', 'list', 'integer', 'number'].includes(kind);
			const value = useExample ? example : samples[name];
			return value === undefined ? [] : [[name, value]];
		}),
	);
}
