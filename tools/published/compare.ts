/** Compares two extracts of the same description. */
import type { Extract, PublishedOperation, Schema } from './extract';

/** What changed in the operations of the pack, one line per change, sorted by operation. */
export function compareExtracts(
	before: Pick<Extract, 'operations' | 'schemas' | 'webhooks'>,
	after: Pick<Extract, 'operations' | 'schemas' | 'webhooks'>,
): string[] {
	const requests = [
		...new Set([...Object.keys(before.operations), ...Object.keys(after.operations)]),
	].sort();
	const changes = requests.flatMap((request) => {
		const [old, current] = [before.operations[request], after.operations[request]];
		if (current === undefined) return [`${request}: is gone`];
		if (old === undefined) return [`${request}: appeared`];
		const changes = compareOperations(old, current, [before.schemas, after.schemas]);
		return changes.map((change) => `${request}: ${change}`);
	});
	const [oldEvents, newEvents] = [before, after].map(({ webhooks = {} }) =>
		Object.fromEntries(
			Object.entries(webhooks).map(([name, event]) => [`event ${name}`, JSON.stringify(event)]),
		),
	);
	return [...changes, ...compareValues(oldEvents!, newEvents!)];
}

type Schemas = Readonly<Record<string, Schema>>;

function compareOperations(
	before: PublishedOperation,
	after: PublishedOperation,
	[oldSchemas, newSchemas]: readonly [Schemas, Schemas],
): string[] {
	const changes: string[] = [];
	if (after.deprecated && !before.deprecated) changes.push('is deprecated');
	if (before.deprecated && !after.deprecated) changes.push('is no longer deprecated');
	changes.push(...compareValues(parametersOf(before, oldSchemas), parametersOf(after, newSchemas)));
	if (JSON.stringify(before.paging) !== JSON.stringify(after.paging))
		changes.push('paging changed');
	const [oldStatuses, newStatuses] = [before, after].map(({ responses }) =>
		Object.keys(responses).join(', '),
	);
	if (oldStatuses !== newStatuses)
		changes.push(`statuses changed from ${oldStatuses} to ${newStatuses}`);
	const [oldResponse, newResponse] = [
		[before, oldSchemas] as const,
		[after, newSchemas] as const,
	].map(([{ responses }, schemas]) => propertiesOf(Object.values(responses)[0]?.schema, schemas));
	return [
		...changes,
		...compareValues(withPlace('response', oldResponse!), withPlace('response', newResponse!)),
	];
}

/** Parameters and body properties by place and name, as JSON. */
function parametersOf(
	{ parameters, requestBody }: PublishedOperation,
	schemas: Schemas,
): Record<string, string> {
	return {
		...Object.fromEntries(
			parameters.map((parameter) => [
				`${parameter.in}.${parameter.name}`,
				JSON.stringify(parameter),
			]),
		),
		...withPlace('body', propertiesOf(requestBody?.schema, schemas)),
	};
}

const withPlace = (place: string, values: Record<string, string>): Record<string, string> =>
	Object.fromEntries(Object.entries(values).map(([name, value]) => [`${place}.${name}`, value]));

/** The properties of a body, or of the entries of a list, as JSON by path. */
function propertiesOf(
	schema: Schema | undefined,
	schemas: Schemas,
	seen: readonly string[] = [],
): Record<string, string> {
	if (schema === undefined) return {};
	const {
		$ref,
		properties = {},
		required = [],
		items,
		allOf,
		anyOf,
		oneOf,
	} = schema as {
		$ref?: string;
		properties?: Record<string, Schema>;
		required?: string[];
		items?: Schema;
		allOf?: Schema[];
		anyOf?: Schema[];
		oneOf?: Schema[];
	};
	const found: Record<string, string> = {};
	if ($ref !== undefined) {
		const name = $ref.replace('#/schemas/', '');
		if (!seen.includes(name))
			Object.assign(found, propertiesOf(schemas[name], schemas, [...seen, name]));
	}
	for (const part of [...(allOf ?? []), ...(anyOf ?? []), ...(oneOf ?? [])])
		Object.assign(found, propertiesOf(part, schemas, seen));
	if (items)
		Object.assign(
			found,
			Object.fromEntries(
				Object.entries(propertiesOf(items, schemas, seen)).map(([name, value]) => [
					`[].${name}`,
					value,
				]),
			),
		);
	for (const [name, property] of Object.entries(properties)) {
		found[name] = JSON.stringify([required.includes(name), property]);
		for (const [inner, value] of Object.entries(propertiesOf(property, schemas, seen)))
			found[inner.startsWith('[]') ? `${name}${inner}` : `${name}.${inner}`] = value;
	}
	return found;
}

function compareValues(before: Record<string, string>, after: Record<string, string>): string[] {
	return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((name) => {
		if (after[name] === undefined) return [`${name} disappeared`];
		if (before[name] === undefined) return [`${name} appeared`];
		return before[name] === after[name] ? [] : [`${name} changed`];
	});
}
