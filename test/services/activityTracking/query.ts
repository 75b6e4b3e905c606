import { badRequest } from './errors';

export interface Query {
	[name: string]: string | undefined;
}

/** An integer query parameter. @throws HttpError 400 if it is out of range */
export function integerParam(
	query: Query,
	name: string,
	defaultValue: number,
	min: number,
	max: number,
): number {
	const value = query[name] === undefined ? defaultValue : Number(query[name]);
	if (!Number.isInteger(value) || value < min || value > max) throw badRequest('Request', name);
	return value;
}

/** The page that the query selects: 30 rows by default, at most 200. */
export const pageOf = <T>(rows: readonly T[], query: Query): T[] => {
	const size = integerParam(query, 'per_page', 30, 1, 200);
	const start = (integerParam(query, 'page', 1, 1, Infinity) - 1) * size;
	return rows.slice(start, start + size);
};
