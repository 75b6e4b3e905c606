// Evaluates metadata filters. An invalid filter is rejected with 400.

import { apiError } from './errors';

type Attributes = Readonly<Record<string, unknown>>;

const invalidFilter = (message: string) => apiError(400, `Invalid metadata filter: ${message}`);
const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list matches if one of its elements matches. */
const equals = (value: unknown, operand: unknown): boolean =>
	Array.isArray(value) ? value.includes(operand) : value === operand;
const isIn = (value: unknown, operand: unknown): boolean =>
	(operand as unknown[]).some((item) => equals(value, item));

const OPERATORS: Readonly<Record<string, (value: never, operand: never) => boolean>> = {
	$eq: equals,
	$ne: (value, operand) => !equals(value, operand),
	$gt: (value, operand) => value > operand,
	$gte: (value, operand) => value >= operand,
	$lt: (value, operand) => value < operand,
	$lte: (value, operand) => value <= operand,
	$in: isIn,
	$nin: (value, operand) => !isIn(value, operand),
};

/** Whether a chunk's attributes match a filter. @throws HttpError 400 */
export function matchesFilter(attributes: Attributes, filter: unknown): boolean {
	if (!isObject(filter)) throw invalidFilter('it must be an object.');
	return Object.entries(filter).every(([key, condition]) => {
		if (key === '$and' || key === '$or') {
			const matches = (condition as unknown[]).map((inner) => matchesFilter(attributes, inner));
			return key === '$and' ? matches.every(Boolean) : matches.some(Boolean);
		}
		if (!isObject(condition)) return equals(attributes[key], condition);
		return Object.entries(condition).every(([operator, operand]) => {
			const matches = OPERATORS[operator];
			if (!matches) throw invalidFilter(`${operator} is not an operator.`);
			return matches(attributes[key] as never, operand as never);
		});
	});
}
