/** Compares an output preview, which is a JSON schema, with items. */
import type { IDataObject } from 'n8n-workflow';

interface Schema {
	readonly type?: string;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
}

/** Keys that only the preview or only the values have, at any depth that the preview describes. */
export function previewDifferences(
	schema: Schema,
	values: readonly unknown[],
	path = '',
): string[] {
	const present = values.filter((value) => value !== null && value !== undefined);
	if (present.length === 0) return [];
	if (schema.items) return previewDifferences(schema.items, present.flat(), `${path}[]`);
	if (!schema.properties) return [];
	const objects = present.filter((value) => typeof value === 'object') as IDataObject[];
	if (objects.length < present.length) return [`${path || 'the item'} is not an object`];
	const keys = new Set(objects.flatMap((value) => Object.keys(value)));
	const described = Object.keys(schema.properties);
	return [
		...described.filter((key) => !keys.has(key)).map((key) => `${path}.${key} is not in the items`),
		...[...keys]
			.filter((key) => !described.includes(key))
			.map((key) => `${path}.${key} is not in the preview`),
		...Object.entries(schema.properties).flatMap(([key, inner]) =>
			previewDifferences(
				inner,
				objects.map((value) => value[key]),
				`${path}.${key}`,
			),
		),
	];
}
