/** Builds a filter from the conditions in the form. */
import { isIsoDate, withOffset } from '../../engine';
import { ambiguousAmount, formatValue, withDecimalPoint } from '../../engine/describe';
import { fieldLabel } from '../fieldLabel';
import {
	fieldPattern,
	isKeyword,
	numberPattern,
	validateCondition,
	type Condition,
	type FieldKind,
	type Filter,
	type KindOf,
	type Operator,
	type Value,
} from './language';

/**
 * The operators in the form, which sorts them by label. n8n would read a value that starts with `=`
 * as an expression.
 */
export const formOperators = {
	is: { symbol: '=', label: 'Is' },
	startsWith: { symbol: '~', label: 'Word Starts With' },
	lessThan: { symbol: '<', label: 'Is Less Than' },
	atMost: { symbol: '<=', label: 'Is at Most' },
	greaterThan: { symbol: '>', label: 'Is Greater Than' },
	atLeast: { symbol: '>=', label: 'Is at Least' },
} as const satisfies Record<string, { symbol: Operator; label: string }>;

const labelOf = (operator: Operator): string =>
	Object.values(formOperators).find(({ symbol }) => symbol === operator)!.label;

/** The name of a field in the form. Others are entered as in the API. */
const nameOf = (field: string, kindOf: KindOf): string =>
	kindOf(field) === undefined ? field : fieldLabel(field);

/** One condition in the form. */
export interface ConditionInput {
	readonly field: string;
	readonly operator?: string;
	readonly value: string | number;
}

export interface GroupInput {
	readonly match?: string;
	readonly conditions?: readonly ConditionInput[];
}

export type BuildResult = { readonly filter: Filter | undefined } | { readonly error: string };

/**
 * Builds a filter from groups of conditions. Empty groups are ignored.
 * @param join how the groups are joined: `and` or `or`
 * @param zone time zone of dates without an offset
 */
export function buildFilter(
	groups: readonly GroupInput[],
	join: string,
	kindOf: KindOf = () => undefined,
	zone = 'UTC',
): BuildResult {
	const groupFilters: Filter[] = [];
	for (const [groupIndex, { match, conditions: inputs = [] }] of groups.entries()) {
		const conditions: Condition[] = [];
		for (const [index, input] of inputs.entries()) {
			const condition = buildCondition(input, kindOf, zone);
			if ('message' in condition)
				return {
					error: `Condition Group ${groupIndex + 1}, Condition ${index + 1}, Field ${nameOf(input.field, kindOf)}: ${condition.message}`,
				};
			conditions.push(condition);
		}
		if (conditions.length > 0) groupFilters.push(joinFilters(conditions, match));
	}
	return { filter: groupFilters.length === 0 ? undefined : joinFilters(groupFilters, join) };
}

const joinFilters = (parts: readonly Filter[], join: string | undefined): Filter =>
	parts.length === 1 ? parts[0]! : join === 'or' ? { any: parts } : { all: parts };

function buildCondition(
	{ field, operator: name = 'is', value: entered }: ConditionInput,
	kindOf: KindOf,
	zone: string,
): Condition | { message: string } {
	if (!fieldPattern.test(field) || isKeyword(field))
		return { message: `${formatValue(field)} is not a valid field name` };
	const operator = formOperators[name as keyof typeof formOperators].symbol;
	const value = String(entered);
	const knownKind = kindOf(field);
	const kind = knownKind ?? guessKind(operator, value);
	if (knownKind === undefined && kind === 'time' && !isIsoDate(value.trim()))
		return {
			message: `${labelOf(operator)} requires a number or a date such as 2026-01-31, got ${formatValue(value)}`,
		};
	const problem = kind === 'amount' ? ambiguousAmount(entered) : undefined;
	if (problem !== undefined) return { message: `${formatValue(value)} ${problem}` };
	const condition: Condition = { field, operator, value: toValue(field, value, kind, zone) };
	const named = { ...condition, field: nameOf(field, kindOf) };
	const invalid = validateCondition(named, () => kind, labelOf);
	if (!invalid && kind === 'amount' && !isNumber(value))
		return {
			message: `${formatValue(value)} is not a number. Enter a number such as ${withDecimalPoint(value) ?? '1234 or 1234.50'}`,
		};
	return invalid ?? condition;
}

const isNumber = (value: string): boolean => numberPattern.test(value.trim());

/** The type of a field that is not known. Only numbers and dates can be compared. */
function guessKind(operator: Operator, value: string): FieldKind {
	if (operator === '=' || operator === '~') return 'text';
	return isNumber(value) ? 'amount' : 'time';
}

const toValue = (field: string, value: string, kind: FieldKind, zone: string): Value => {
	if (kind === 'amount') return { number: value.trim() };
	if (kind !== 'time') return { text: kind === 'fixed' ? value.trim() : value };
	return { text: dayIn(field, value.trim()) ?? withOffset(value, zone) };
};

const midnight = /^(\d{4}-\d\d-\d\d)T00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:?\d\d)?$/;

/**
 * The day, if a field without a time is compared with midnight, such as `$today`. With an offset, the
 * service would convert midnight to UTC, where it can be in another day.
 */
const dayIn = (field: string, value: string): string | undefined =>
	field.endsWith('_date') ? midnight.exec(value)?.[1] : undefined;
