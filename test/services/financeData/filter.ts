// Evaluates filter expressions (nodes/FinanceData/README.md, Filter language). AND and OR have the
// same precedence and are left-associative.

import { DateTime } from 'luxon';
import { badRequest } from './errors';

type Row = Readonly<Record<string, unknown>>;
export type Predicate = (row: Row) => boolean;

interface Field {
	kind: 'string' | 'number' | 'timestamp';
	/** Whether the operator ~ is allowed. It is not allowed for IDs, dates and enums. */
	isText: boolean;
}

const OPERATORS = ['<=', '>=', '=', '~', '<', '>'];

/** The type of a field, derived from its name and from the values in the rows. */
function fieldOf(name: string, rows: readonly Row[]): Field {
	if (/(_at|_date)$/.test(name)) return { kind: 'timestamp', isText: false };
	const value = rows.map((row) => row[name]).find((item) => item !== undefined && item !== null);
	if (typeof value === 'number') return { kind: 'number', isText: false };
	return { kind: 'string', isText: !/^id$|_id$|status$|^type$|currency_code$/.test(name) };
}

/**
 * Compiles an expression. Without an expression, every row matches.
 * @throws HttpError 400 that describes the syntax error
 */
export function filterFor(expression: string | undefined, rows: readonly Row[]): Predicate {
	if (expression === undefined) return () => true;
	let rest = expression.trim();
	const take = (pattern: RegExp): string | undefined => {
		const [found] = pattern.exec(rest) ?? [];
		if (found !== undefined) rest = rest.slice(found.length).trimStart();
		return found;
	};
	const fail = (expected: string): never => {
		throw badRequest(`Invalid filter: expected ${expected} at "${rest.slice(0, 20)}".`);
	};

	const condition = (): Predicate => {
		const name = take(/^[A-Za-z_][\w.]*/) ?? fail('a field');
		const operator = OPERATORS.find((symbol) => rest.startsWith(symbol)) ?? fail('an operator');
		rest = rest.slice(operator.length).trimStart();
		const quoted = take(/^"[^"]*"/);
		const bare = quoted === undefined ? take(/^-?\d+(\.\d+)?/) : undefined;
		if (quoted === undefined && bare === undefined) return fail('a value');
		return comparison(name, operator, fieldOf(name, rows), quoted?.slice(1, -1), bare);
	};
	const operand = (): Predicate => {
		if (take(/^\(/) === undefined) return condition();
		const inner = sequence();
		if (take(/^\)/) === undefined) fail(')');
		return inner;
	};
	const sequence = (): Predicate => {
		let result = operand();
		for (let word = take(/^(AND|OR)\b/); word !== undefined; word = take(/^(AND|OR)\b/)) {
			const left = result;
			const right = operand();
			result = word === 'AND' ? (row) => left(row) && right(row) : (row) => left(row) || right(row);
		}
		return result;
	};

	const result = sequence();
	return rest === '' ? result : fail('AND, OR or the end');
}

function comparison(
	name: string,
	operator: string,
	{ kind, isText }: Field,
	text: string | undefined,
	bare: string | undefined,
): Predicate {
	const reject = (reason: string): never => {
		throw badRequest(`Invalid filter: ${name} ${operator} … ${reason}.`);
	};
	if (kind === 'number') {
		if (bare === undefined || operator === '~')
			return reject('requires an unquoted number with =, <, <=, > or >=');
		return (row) => compare(operator, Number(row[name]) - Number(bare));
	}
	if (text === undefined) return reject('requires a value in double quotes');
	if (kind === 'timestamp') {
		const at = DateTime.fromISO(text, { zone: 'utc' }).toMillis();
		if (operator === '~' || Number.isNaN(at))
			return reject('requires a date with =, <, <=, > or >=');
		return (row) => typeof row[name] === 'string' && compare(operator, Date.parse(row[name]) - at);
	}
	if (operator === '=') return (row) => row[name] === text;
	if (operator !== '~' || !isText) return reject(isText ? 'requires = or ~' : 'requires =');
	const prefix = text.toLowerCase();
	return (row) =>
		String(row[name] ?? '')
			.toLowerCase()
			.split(/\s+/)
			.some((word) => word.startsWith(prefix));
}

function compare(operator: string, difference: number): boolean {
	if (Number.isNaN(difference)) return false;
	if (operator === '=') return difference === 0;
	if (operator === '<') return difference < 0;
	if (operator === '<=') return difference <= 0;
	return operator === '>' ? difference > 0 : difference >= 0;
}
