/** Input to one HTTP request. Pure: nothing is sent here. */
import type { IDataObject } from 'n8n-workflow';
import type { Fields } from './field';
import type { Method, RequestLine } from './vocabulary';
import { formatValue } from './shown';
import { PackError } from './refusal';

/** One request, relative to the service's address unless `url` is whole. */
export interface RequestPlan {
	readonly method: Method;
	readonly url: string;
	readonly query: IDataObject;
	readonly headers: Record<string, string>;
	/** JSON value, or a body made anew for every attempt (a stream cannot be sent twice). */
	readonly body?: unknown;
	readonly open?: () => Promise<OpenedBody>;
}

export interface OpenedBody {
	readonly body: unknown;
	readonly headers: Record<string, string>;
}

/** Names of the placeholders in a request line, in order. */
export const placeholdersOf = (request: string): string[] =>
	[...request.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/**
 * Builds the request of an operation. A field goes into the path if the template names it, else into the query of a
 * GET, HEAD or DELETE, else into the body; `in` says otherwise, for a field of the path that it goes there as well.
 * @throws Refusal for a path value that would leave its segment
 */
export function buildRequest(line: RequestLine, fields: Fields, input: IDataObject): RequestPlan {
	const [method, template] = line.split(' ', 2) as [Method, string];
	const inPath = new Set(placeholdersOf(template));
	const query: IDataObject = {};
	const headers: Record<string, string> = {};
	let body: unknown;
	for (const [name, field] of Object.entries(fields)) {
		const value = input[name];
		if (
			value === undefined ||
			(inPath.has(name) && field.in === undefined) ||
			field.kind === 'file'
		)
			continue;
		const wire = field.wire ?? name;
		const place =
			field.in ?? (method === 'GET' || method === 'HEAD' || method === 'DELETE' ? 'query' : 'body');
		if (field.queryFlag !== undefined) {
			if (value === true)
				query[wire] =
					query[wire] === undefined ? field.queryFlag : `${String(query[wire])},${field.queryFlag}`;
		} else if (place === 'query') query[wire] = value;
		else if (place === 'header') headers[wire] = headerValue(field.label, value);
		else if (place === 'body' && wire === '') body = value;
		else if (place === 'body') putAt((body ??= {}) as IDataObject, wire.split('.'), value);
	}
	const url = fillPath(
		template,
		(name) => input[name],
		(name) => fields[name]?.label ?? name,
		(name) => fields[name]?.allowSlashes ?? false,
	);
	return { method, url, query, headers, ...(body === undefined ? {} : { body }) };
}

/**
 * Fills the placeholders of a path. Values are encoded; `.`, `..`, slashes, backslashes and control characters are refused,
 * as servers and proxies resolve them even when encoded. Behind a question mark they do no harm.
 * @param slashed whether a placeholder's value may hold slashes; what stands between them has to pass by itself
 */
export function fillPath(
	template: string,
	valueOf: (name: string) => unknown,
	labelOf: (name: string) => string = (name) => name,
	slashed: (name: string) => boolean = () => false,
): string {
	const query = template.indexOf('?');
	return template.replace(/\{(\w+)\}/g, (_, name: string, at: number) => {
		const value = String(valueOf(name) ?? '');
		if (query >= 0 && at > query && isWellFormed(value)) return encodeURIComponent(value);
		if (!(slashed(name) ? value.split('/') : [value]).every(isSegment)) {
			const label = labelOf(name);
			throw new PackError(
				`${label} ${value === '' ? 'is missing' : `cannot be part of an address: ${formatValue(value)}`}`,
				{
					field: label,
					hint:
						value === ''
							? 'Fill the field in, or its default in the credential.'
							: 'Give the plain id or name, without slashes and without dots alone.',
				},
			);
		}
		return encodeURIComponent(value);
	});
}

const isSegment = (value: string): boolean =>
	value !== '' &&
	value !== '.' &&
	value !== '..' &&
	!/[/\\\u0000-\u001f\u007f]/.test(value) &&
	isWellFormed(value);

const isWellFormed = (value: string): boolean =>
	!/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(value);

function headerValue(label: string, value: unknown): string {
	const text = String(value);
	if (!/^[\t\x20-\x7e]*$/.test(text))
		throw new PackError(`${label} may hold printable ASCII characters only`, { field: label });
	return text;
}

function putAt(target: IDataObject, path: readonly string[], value: unknown): void {
	let at = target;
	for (const key of path.slice(0, -1)) at = (at[key] ??= {}) as IDataObject;
	at[path[path.length - 1]!] = value as IDataObject[string];
}
