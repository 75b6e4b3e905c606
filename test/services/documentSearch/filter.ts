// Evaluates metadata filters. An invalid filter is rejected with 400.

import { apiError } from './errors';

type Attributes = Readonly<Record<string, unknown>>;

const invalidFilter = (message: string) => apiError(400, `Invalid metadata filter: ${message}`);
const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const COMPARISONS: Readonly<Record<string, (value: never, operand: never) => boolean>> = {
	$gt: (value, operand) => value > operand,
	$gte: (value, operand) => value >= operand,
	$lt: (value, operand) => value < operand,
	$lte: (value, operand) => value <= operand,
};

/** A list matches if one of its elements matches. */
const equals = (value: unknown, operand: unknown): boolean =>
	Array.isArray(value) ? value.includes(operand) : value === operand;

/** Whether a chunk's attributes match a filter. @throws HttpError 400 */
export function matchesFilter(attributes: Attributes, filter: unknown, depth = 0): boolean {
	if (!isObject(filter)) throw invalidFilter('it must be an object.');
	if (depth > 10) throw invalidFilter('it is nested deeper than 10 levels.');
	// Evaluate all entries, because an invalid entry is an error even if an earlier one did not match.
	return Object.entries(filter)
		.map(([key, condition]) => matchesEntry(attributes, key, condition, depth))
		.every(Boolean);
}

function matchesEntry(
	attributes: Attributes,
	key: string,
	condition: unknown,
	depth: number,
): boolean {
	if (key === '$and' || key === '$or') {
		if (!Array.isArray(condition) || condition.length === 0)
			throw invalidFilter(`${key} requires a list.`);
		const matches = condition.map((filter) => matchesFilter(attributes, filter, depth + 1));
		return key === '$and' ? matches.every(Boolean) : matches.some(Boolean);
	}
	if (key.startsWith('$')) throw invalidFilter(`expected a field name, got ${key}.`);
	if (/^(custom_)?metadata\./.test(key)) throw invalidFilter(`${key} is nested.`);
	const value = attributes[key];
	if (!isObject(condition)) {
		if (Array.isArray(condition)) throw invalidFilter(`${key} contains a list.`);
		return equals(value, condition);
	}
	const operators = Object.entries(condition);
	if (operators.length === 0) throw invalidFilter(`${key} has no operator.`);
	return operators
		.map(([operator, operand]) => matchesOperator(value, operator, operand))
		.every(Boolean);
}

function matchesOperator(value: unknown, operator: string, operand: unknown): boolean {
	if (operator === '$in' || operator === '$nin') {
		if (
			!Array.isArray(operand) ||
			operand.some((item) => typeof item === 'object' && item !== null)
		)
			throw invalidFilter(`${operator} requires a list of values.`);
		return operand.some((item) => equals(value, item)) === (operator === '$in');
	}
	if (typeof operand === 'object' && operand !== null)
		throw invalidFilter(`${operator} requires a single value.`);
	if (operator === '$eq') return equals(value, operand);
	if (operator === '$ne') return !equals(value, operand);
	const compare = COMPARISONS[operator];
	if (!compare) throw invalidFilter(`${operator} is not an operator.`);
	return typeof value === typeof operand && compare(value as never, operand as never);
}
