/** The keys that saved workflows contain, so that generating again keeps them. */
import type { Field } from '../../nodes/engine/describe';
import { placeOf } from './fieldNames';
import type { KnownKeys, OperationPlan } from './servicePlan';

type Known = Pick<OperationPlan, 'source' | 'resource' | 'key' | 'request' | 'fields' | 'options'>;

const idOf = ({ resource, key }: Known): string => `${resource}.${key}`;

/** Name and field by place in the request. */
function placed({ fields, options, request }: Known): Map<string, [name: string, field: Field]> {
	const inPath = [...request.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
	return new Map(
		Object.entries({ ...fields, ...options }).map(([name, field]) => [
			inPath.includes(name) ? `path.${inPath.indexOf(name)}` : placeOf(field),
			[name, field],
		]),
	);
}

export const knownKeys = (operations: readonly Known[]): KnownKeys => ({
	operations: Object.fromEntries(operations.map((one) => [one.source, idOf(one)])),
	fields: Object.fromEntries(
		operations.flatMap((one) =>
			[...placed(one)].map(([place, [name]]) => [`${one.source} ${place}`, name]),
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
		return [...placed(one)].flatMap(([place, [name, field]]) => {
			const lost = lostOf(name, field, fields.get(place));
			return lost === undefined ? [] : [`${idOf(one)}: ${name} ${lost}`];
		});
	});

function lostOf(
	name: string,
	before: Field,
	now?: readonly [name: string, field: Field],
): string | undefined {
	if (!now) return 'is no longer generated';
	const [newName, after] = now;
	if (newName !== name) return `would become ${newName}`;
	if (after.kind !== before.kind) return `would change from ${before.kind} to ${after.kind}`;
	if (Boolean(after.required) !== Boolean(before.required))
		return `would ${after.required ? 'become required' : 'move to a collection'}`;
	if (JSON.stringify(after.default) !== JSON.stringify(before.default))
		return 'would have another default';
	const values = after.choices?.map(({ value }) => value) ?? [];
	const missing = (before.choices ?? []).filter(({ value }) => !values.includes(value));
	return missing.length > 0
		? `would lose ${missing.map(({ value }) => value).join(', ')}`
		: undefined;
}
