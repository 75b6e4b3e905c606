/** The keys that saved workflows contain, so that generating again keeps them. */
import type { Field } from '../../nodes/engine/describe';
import { placeOf } from './fieldNames';
import type { KnownKeys, OperationPlan } from './servicePlan';

/** An operation in openapi.json. */
type Known = Pick<OperationPlan, 'source' | 'resource' | 'key' | 'request' | 'fields' | 'options'>;
type NamedField = Field & { readonly name: string };

const idOf = ({ resource, key }: Known): string => `${resource}.${key}`;

/** The fields by place and name in the request. */
function placed({ fields, options, request }: Known): Map<string, NamedField> {
	const all = Object.entries({ ...fields, ...options });
	const inPath = all.map(([name]) => name).filter((name) => request.includes(`{${name}}`));
	return new Map(
		all.map(([name, field]) => {
			const position = inPath.indexOf(name);
			return [
				position >= 0 ? `path.${position}` : placeOf(field),
				{ ...field, name, required: field.required && position < 0 },
			];
		}),
	);
}

/** The keys as the mapper reads them. */
export const knownKeys = (operations: readonly Known[]): KnownKeys => ({
	operations: Object.fromEntries(operations.map((one) => [one.source, idOf(one)])),
	fields: Object.fromEntries(
		operations.flatMap((one) =>
			[...placed(one)].map(([place, { name }]) => [`${one.source} ${place}`, name]),
		),
	),
});

/** What saved workflows would lose: keys that are missing or have another type, default or choices. */
export const lostKeys = (before: readonly Known[], after: readonly Known[]): string[] =>
	before.flatMap((one) => {
		const now = after.find(({ source }) => source === one.source);
		if (!now) return [`${idOf(one)} (${one.source}) is no longer generated`];
		if (idOf(now) !== idOf(one)) return [`${idOf(one)} (${one.source}) would become ${idOf(now)}`];
		const fields = placed(now);
		return [...placed(one)].flatMap(([place, field]) => {
			const lost = lostOf(field, fields.get(place));
			return lost === undefined ? [] : [`${idOf(one)}: ${field.name} ${lost}`];
		});
	});

function lostOf(before: NamedField, after: NamedField | undefined): string | undefined {
	if (!after) return 'is no longer generated';
	if (after.name !== before.name) return `would become ${after.name}`;
	if (after.kind !== before.kind) return `would change from ${before.kind} to ${after.kind}`;
	if (Boolean(after.required) !== Boolean(before.required))
		return `would ${after.required ? 'become required' : 'move to a collection'}`;
	if (JSON.stringify(after.default) !== JSON.stringify(before.default))
		return 'would have another default';
	const missing = [...(before.choices ?? [])]
		.map(({ value }) => value)
		.filter((value) => !after.choices?.some((choice) => choice.value === value));
	return missing.length > 0 ? `would lose ${missing.join(', ')}` : undefined;
}
