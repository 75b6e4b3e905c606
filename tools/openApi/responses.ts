/** Reads the responses of operations: the successful one, the rows of a list, and the errors. */
import type { DocumentOperation, Schema } from './document';
import { singularOf, wordsOf } from './names';
import { pathsIn, resolveSchema, schemaAt } from './schema';

interface Success {
	readonly status: string;
	/** Undefined if the response has no body. */
	readonly mediaType?: string;
	readonly schema?: Schema;
	/** Names in lower case. */
	readonly headers: readonly string[];
}

export const isJson = (mediaType = ''): boolean =>
	/^(?:application|text)\/(?:[\w.+-]*\+)?json\b|^\*\/\*$/.test(mediaType);

/** The response to a successful request. */
export function successOf({ responses = {} }: DocumentOperation): Success {
	const statuses = Object.keys(responses).sort();
	const status =
		statuses.find((one) => /^2/.test(one)) ?? statuses.find((one) => /^(?:3|default)/.test(one));
	const { content = {}, headers = {} } = responses[status ?? ''] ?? {};
	const types = Object.keys(content);
	const mediaType = types.find(isJson) ?? types[0];
	return {
		status: /^\d{3}$/.test(status ?? '') ? status! : '200',
		headers: Object.keys(headers).map((name) => name.toLowerCase()),
		mediaType,
		schema: content[mediaType ?? '']?.schema,
	};
}

interface Rows {
	/** Path of the array in the response; '' if the response is the array. */
	readonly path: string;
	readonly items: Schema | undefined;
}

const rowNames =
	/^(?:data|items|results?|records|rows|values?|entries|list|objects|content|hits)$/i;

/** The array of rows in a response: the response itself, or its only suitable property. */
export function rowsOf(
	schema: Schema | undefined,
	noun: readonly string[],
	decided?: string,
): Rows | undefined {
	const { type, items, properties = {} } = resolveSchema(schema);
	if (decided !== undefined) return { path: decided, items: schemaAt(schema, decided).items };
	if (type === 'array') return { path: '', items };
	const arrays = arraysIn(schema, '');
	const nouns = noun.map(singularOf);
	return (
		arrays.find(({ path }) => nouns.includes(singularOf(wordsOf(path).at(-1)!))) ??
		arrays.find(({ path }) => rowNames.test(path.split('.').at(-1)!)) ??
		(arrays.length === 1 && Object.keys(properties).length <= 8 ? arrays[0] : undefined)
	);
}

/** Lists of records in an object, and in the objects directly in it. */
function arraysIn(object: Schema | undefined, prefix: string): Rows[] {
	return Object.entries(resolveSchema(object).properties ?? {}).flatMap(([name, property]) => {
		const { type, items } = resolveSchema(property);
		if (name.includes('.')) return [];
		if (type !== 'array')
			return prefix === '' && type === 'object' ? arraysIn(property, `${name}.`) : [];
		const isRecord = ['object', undefined].includes(resolveSchema(items).type);
		return isRecord ? [{ path: `${prefix}${name}`, items }] : [];
	});
}

/** Where error responses contain their message and code. */
export interface ErrorPaths {
	readonly message: string;
	readonly code?: string;
}

const messageNames = 'message detail error_description description msg title error reason';
const codeNames = 'code error_code errorCode type error status name';

/** Finds the message and the code in the first described error response with a message. */
export function errorPathsOf(operations: readonly DocumentOperation[]): ErrorPaths {
	for (const { responses = {} } of operations)
		for (const [status, { content = {} }] of Object.entries(responses)) {
			if (!/^(?:4|5|default)/.test(status)) continue;
			const paths = pathsIn(content[Object.keys(content).find(isJson) ?? '']?.schema);
			const find = (names: string): string | undefined =>
				names
					.split(' ')
					.flatMap((name) => paths.filter((path) => path.split('.').at(-1) === name))[0];
			const message = find(messageNames);
			if (message === undefined) continue;
			const code = find(codeNames);
			return { message, code: code === message ? undefined : code };
		}
	return { message: 'message', code: 'code' };
}
