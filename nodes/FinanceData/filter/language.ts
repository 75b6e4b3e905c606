/**
 * The service's filter language: syntax tree, rules and output (../README.md, Filter
 * language). Pure.
 */

import { dateProblem, isIsoDate } from '../../engine';
import { formatValue, toTitleCase } from '../../engine/describe';

export const operators = ['=', '~', '<', '<=', '>', '>='] as const;
export type Operator = (typeof operators)[number];

/**
 * Text in double quotes, or a number without quotes. Numbers keep their digits exactly as entered.
 */
export type Value = { readonly text: string } | { readonly number: string };

export interface Condition {
	readonly field: string;
	readonly operator: Operator;
	readonly value: Value;
}

/**
 * Filters joined by AND (`all`) or OR (`any`). AND and OR have equal precedence, so a nested group
 * needs parentheses.
 */
export type Group = { readonly all: readonly Filter[] } | { readonly any: readonly Filter[] };
export type Filter = Condition | Group;

/**
 * Type of a field. `fixed` fields are IDs, enum values and booleans, which support only exact
 * matches. An `amount` is a number as of API version 2024-04-30 and text in earlier versions.
 */
export type FieldKind = 'text' | 'fixed' | 'amount' | 'time';

/** Returns the type of a field, or undefined if it is not known. */
export type KindOf = (field: string) => FieldKind | undefined;

export interface FilterError {
	readonly message: string;
	/** Offset in the expression, from 0. */
	readonly position: number;
}

/** How error messages describe the type of a field after "is". @param field name or label */
export function describeKind(field: string, kind: FieldKind): string {
	if (kind === 'fixed') return isId(field) ? 'an ID' : 'a fixed value';
	return { text: 'text', amount: 'an amount', time: 'a date' }[kind];
}

/** Whether a field, given by its name or label, contains IDs. */
const isId = (field: string): boolean => /(?:^|[_ ])id$/i.test(field);

/** Fields, given by their names or labels, with the ID of a record that Get Many returns. */
const reference =
	/^(?:ar[_ ])?(account|class|customer|department|location|order|subsidiary|vendor)[_ ]id$/i;

/** A name instead of an ID. IDs of the service are UUIDs; a name with a digit is not recognized. */
const isName = (text: string): boolean => /\s|^\D+$/.test(text);

/** The operators that work with a type of field. */
export const operatorsFor = (kind: FieldKind | undefined): readonly Operator[] =>
	operators.filter((operator) => {
		if (kind === undefined || operator === '=') return true;
		return operator === '~' ? kind === 'text' : kind === 'amount' || kind === 'time';
	});

/** `=, <, <= or >`. */
export const joinWithOr = (words: readonly string[]): string =>
	words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/**
 * Checks operator and value of a condition against the type of its field. Returns undefined if they
 * are valid.
 * @param nameOf name of an operator in the message
 */
export function validateCondition(
	{ field, operator, value }: Condition,
	kindOf: KindOf,
	nameOf: (operator: Operator) => string = (symbol) => symbol,
): { readonly message: string; readonly part: 'operator' | 'value' } | undefined {
	const kind = kindOf(field);
	const isNumber = 'number' in value;
	const isComparison = operator !== '=' && operator !== '~';
	const suitable = operatorsFor(kind);
	if (kind !== undefined && !suitable.includes(operator))
		return {
			part: 'operator',
			message: `${nameOf(operator)} only works with ${operator === '~' ? 'text' : 'numbers and dates'}, but ${field} is ${describeKind(field, kind)}. Use ${joinWithOr(suitable.map(nameOf))}`,
		};
	if (isNumber) {
		if (operator === '~') return { part: 'value', message: '~ requires text in double quotes' };
		if (kind !== undefined && kind !== 'amount')
			return {
				part: 'value',
				message: `${field} is ${describeKind(field, kind)}. Put the value in double quotes`,
			};
		return undefined;
	}
	if (value.text.includes('"'))
		return {
			part: 'value',
			message:
				'a value cannot contain a double quote, because the filter language cannot escape it',
		};
	if (kind === 'amount')
		return { part: 'value', message: `${field} is an amount. Enter the number without quotes` };
	const [, referenced] = (kind === 'fixed' && reference.exec(field)) || [];
	if (referenced && isName(value.text))
		return {
			part: 'value',
			message: `${field} requires an ID, got ${formatValue(value.text)}. To find the ID by a name, use Get Many of ${/customer/i.test(referenced) ? 'Accounting Customer' : toTitleCase(referenced)}`,
		};
	if ((kind === 'time' || isComparison) && !isIsoDate(value.text)) {
		return {
			part: 'value',
			message: `${field} ${dateProblem(value.text)}, got ${formatValue(value.text)}${kind === undefined ? '. Enter numbers without quotes' : ''}`,
		};
	}
	return undefined;
}

export const numberPattern = /^-?\d+(\.\d+)?$/;
export const fieldPattern = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/;

/** Whether a string is a reserved word, which cannot be a field name. */
export const isKeyword = (text: string): boolean => /^(and|or)$/i.test(text);

/** Formats a filter as an expression, with the parentheses that it needs. */
export function formatFilter(filter: Filter): string {
	if ('field' in filter) return formatCondition(filter);
	const [parts, connector] = 'all' in filter ? [filter.all, ' AND '] : [filter.any, ' OR '];
	return parts
		.map((part) => ('field' in part ? formatCondition(part) : `(${formatFilter(part)})`))
		.join(connector);
}

const formatCondition = ({ field, operator, value }: Condition): string =>
	`${field} ${operator} ${'number' in value ? value.number : `"${value.text}"`}`;
