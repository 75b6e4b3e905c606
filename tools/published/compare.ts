/** Compares two extracts of the same description. */
import { isDeepStrictEqual } from 'node:util';
import type { Extract } from './extract';

type Compared = Pick<Extract, 'operations' | 'schemas' | 'webhooks'>;

/**
 * One line per operation, schema or webhook that changed, such as `operations > GET /things: appeared`.
 * The diff of the updated file shows what is different.
 */
export const compareExtracts = (before: Compared, after: Compared): string[] =>
	(['operations', 'schemas', 'webhooks'] as const).flatMap((part) => {
		const [old, current]: Array<Readonly<Record<string, unknown>>> = [
			before[part] ?? {},
			after[part] ?? {},
		];
		return [...new Set([...Object.keys(old!), ...Object.keys(current!)])]
			.sort()
			.filter((key) => !isDeepStrictEqual(plain(old![key]), plain(current![key])))
			.map((key) => {
				const change = key in old! ? (key in current! ? 'changed' : 'disappeared') : 'appeared';
				return `${part} > ${key}: ${change}`;
			});
	});

/** Without properties that are undefined, which are missing in the file. */
const plain = (value: unknown): unknown =>
	value === undefined ? undefined : JSON.parse(JSON.stringify(value));
