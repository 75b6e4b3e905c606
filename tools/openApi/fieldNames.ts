/** Names and labels of the fields of a node. */
import { requestOptions, type Field, type Fields } from '../../nodes/engine/describe';
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
export const placeOf = ({ in: place, apiName }: Field, variant = ''): string =>
	`${place}.${apiName}${variant === '' ? '' : `#${variant}`}`;

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
		const labelFor = (...args: Parameters<typeof labelsOf>): string => {
			const label = labelsOf(...args).find((text) => !labels.has(text))!;
			labels.add(label);
			return label;
		};
		let variantField = '';
		for (const one of mapped) {
			const { field, variant = '', selectsVariant } = one;
			const isTaken = (name: string): boolean =>
				Object.hasOwn(fields, name) || Object.hasOwn(options, name);
			const name = this.nameOf(operation, one, field.required ? '' : group, isTaken);
			if (selectsVariant) variantField = name;
			const only = `nly for ${labelOf(wordsOf(variant))}`;
			const ofVariant = field.required
				? { show: { [variantField]: [variant] } }
				: { description: field.kind === 'flag' ? `${field.description}, o${only}` : `O${only}` };
			(field.required ? fields : options)[name] = {
				...field,
				label: labelFor(name, one),
				...(variant === '' ? {} : ofVariant),
			};
		}
		// n8n identifies the values from an AI agent by their label, those in rows included.
		for (const all of [fields, options])
			for (const [name, field] of Object.entries(all)) {
				if (field.row === undefined) continue;
				const columns = Object.entries(field.row).map(([column, one]) => [
					column,
					{ ...one, label: labelFor(column, { field: one }, field.label) },
				]);
				all[name] = { ...field, row: Object.fromEntries(columns) as Fields };
			}
		return { fields, options };
	}

	private nameOf(
		{ source, resource, key }: Pick<OperationPlan, 'source' | 'resource' | 'key'>,
		{ words, field, variant }: MappedField,
		group: string,
		isTaken: (name: string) => boolean,
	): string {
		const { kind, choices, itemKind, row, required } = field;
		// Without a default, the form shows the minimum of a number.
		const isNumber = kind === 'integer' || kind === 'number';
		const preset = field.default ?? (isNumber ? (field.minimum ?? 0) : undefined);
		const isRequired = group === '' && required;
		const signature = JSON.stringify([kind, choices, preset, itemKind, row, isRequired]);
		const isFree = (name: string): boolean =>
			!isTaken(name) &&
			!reserved.has(name) &&
			!(group === '' && this.ids.has(name)) &&
			[undefined, signature].includes(this.signatures.get(`${group}.${name}`));
		const own = pascalCase(words);
		const known = this.known[`${source} ${placeOf(field, variant)}`];
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

/** Labels for a field, or a column of rows. Within an operation, each is used once. */
const labelsOf = (
	name: string,
	{ field: { label, in: place }, variant }: Pick<MappedField, 'field' | 'variant'>,
	rows?: string,
): string[] =>
	[
		label,
		...(rows === undefined ? [] : [`${rows} ${label}`]),
		`${label} Value`,
		labelOf(wordsOf(name)),
		`${label} (${variant ?? place ?? rows})`,
		...numbered(`${label} `),
	].map(shortLabel);
