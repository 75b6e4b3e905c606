/** The keys that saved workflows contain, so that generating again keeps them. */
import type { Field } from '../../nodes/engine/describe';
import type { KnownKeys, ServicePlan } from './servicePlan';

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

export function keysOf({ resources }: ServicePlan): Keys {
	return Object.fromEntries(
		Object.entries(resources).flatMap(([resource, { operations }]) =>
			Object.values(operations).map((plan): [string, KnownOperation] => {
				const all = Object.entries({ ...plan.fields, ...plan.options });
				const inPath = all.filter(([name]) => plan.request.includes(`{${name}}`));
				const fields = all.map(([name, field]): [string, KnownField] => {
					const position = inPath.findIndex(([one]) => one === name);
					const variant = Object.values(field.show ?? {})
						.flat()
						.join();
					return [
						position >= 0
							? `path.${position}`
							: `${field.in}.${field.apiName}${variant === '' ? '' : `#${variant}`}`,
						{
							name,
							kind: field.kind,
							...(field.required && position < 0 ? { required: true } : {}),
							...(field.default === undefined ? {} : { default: field.default }),
							...(field.choices ? { choices: field.choices.map(({ value }) => value) } : {}),
						},
					];
				});
				return [plan.source, { id: `${resource}.${plan.key}`, fields: Object.fromEntries(fields) }];
			}),
		),
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
			const changed = now.fields[place];
			const lost = (what: string): string[] => [`${id}: ${field.name} ${what}`];
			if (!changed) return lost('is no longer generated');
			if (changed.name !== field.name) return lost(`would become ${changed.name}`);
			if (changed.kind !== field.kind)
				return lost(`would change from ${field.kind} to ${changed.kind}`);
			if ((changed.required ?? false) !== (field.required ?? false))
				return lost(`would ${changed.required ? 'become required' : 'move to a collection'}`);
			if (JSON.stringify(changed.default) !== JSON.stringify(field.default))
				return lost(`would have another default`);
			const missing = field.choices?.filter((value) => !changed.choices?.includes(value)) ?? [];
			return missing.length > 0 ? lost(`would lose ${missing.join(', ')}`) : [];
		});
	});
}
