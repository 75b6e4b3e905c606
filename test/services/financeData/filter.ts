// The filter language of part B, evaluated: AND and OR rank equal and are taken from left to right.

import { badRequest } from './errors';

type Row = Readonly<Record<string, unknown>>;
export type Test = (row: Row) => boolean;

interface Field {
	kind: 'string' | 'number' | 'timestamp';
	/** Ids, dates and values of a list take no ~. */
	words: boolean;
}

const OPERATORS = ['<=', '>=', '=', '~', '<', '>'];

/** What a field is, by its name and by the values that the rows have. */
function fieldOf(name: string, rows: readonly Row[]): Field {
	if (/(_at|_date)$/.test(name)) return { kind: 'timestamp', words: false };
	const value = rows.map((row) => row[name]).find((one) => one !== undefined && one !== null);
	if (typeof value === 'number') return { kind: 'number', words: false };
	return { kind: 'string', words: !/^id$|_id$|status$|^type$|currency_code$/.test(name) };
}

/**
 * A predicate for an expression; every row without one.
 * @throws Refusal 400 that says what is wrong
 */
export function filterFor(expression: string | undefined, rows: readonly Row[]): Test {
	if (expression === undefined) return () => true;
	let rest = expression.trim();
	const take = (pattern: RegExp): string | undefined => {
		const [found] = pattern.exec(rest) ?? [];
		if (found !== undefined) rest = rest.slice(found.length).trimStart();
		return found;
	};
	const fail = (wanted: string): never => {
		throw badRequest(`Invalid filter: expected ${wanted} at "${rest.slice(0, 20)}".`);
	};

	const condition = (): Test => {
		const name = take(/^[A-Za-z_][\w.]*/) ?? fail('a field');
		const operator = OPERATORS.find((one) => rest.startsWith(one)) ?? fail('an operator');
		rest = rest.slice(operator.length).trimStart();
		const quoted = take(/^"[^"]*"/);
		const bare = quoted === undefined ? take(/^-?\d+(\.\d+)?/) : undefined;
		if (quoted === undefined && bare === undefined) return fail('a value');
		return comparison(name, operator, fieldOf(name, rows), quoted?.slice(1, -1), bare);
	};
	const operand = (): Test => {
		if (take(/^\(/) === undefined) return condition();
		const inner = sequence();
		if (take(/^\)/) === undefined) fail(')');
		return inner;
	};
	const sequence = (): Test => {
		let test = operand();
		for (let word = take(/^(AND|OR)\b/); word !== undefined; word = take(/^(AND|OR)\b/)) {
			const left = test;
			const right = operand();
			test = word === 'AND' ? (row) => left(row) && right(row) : (row) => left(row) || right(row);
		}
		return test;
	};

	const test = sequence();
	return rest === '' ? test : fail('AND, OR or the end');
}

function comparison(
	name: string,
	operator: string,
	{ kind, words }: Field,
	text: string | undefined,
	bare: string | undefined,
): Test {
	const refuse = (why: string): never => {
		throw badRequest(`Invalid filter: ${name} ${operator} … ${why}.`);
	};
	if (kind === 'number') {
		if (bare === undefined || operator === '~')
			return refuse('takes a bare number with =, <, <=, > or >=');
		return (row) => ordered(operator, Number(row[name]) - Number(bare));
	}
	if (text === undefined) return refuse('takes a value in double quotes');
	if (kind === 'timestamp') {
		if (operator === '~' || Number.isNaN(Date.parse(text)))
			return refuse('takes a date with =, <, <=, > or >=');
		return (row) =>
			typeof row[name] === 'string' && ordered(operator, Date.parse(row[name]) - Date.parse(text));
	}
	if (operator === '=') return (row) => row[name] === text;
	if (operator !== '~' || !words) return refuse(words ? 'takes = or ~' : 'takes =');
	const start = text.toLowerCase();
	return (row) =>
		String(row[name] ?? '')
			.toLowerCase()
			.split(/\s+/)
			.some((word) => word.startsWith(start));
}

function ordered(operator: string, difference: number): boolean {
	if (Number.isNaN(difference)) return false;
	if (operator === '=') return difference === 0;
	if (operator === '<') return difference < 0;
	if (operator === '<=') return difference <= 0;
	return operator === '>' ? difference > 0 : difference >= 0;
}
