/** What a changed value changed on the wire: the same request but for it, or another one. */
import type { Seen } from './hostile';

export interface Sent {
	readonly method: string;
	readonly segments: readonly string[];
	readonly query: readonly (readonly [string, string])[];
	/** Names in lower case, sorted. */
	readonly headers: readonly string[];
	readonly host: string;
	/** JSON, else text. */
	readonly body: unknown;
}

export function sentOf({ method, target, rawHeaders, body }: Seen): Sent {
	const [path, query = ''] = splitOnce(target, '?');
	const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
	return {
		method,
		segments: path.split('/').slice(1),
		query: [...new URLSearchParams(query)],
		headers: names
			.filter((name) => !/^(content-(length|type)|transfer-encoding|connection)$/.test(name))
			.sort(),
		host: rawHeaders[rawHeaders.findIndex((name) => name.toLowerCase() === 'host') + 1]!,
		body: jsonOf(body.toString('utf8')),
	};
}

const splitOnce = (text: string, at: string): [string, string | undefined] => {
	const index = text.indexOf(at);
	return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)];
};

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** How the frame of a request differs: all that a value must never change. The path keeps its number of segments. */
export function frameDifferences(before: Sent, after: Sent, value: unknown): string[] {
	const wrong: string[] = [];
	if (after.method !== before.method)
		wrong.push(`method ${after.method} instead of ${before.method}`);
	if (after.host !== before.host) wrong.push(`host ${after.host}`);
	const added = after.headers.filter(
		(name, at) => !before.headers.includes(name) || after.headers.indexOf(name) !== at,
	);
	if (added.length > 0) wrong.push(`headers ${added.join(', ')}`);
	if (after.segments.length !== before.segments.length)
		return [
			...wrong,
			`path /${after.segments.join('/').slice(0, 200)} instead of /${before.segments.join('/')}`,
		];
	for (const [at, segment] of after.segments.entries()) {
		if (segment === before.segments[at]) continue;
		const plain = decoded(segment);
		// A segment may hold the value between fixed parts of its own, such as {name}:run.
		if (plain === undefined || plain === '.' || plain === '..' || !plain.includes(textOf(value)))
			wrong.push(`segment ${segment.slice(0, 200)} instead of ${before.segments[at]}`);
	}
	return wrong;
}

function decoded(segment: string): string | undefined {
	try {
		return decodeURIComponent(segment);
	} catch {
		return undefined;
	}
}

/** How a value reads as text. */
export const textOf = (value: unknown): string =>
	(value instanceof Date ? value.toISOString() : String(value)).trim();

/** Texts of a request where values stand: in the order of the wire. */
export function textsOf({ segments, query, body }: Sent): string[] {
	const texts = [
		...segments.map((segment) => decoded(segment) ?? segment),
		...query.map(([name, value]) => `${name}=${value}`),
	];
	const collect = (value: unknown): void => {
		if (typeof value === 'string') texts.push(value);
		else if (typeof value === 'object' && value !== null) {
			for (const [key, inner] of Object.entries(value)) {
				texts.push(key);
				collect(inner);
			}
		}
	};
	collect(body);
	return texts;
}
