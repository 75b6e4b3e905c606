/** The keys that saved workflows contain, so that generating again keeps them. */
import type { Field } from '../../nodes/engine/describe';
import { placeOf } from './fieldNames';
import type { KnownKeys, OperationPlan, ServicePlan } from './servicePlan';

interface KnownField {
	readonly name: string;
	readonly kind: Field['kind'];
	readonly default?: unknown;
	readonly choices?: readonly string[];
	readonly required?: boolean;
}

interface KnownOperation {
	/** `resource.operation`. */
	readonly id: string;
	/** By place and name in the request. */
	readonly fields: Readonly<Record<string, KnownField>>;
}

/** The content of `openapi.json`: operations by request line of the document. */
export type Keys = Readonly<Record<string, KnownOperation>>;

export const keysOf = ({ operations }: ServicePlan): Keys =>
	Object.fromEntries(
		operations.map((plan) => [
			plan.source,
			{ id: `${plan.resource}.${plan.key}`, fields: fieldKeysOf(plan) },
		]),
	);

function fieldKeysOf({ fields, options, request }: OperationPlan): KnownOperation['fields'] {
	const all = Object.entries({ ...fields, ...options });
	const inPath = all.map(([name]) => name).filter((name) => request.includes(`{${name}}`));
	return Object.fromEntries(
		all.map(([name, field]) => {
			const position = inPath.indexOf(name);
			const variant = Object.values(field.show ?? {}).join();
			return [
				position >= 0 ? `path.${position}` : placeOf(field, variant),
				{
					name,
					kind: field.kind,
					required: (field.required && position < 0) || undefined,
					default: field.default,
					choices: field.choices?.map(({ value }) => value),
				},
			];
		}),
	);
}

/** The keys as the mapper reads them. */
export const knownKeys = (keys: Keys): KnownKeys => ({
	operations: Object.fromEntries(Object.entries(keys).map(([source, { id }]) => [source, id])),
	fields: Object.fromEntries(
		Object.entries(keys).flatMap(([source, { fields }]) =>
			Object.entries(fields).map(([place, { name }]) => [`${source} ${place}`, name]),
		),
	),
});

/** What saved workflows would lose: keys that are missing or have another type, default or choices. */
export function lostKeys(before: Keys, after: Keys): string[] {
	return Object.entries(before).flatMap(([source, { id, fields }]) => {
		const now = after[source];
		if (!now) return [`${id} (${source}) is no longer generated`];
		if (now.id !== id) return [`${id} (${source}) would become ${now.id}`];
		return Object.entries(fields).flatMap(([place, field]) => {
			const lost = lostOf(field, now.fields[place]);
			return lost === undefined ? [] : [`${id}: ${field.name} ${lost}`];
		});
	});
}

function lostOf(before: KnownField, after: KnownField | undefined): string | undefined {
	if (!after) return 'is no longer generated';
	if (after.name !== before.name) return `would become ${after.name}`;
	if (after.kind !== before.kind) return `would change from ${before.kind} to ${after.kind}`;
	if (after.required !== before.required)
		return `would ${after.required ? 'become required' : 'move to a collection'}`;
	if (JSON.stringify(after.default) !== JSON.stringify(before.default))
		return 'would have another default';
	const missing = before.choices?.filter((value) => !after.choices?.includes(value)) ?? [];
	return missing.length > 0 ? `would lose ${missing.join(', ')}` : undefined;
}
