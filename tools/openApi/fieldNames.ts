/** Names and labels of the fields of a node. */
import { requestOptions, type Field } from '../../nodes/engine/describe';
import type { MappedField } from './fields';
import { camelCase, numbered, shortLabel, wordsOf } from './names';
import type { OperationPlan } from './servicePlan';

const ofEngine = ['Return All', 'Limit', 'Simplify', 'Resource', 'Operation', 'Authentication'];
const groups = ['Filters', 'Additional Fields', 'Update Fields', 'Options', 'Request Options'];

/** Parameters that the engine adds to operations, and their labels. */
export const reserved = new Set([
	...[...ofEngine, ...groups].map((label) => camelCase(wordsOf(label))),
	...Object.keys(requestOptions),
]);
const reservedLabels = [
	...ofEngine,
	...groups,
	...Object.values(requestOptions).map(({ label }) => label),
];

type NamedFields = Pick<OperationPlan, 'fields' | 'options'>;

/**
 * Returns a function that names the fields of an operation: the required ones at the top of the
 * form, and the others in the collection `group`. The same name has the same type, choices and
 * default in all operations.
 * @param ids names of IDs in paths, which are locators in all operations
 */
export function fieldNames(ids: ReadonlySet<string>) {
	const signatures = new Map<string, string>();
	return (
		{ resource, key }: Pick<OperationPlan, 'resource' | 'key'>,
		pathFields: OperationPlan['fields'],
		mapped: readonly MappedField[],
		group: string,
	): NamedFields => {
		const named: NamedFields = { fields: { ...pathFields }, options: {} };
		const labels = new Set([
			...reservedLabels,
			...Object.values(pathFields).map(({ label }) => label),
		]);
		for (const { words, field } of mapped) {
			const place = field.required ? '' : group;
			const signature = signatureOf(field);
			const isFree = (name: string): boolean =>
				!Object.hasOwn(named.fields, name) &&
				!Object.hasOwn(named.options, name) &&
				!reserved.has(name) &&
				!(field.required && ids.has(name)) &&
				[undefined, signature].includes(signatures.get(`${place}.${name}`));
			const ofResource = camelCase([resource, ...words]);
			const name = [
				// n8n's lint rules reserve `color` for its color picker.
				camelCase(words.map((word) => word.replace(/^color/, 'colour'))),
				ofResource,
				camelCase([key, ...words]),
				...numbered(ofResource),
			].find(isFree)!;
			signatures.set(`${place}.${name}`, signature);
			const label = [field.label, `${field.label} Value`, ...numbered(`${field.label} `)]
				.map(shortLabel)
				.find((text) => !labels.has(text))!;
			labels.add(label);
			Object.assign(field.required ? named.fields : named.options, { [name]: { ...field, label } });
		}
		return named;
	};
}

/** Without a default, the form shows the minimum of a number. */
function signatureOf({ kind, choices, minimum = 0, itemKind, required, ...field }: Field): string {
	const isNumber = kind === 'integer' || kind === 'number';
	const preset = field.default ?? (isNumber ? minimum : undefined);
	return JSON.stringify([kind, choices, preset, itemKind, required]);
}
