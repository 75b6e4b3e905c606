/** The service's filter language: what an expression is made of (specification part B, Filter language). Pure. */

export const operators = ['=', '~', '<', '<=', '>', '>='] as const;
export type Operator = (typeof operators)[number];

/** A text in double quotes, or a bare number with the digits it was written with. */
export type Value = { readonly text: string } | { readonly number: string };

export interface Condition {
	readonly field: string;
	readonly operator: Operator;
	readonly value: Value;
}

/** Conditions joined by one connector. AND and OR rank equal, so a group of the other kind inside stands in parentheses. */
export type Group = { readonly all: readonly Filter[] } | { readonly any: readonly Filter[] };
export type Filter = Condition | Group;

/**
 * What a field holds. `fixed` are ids, values of a list, and booleans: they are compared as a whole.
 * `amount` is a number in newer versions of the service and a text in older ones.
 */
export type FieldKind = 'text' | 'fixed' | 'amount' | 'time';
export type KindOf = (field: string) => FieldKind | undefined;

/** A mistake, and where it begins. */
export interface Mistake {
	readonly message: string;
	/** Offset in the expression, from 0. */
	readonly at: number;
}

export const called = {
	text: 'a text',
	fixed: 'an ID or a value of a list',
	amount: 'an amount',
	time: 'a date',
} as const;

/** What is wrong with a condition: an operator that the kind of its field doesn't have, or a value of another kind. */
export function conditionMistake(
	{ field, operator, value }: Condition,
	kindOf: KindOf,
): { readonly message: string; readonly part: 'operator' | 'value' } | undefined {
	const kind = kindOf(field);
	const isNumber = 'number' in value;
	const orders = operator !== '=' && operator !== '~';
	if (operator === '~' && kind !== undefined && kind !== 'text')
		return {
			part: 'operator',
			message: `~ is for texts, and ${field} is ${called[kind]}: use =${kind === 'fixed' ? '' : ', <, <=, > or >='}`,
		};
	if (orders && (kind === 'text' || kind === 'fixed'))
		return {
			part: 'operator',
			message: `${operator} is for numbers and dates, and ${field} is ${called[kind]}: use =${kind === 'text' ? ' or ~' : ''}`,
		};
	if (isNumber) {
		if (operator === '~') return { part: 'value', message: '~ takes a text in double quotes' };
		if (kind !== undefined && kind !== 'amount')
			return {
				part: 'value',
				message: `${field} is ${called[kind]}: put the value in double quotes`,
			};
		return undefined;
	}
	if (value.text.includes('"'))
		return {
			part: 'value',
			message: 'a value cannot hold a double quote, as the language has no way to write one',
		};
	if (kind === 'amount' && orders)
		return { part: 'value', message: `${field} is an amount: write the number without quotes` };
	if ((kind === 'time' || orders) && !isTime(value.text)) {
		return {
			part: 'value',
			message: `a date is written as 2026-01-31 or 2026-01-31T08:00:00Z${kind === undefined ? ', and a number without quotes' : ''}`,
		};
	}
	return undefined;
}

const written = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** ISO 8601, or a plain day that exists. */
export function isTime(text: string): boolean {
	if (!written.test(text) || Number.isNaN(Date.parse(text))) return false;
	const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
	return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10));
}

export const numberPattern = /^-?\d+(\.\d+)?$/;
export const fieldPattern = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/;

/** Words of the language that no field can be named. */
export const isWord = (text: string): boolean => /^(and|or)$/i.test(text);
