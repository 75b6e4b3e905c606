/** Reads the successful responses of operations, and the rows of a list in them. */
import type { DocumentOperation, Schema } from './document';
import { singularOf, wordsOf } from './names';
import { resolveSchema } from './schema';

export interface Success {
	readonly status: string;
	/** Undefined if the response has no body. */
	readonly mediaType?: string;
	readonly schema?: Schema;
	readonly hasLink: boolean;
}

export const isJson = (mediaType = ''): boolean =>
	/^(?:application|text)\/(?:[\w.+-]*\+)?json\b|^\*\/\*$/.test(mediaType);

/** The response to a successful request. */
export function successOf({ responses = {} }: DocumentOperation): Success {
	const statuses = Object.keys(responses).sort();
	const status = statuses.find((one) => /^2/.test(one)) ?? 'default';
	const { content = {}, headers = {} } = responses[status] ?? {};
	const types = Object.keys(content);
	const mediaType = types.find(isJson) ?? types[0];
	return {
		status: /^\d{3}$/.test(status) ? status : '200',
		hasLink: Object.keys(headers).some((name) => name.toLowerCase() === 'link'),
		mediaType,
		schema: content[mediaType ?? '']?.schema,
	};
}

export interface Rows {
	/** Path of the array in the response; '' if the response is the array. */
	readonly path: string;
	readonly items: Schema | undefined;
}

const rowNames =
	/^(?:data|items|results?|records|rows|values?|entries|list|objects|content|hits)$/i;

/** The array of rows in a response: the response itself, or its only suitable property. */
export function rowsOf(schema: Schema | undefined, noun: readonly string[]): Rows | undefined {
	const { type, items, properties = {} } = resolveSchema(schema);
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
