// Evaluates filter expressions (nodes/FinanceData/README.md, Filter language).

import type { Filter } from '../../../nodes/FinanceData/filter/language';
import { parseFilter } from '../../../nodes/FinanceData/filter/parse';
import { badRequest } from './errors';

type Row = Readonly<Record<string, unknown>>;

/** Compiles an expression. Without an expression, every row matches. @throws HttpError 400 */
export function filterFor(expression: string | undefined): (row: Row) => boolean {
	if (expression === undefined) return () => true;
	const parsed = parseFilter(expression);
	if ('error' in parsed) throw badRequest(`Invalid filter: ${parsed.error.message}.`);
	return (row) => matches(parsed.filter, row);
}

function matches(filter: Filter, row: Row): boolean {
	if ('all' in filter) return filter.all.every((part) => matches(part, row));
	if ('any' in filter) return filter.any.some((part) => matches(part, row));
	const { field, operator, value } = filter;
	const actual = String(row[field] ?? '');
	if ('text' in value && operator === '=') return actual === value.text;
	if ('text' in value && operator === '~')
		return actual
			.toLowerCase()
			.split(/\s+/)
			.some((word) => word.startsWith(value.text.toLowerCase()));
	const difference =
		'number' in value
			? Number(actual) - Number(value.number)
			: Date.parse(actual) - Date.parse(value.text);
	if (difference === 0) return operator.includes('=');
	return operator.startsWith(difference < 0 ? '<' : '>');
}
