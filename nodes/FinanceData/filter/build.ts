/** What a person put together in the form, as a filter. */
import {
	called,
	conditionMistake,
	fieldPattern,
	isWord,
	numberPattern,
	type Condition,
	type Filter,
	type KindOf,
	type Operator,
} from './language';

export interface BuiltCondition {
	readonly kind?: string;
	readonly field: string;
	readonly textOperator?: string;
	readonly orderOperator?: string;
	readonly value: string;
}

export interface BuiltGroup {
	readonly match?: string;
	readonly conditions?: readonly BuiltCondition[];
}

export type Built = { readonly filter: Filter | undefined } | { readonly mistake: string };

/**
 * Builds a filter from groups of conditions; empty groups do not count.
 * @param join how the groups are joined: `and` or `or`
 */
export function built(
	groups: readonly BuiltGroup[],
	join: string,
	kindOf: KindOf = () => undefined,
): Built {
	const parts: Filter[] = [];
	for (const [index, { match, conditions = [] }] of groups.entries()) {
		const inner: Condition[] = [];
		for (const [place, given] of conditions.entries()) {
			const made = conditionOf(given, kindOf);
			if ('message' in made)
				return { mistake: `group ${index + 1}, condition ${place + 1}: ${made.message}` };
			inner.push(made);
		}
		if (inner.length > 0) parts.push(joined(inner, match));
	}
	return { filter: parts.length === 0 ? undefined : joined(parts, join) };
}

const joined = (parts: readonly Filter[], how: string | undefined): Filter =>
	parts.length === 1 ? parts[0]! : how === 'or' ? { any: parts } : { all: parts };

function conditionOf(
	{ kind = 'text', field, textOperator = '=', orderOperator = '=', value }: BuiltCondition,
	kindOf: KindOf,
): Condition | { message: string } {
	if (!fieldPattern.test(field) || isWord(field))
		return { message: `${field} cannot be the name of a field` };
	const operator = (
		kind === 'text' ? textOperator : kind === 'exact' ? '=' : orderOperator
	) as Operator;
	const known = kindOf(field);
	if (kind === 'number' && known !== undefined && known !== 'amount')
		return { message: `${field} is ${called[known]}: choose another kind` };
	if (kind === 'number' && !numberPattern.test(value))
		return { message: `${value} is no number such as 12 or 12.50` };
	const condition: Condition = {
		field,
		operator,
		value: kind === 'number' ? { number: value } : { text: value },
	};
	// A date is checked as one even where the field is not known.
	return (
		conditionMistake(condition, (name) => kindOf(name) ?? (kind === 'time' ? 'time' : undefined)) ??
		condition
	);
}
