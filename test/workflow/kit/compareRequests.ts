/** Compares two requests that must differ only in one value. */
import type { RawRequest } from './rawServer';

export interface ParsedRequest {
	readonly method: string;
	readonly segments: readonly string[];
	readonly query: readonly (readonly [string, string])[];
	/** Header names in lower case, sorted. */
	readonly headers: readonly string[];
	readonly host: string;
	/** Parsed JSON, the pairs of a form, or text. */
	readonly body: unknown;
}

export function parseRequest({ method, target, rawHeaders, body }: RawRequest): ParsedRequest {
	const [path, query = ''] = splitAtFirst(target, '?');
	const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
	return {
		method,
		segments: path.split('/').slice(1),
		query: [...new URLSearchParams(query)],
		headers: names
			.filter((name) => !/^(content-(length|type)|transfer-encoding|connection)$/.test(name))
			.sort(),
		host: rawHeaders[rawHeaders.findIndex((name) => name.toLowerCase() === 'host') + 1]!,
		body: rawHeaders.includes('application/x-www-form-urlencoded')
			? [...new URLSearchParams(body.toString('utf8'))]
			: jsonOrText(body.toString('utf8')),
	};
}

const splitAtFirst = (text: string, separator: string): [string, string | undefined] => {
	const index = text.indexOf(separator);
	return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)];
};

function jsonOrText(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/**
 * Returns differences that a field value must not cause: another method or host, additional
 * headers, more or fewer path segments, or a changed path segment that does not contain the value.
 */
export function unexpectedDifferences(
	before: ParsedRequest,
	after: ParsedRequest,
	value: unknown,
): string[] {
	const differences: string[] = [];
	if (after.method !== before.method)
		differences.push(`method ${after.method} instead of ${before.method}`);
	if (after.host !== before.host) differences.push(`host ${after.host}`);
	const addedHeaders = after.headers.filter(
		(name, index) => !before.headers.includes(name) || after.headers.indexOf(name) !== index,
	);
	if (addedHeaders.length > 0) differences.push(`headers ${addedHeaders.join(', ')}`);
	if (after.segments.length !== before.segments.length)
		return [
			...differences,
			`path /${after.segments.join('/').slice(0, 200)} instead of /${before.segments.join('/')}`,
		];
	for (const [index, segment] of after.segments.entries()) {
		if (segment === before.segments[index]) continue;
		const text = decode(segment);
		// The value may be only a part of the segment, as in {name}:run.
		if (text === undefined || text === '.' || text === '..' || !text.includes(valueAsText(value)))
			differences.push(`segment ${segment.slice(0, 200)} instead of ${before.segments[index]}`);
	}
	return differences;
}

function decode(segment: string): string | undefined {
	try {
		return decodeURIComponent(segment);
	} catch {
		return undefined;
	}
}

/** A value as it appears in a decoded path or query. */
export const valueAsText = (value: unknown): string =>
	(value instanceof Date ? value.toISOString() : String(value)).trim();

/**
 * All strings of a request that may contain a value: path segments, query, and keys and strings of
 * the body.
 */
export function textsIn({ segments, query, body }: ParsedRequest): string[] {
	const texts = [
		...segments.map((segment) => decode(segment) ?? segment),
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
