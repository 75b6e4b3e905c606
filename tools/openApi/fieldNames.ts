/** Names and labels of the fields of a node. */
import { requestOptions, type Field } from '../../nodes/engine/describe';
import type { MappedField } from './fields';
import { camelCase, labelOf, numbered, pascalCase, shortLabel, wordsOf } from './names';
import type { OperationPlan, PlannedField } from './servicePlan';

/** Parameters that the engine adds to operations. */
export const reserved = new Set([
	...['resource', 'operation', 'authentication', 'returnAll', 'limit', 'simplify', 'filters'],
	...['additionalFields', 'updateFields', 'options', 'requestOptions'],
	...Object.keys(requestOptions),
]);

const reservedLabels = [
	...['Return All', 'Limit', 'Simplify', 'Resource', 'Operation', 'Options', 'Request Options'],
	'Filters',
	...Object.values(requestOptions).map(({ label }) => label),
];

/** Identifies a field in its operation. */
export const placeOf = ({ in: place, apiName }: Field): string => `${place}.${apiName}`;

type NamedFields = Pick<OperationPlan, 'fields' | 'options'>;

/** Gives fields their names. The same name has the same type, choices and default in all operations. */
export class FieldNames {
	private readonly signatures = new Map<string, string>();

	/**
	 * @param known names of an earlier run, by operation and place
	 * @param ids names of IDs in paths, which are locators in all operations
	 */
	constructor(
		private readonly known: Readonly<Record<string, string>>,
		private readonly ids: ReadonlySet<string>,
	) {}

	/**
	 * The required fields at the top of the form, and the others.
	 * @param group the collection of the others
	 */
	nameFields(
		operation: Pick<OperationPlan, 'source' | 'resource' | 'key'>,
		pathFields: OperationPlan['fields'],
		mapped: readonly MappedField[],
		group: string,
	): NamedFields {
		const fields: Record<string, PlannedField> = { ...pathFields };
		const options: Record<string, Field> = {};
		const labels = new Set([
			...reservedLabels,
			...Object.values(pathFields).map(({ label }) => label),
		]);
		for (const one of mapped) {
			const { field } = one;
			const isTaken = (name: string): boolean =>
				Object.hasOwn(fields, name) || Object.hasOwn(options, name);
			const name = this.nameOf(operation, one, field.required ? '' : group, isTaken);
			const label = labelsOf(name, field).find((text) => !labels.has(text))!;
			labels.add(label);
			(field.required ? fields : options)[name] = { ...field, label };
		}
		return { fields, options };
	}

	private nameOf(
		{ source, resource, key }: Pick<OperationPlan, 'source' | 'resource' | 'key'>,
		{ words, field }: MappedField,
		group: string,
		isTaken: (name: string) => boolean,
	): string {
		const { kind, choices, itemKind, required } = field;
		// Without a default, the form shows the minimum of a number.
		const isNumber = kind === 'integer' || kind === 'number';
		const preset = field.default ?? (isNumber ? (field.minimum ?? 0) : undefined);
		const isRequired = group === '' && required;
		const signature = JSON.stringify([kind, choices, preset, itemKind, isRequired]);
		const isFree = (name: string): boolean =>
			!isTaken(name) &&
			!reserved.has(name) &&
			!(group === '' && this.ids.has(name)) &&
			[undefined, signature].includes(this.signatures.get(`${group}.${name}`));
		const own = pascalCase(words);
		const known = this.known[`${source} ${placeOf(field)}`];
		const name = [
			...(known === undefined ? [] : [known]),
			camelCase(words.map((word) => word.replace(/^color/, 'colour'))),
			`${resource}${own}`,
			`${key}${own}`,
			`${resource}${pascalCase(wordsOf(key))}${own}`,
			...numbered(`${resource}${own}`),
		].find(isFree)!;
		this.signatures.set(`${group}.${name}`, signature);
		return name;
	}
}

/** Labels for a field. Within an operation, each is used once. */
const labelsOf = (name: string, { label, in: place }: Field): string[] =>
	[
		label,
		`${label} Value`,
		labelOf(wordsOf(name)),
		`${label} (${place})`,
		...numbered(`${label} `),
	].map(shortLabel);
