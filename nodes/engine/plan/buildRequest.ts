import type { IDataObject } from 'n8n-workflow';
import type { Fields, RequestLine, RequestParts, RequestPlan } from '../describe';
import { PackError, parseLine, toText } from '../describe';
import { fillPath, type PathFields } from './path';

/** @throws PackError for a value that would change the path */
export function planRequest(
	line: RequestLine,
	{ values = {}, allowSlashes = [], query = {}, headers = {}, body, open }: RequestParts = {},
	fields: PathFields = {},
): RequestPlan {
	const { method, path } = parseLine(line);
	const withSlashes: PathFields = Object.fromEntries(
		allowSlashes.map((name) => [name, { ...fields[name], allowSlashes: true }]),
	);
	return {
		method,
		url: fillPath(path, values, { ...fields, ...withSlashes }),
		query,
		headers,
		...(body === undefined ? {} : { body }),
		...(open ? { open } : {}),
	};
}

/**
 * Builds the request of an operation. By default, a field is sent in the path if the request line
 * contains it, else in the query of GET, HEAD and DELETE requests, and in the body of others. A
 * path field with `in` is sent in both places.
 * @throws PackError for a path value that would change the path
 */
export function buildRequest(
	line: RequestLine,
	fields: Fields,
	input: IDataObject,
	fixedBody?: IDataObject,
): RequestPlan {
	const { method, path } = parseLine(line);
	const query: IDataObject = {};
	const headers: Record<string, string> = {};
	let body: unknown = fixedBody && { ...fixedBody };
	for (const [name, field] of Object.entries(fields)) {
		const value = input[name];
		if (
			value === undefined ||
			field.kind === 'file' ||
			(field.in === undefined && path.includes(`{${name}}`))
		)
			continue;
		const apiName = field.apiName ?? name;
		const place =
			field.in ?? (method === 'GET' || method === 'HEAD' || method === 'DELETE' ? 'query' : 'body');
		if (field.queryFlag !== undefined) {
			if (value === true)
				query[apiName] = [query[apiName] ?? [], field.queryFlag].flat().map(toText).join(',');
		} else if (place === 'query') query[apiName] = value;
		else if (place === 'header') headers[apiName] = headerValue(field.label, value);
		else if (place === 'body' && apiName === '') body = value;
		else if (place === 'body') setPath((body ??= {}) as IDataObject, apiName.split('.'), value);
	}
	return planRequest(line, { values: input, query, headers, body }, fields);
}

/** The text of a header. @throws PackError for characters that headers cannot contain */
export function headerValue(label: string, value: unknown): string {
	const text = String(value);
	if (!/^[\t\x20-\x7e]*$/.test(text))
		throw new PackError(`${label} can contain only printable ASCII characters`, { field: label });
	return text;
}

export function setPath(target: IDataObject, path: readonly string[], value: unknown): void {
	let at = target;
	for (const key of path.slice(0, -1)) at = (at[key] ??= {}) as IDataObject;
	at[path[path.length - 1]!] = value as IDataObject[string];
}
