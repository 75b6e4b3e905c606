/** Compares two extracts of the same description. */
import type { Extract } from './extract';

type Compared = Pick<Extract, 'operations' | 'schemas' | 'webhooks'>;

/** One line per change, such as `operations > GET /things > deprecated: appeared`. */
export const compareExtracts = (before: Compared, after: Compared): string[] =>
	(['operations', 'schemas', 'webhooks'] as const).flatMap((part) =>
		changesIn(before[part] ?? {}, after[part] ?? {}, part),
	);

function changesIn(before: unknown, after: unknown, path: string): string[] {
	if (JSON.stringify(before) === JSON.stringify(after)) return [];
	if (before === undefined) return [`${path}: appeared`];
	if (after === undefined) return [`${path}: disappeared`];
	const [old, current] = [toRecord(before), toRecord(after)];
	if (!old || !current) return [`${path}: changed`];
	return [...new Set([...Object.keys(old), ...Object.keys(current)])]
		.sort()
		.flatMap((key) => changesIn(old[key], current[key], `${path} > ${key}`));
}

/** An object, or the parameters of an operation by name. Undefined for other values. */
function toRecord(value: unknown): Record<string, unknown> | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	if (!Array.isArray(value)) return value as Record<string, unknown>;
	const named = value.map((entry) => [(entry as { name?: string } | null)?.name, entry] as const);
	return named.every(([name]) => name !== undefined)
		? (Object.fromEntries(named) as Record<string, unknown>)
		: undefined;
}
