/** Names and labels of the fields of a node. */
import { requestOptions, type Field } from '../../nodes/engine/describe';
import type { MappedField } from './fields';
import { camelCase, labelOf, numbered, pascalCase, wordsOf } from './names';
import type { OperationPlan } from './servicePlan';

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

/** Gives fields their names. The same name has the same type, choices and default in all operations. */
export class FieldNames {
	private readonly signatures = new Map<string, string>();

	/** @param known names of an earlier run, by operation and place */
	constructor(private readonly known: Readonly<Record<string, string>>) {}

	/** @param owner its resource and operation distinguish fields with the same words */
	name(
		source: string,
		{ words, field, variant }: MappedField,
		group: string,
		taken: ReadonlySet<string>,
		owner: Pick<OperationPlan, 'resource' | 'key'>,
	): string {
		const { kind, choices, default: preset, itemKind, row, required } = field;
		const isRequired = group === '' && required;
		const signature = JSON.stringify([kind, choices, preset, itemKind, row, isRequired]);
		const isFree = (name: string): boolean =>
			name !== '' &&
			!taken.has(name) &&
			!reserved.has(name) &&
			[undefined, signature].includes(this.signatures.get(`${group}.${name}`));
		const own = pascalCase(words);
		const name = [
			this.known[`${source} ${placeOf(field, variant)}`] ?? '',
			camelCase(words.map((word) => word.replace(/^color/, 'colour'))),
			`${owner.resource}${own}`,
			`${owner.key}${own}`,
			`${owner.resource}${pascalCase(wordsOf(owner.key))}${own}`,
			...numbered(`${owner.resource}${own}`),
		].find(isFree)!;
		this.signatures.set(`${group}.${name}`, signature);
		return name;
	}
}

/** Returns a function that gives the fields of an operation different labels. */
export function labels(used: readonly Field[]): (name: string, mapped: MappedField) => string {
	const taken = new Set([...reservedLabels, ...used.map(({ label }) => label)]);
	return (name, { field: { label, in: place }, variant }) => {
		const free = [
			label,
			`${label} Value`,
			labelOf(wordsOf(name)),
			`${label} (${variant ?? place})`,
			...numbered(`${label} `),
		].find((text) => !taken.has(text))!;
		taken.add(free);
		return free;
	};
}
