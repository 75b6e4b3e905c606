/** Names and labels of the fields of a node. */
import { requestOptions, type Field } from '../../nodes/engine/describe';
import type { MappedField } from './fields';
import { camelCase, labelOf, pascalCase, shortLabel, wordsOf } from './names';

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

/** Gives fields their names. The same name has the same type, choices and default in all operations. */
export class FieldNames {
	private readonly signatures = new Map<string, string>();

	/** @param ids names of IDs in paths, which are locators in all operations */
	constructor(
		private readonly known: Readonly<Record<string, string>>,
		private readonly ids: ReadonlySet<string>,
	) {}

	/**
	 * @param id identifies the field in the document
	 * @param owner resource and operation, which distinguish fields with the same words
	 */
	name(
		id: string,
		{ words, field }: MappedField,
		group: string,
		taken: ReadonlySet<string>,
		[resource, operation]: readonly [resource: string, operation: string],
	): string {
		const { kind, choices, itemKind, row, required } = field;
		// Without a default, the form shows the minimum of a number.
		const isNumber = kind === 'integer' || kind === 'number';
		const preset = field.default ?? (isNumber ? (field.minimum ?? 0) : undefined);
		const isRequired = group === '' && required;
		const signature = JSON.stringify([kind, choices, preset, itemKind, row, isRequired]);
		const isFree = (name: string): boolean =>
			!taken.has(name) &&
			!reserved.has(name) &&
			!(group === '' && this.ids.has(name)) &&
			[undefined, signature].includes(this.signatures.get(`${group}.${name}`));
		const own = pascalCase(words);
		const candidates = [
			this.known[id] ?? '',
			camelCase(words.map((word) => word.replace(/^color/, 'colour'))),
			`${resource}${own}`,
			`${operation}${own}`,
			`${resource}${pascalCase(wordsOf(operation))}${own}`,
			...Array.from({ length: 99 }, (_, index) => `${resource}${own}${index + 2}`),
		];
		const name = candidates.find((one) => one !== '' && isFree(one))!;
		this.signatures.set(`${group}.${name}`, signature);
		return name;
	}
}

/** Returns a function that gives the fields of an operation, or columns of rows, different labels. */
export function labels(
	used: readonly Field[],
): (name: string, mapped: Pick<MappedField, 'field' | 'variant'>, rows?: string) => string {
	const taken = new Set([...reservedLabels, ...used.map(({ label }) => label)]);
	return (name, { field: { label, in: place }, variant }, rows) => {
		const candidates = [
			label,
			...(rows === undefined ? [] : [`${rows} ${label}`]),
			`${label} Value`,
			labelOf(wordsOf(name)),
			`${label} (${variant ?? place})`,
			...Array.from({ length: 8 }, (_, index) => `${label} ${index + 2}`),
		];
		const free = candidates.map(shortLabel).find((text) => !taken.has(text)) ?? name;
		taken.add(free);
		return free;
	};
}
