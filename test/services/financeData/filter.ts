// Evaluates filter expressions (nodes/FinanceData/README.md, Filter language). AND and OR have the
// same precedence and are left-associative.

import { apiError } from './errors';

type Row = Readonly<Record<string, unknown>>;
export type Predicate = (row: Row) => boolean;

const CONDITION = /^([A-Za-z_][\w.]*)\s*(<=|>=|=|~|<|>)\s*(?:"([^"]*)"|(-?\d+(?:\.\d+)?))\s*/;

/** Compiles an expression. @throws HttpError 400 for a syntax error */
export function filterFor(expression: string): Predicate {
	let rest = expression.trim();
	const take = (pattern: RegExp): RegExpExecArray | undefined => {
		const found = pattern.exec(rest) ?? undefined;
		rest = rest.slice(found?.[0].length ?? 0);
		return found;
	};
	const fail = (expected: string): never => {
		throw apiError(400, `Invalid filter: expected ${expected} at "${rest.slice(0, 20)}".`);
	};
	const operand = (): Predicate => {
		if (take(/^\(\s*/)) {
			const inner = sequence();
			return take(/^\)\s*/) ? inner : fail(')');
		}
		const [, name, operator, text, number] = take(CONDITION) ?? fail('a condition');
		return comparison(name!, operator!, text ?? Number(number));
	};
	const sequence = (): Predicate => {
		let result = operand();
		for (let word = take(/^(AND|OR)\b\s*/); word; word = take(/^(AND|OR)\b\s*/)) {
			const [left, right] = [result, operand()];
			result =
				word[1] === 'AND' ? (row) => left(row) && right(row) : (row) => left(row) || right(row);
		}
		return result;
	};
	const result = sequence();
	return rest === '' ? result : fail('AND, OR or the end');
}

/** Numbers have no quotes. Dates are compared as times. */
function comparison(name: string, operator: string, operand: string | number): Predicate {
	const isDate = /(_at|_date)$/.test(name);
	const valueOf = (value: unknown) =>
		isDate ? Date.parse(String(value)) : typeof operand === 'number' ? Number(value) : value;
	const expected = valueOf(operand) as number;
	const isWrong =
		operator === '~' ? isDate || typeof operand === 'number' : isDate && Number.isNaN(expected);
	if (isWrong) throw apiError(400, `Invalid filter: ${name} ${operator} ${operand}.`);
	return (row) => {
		const value = valueOf(row[name]) as number;
		if (operator === '~')
			return String(value ?? '')
				.toLowerCase()
				.split(/\s+/)
				.some((word) => word.startsWith(String(operand).toLowerCase()));
		if (value === expected) return operator.includes('=');
		return operator.startsWith('<')
			? value < expected
			: operator.startsWith('>') && value > expected;
	};
}
