/** Builds a filter from the conditions in the form. */
import { withOffset } from '../../engine/input/dates';
import {
	fieldPattern,
	isKeyword,
	kindDescriptions,
	numberPattern,
	validateCondition,
	type Condition,
	type Filter,
	type KindOf,
	type Operator,
} from './language';

/** One condition in the form. */
export interface ConditionInput {
	readonly kind?: string;
	readonly field: string;
	readonly textOperator?: string;
	readonly orderOperator?: string;
	readonly value: string;
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
					error: `group ${groupIndex + 1}, condition ${index + 1}: ${condition.message}`,
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
	{ kind = 'text', field, textOperator = '=', orderOperator = '=', value }: ConditionInput,
	kindOf: KindOf,
	zone: string,
): Condition | { message: string } {
	if (!fieldPattern.test(field) || isKeyword(field))
		return { message: `${field} is not a valid field name` };
	const operator = (
		kind === 'text' ? textOperator : kind === 'exact' ? '=' : orderOperator
	) as Operator;
	const knownKind = kindOf(field);
	if (kind === 'number' && knownKind !== undefined && knownKind !== 'amount')
		return { message: `${field} is ${kindDescriptions[knownKind]}. Select a different Kind` };
	if (kind === 'number' && !numberPattern.test(value))
		return { message: `${value} is not a number. Enter a number such as 12 or 12.50` };
	const text = kind === 'time' || knownKind === 'time' ? withOffset(value, zone) : value;
	const condition: Condition = {
		field,
		operator,
		value: kind === 'number' ? { number: value } : { text },
	};
	// With the kind Date or Time, the value must be a date even if the type of the field is unknown.
	return (
		validateCondition(
			condition,
			(name) => kindOf(name) ?? (kind === 'time' ? 'time' : undefined),
		) ?? condition
	);
}
