/**
 * Metadata filters (specification part B): built from the conditions of the form, and validated
 * before they are sent. Pure functions.
 */
import type { IDataObject } from 'n8n-workflow';
import { rejectField } from '../engine';
import { formatValue, isObject } from '../engine/describe';
import { toScalar } from './toScalar';

/** Maximum nesting of $and and $or. */
const maxDepth = 10;

export const scalarOperators = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'] as const;
export const listOperators = ['$in', '$nin'] as const;
const logicalOperators = ['$and', '$or'];
const includes = (names: readonly string[], name: string): boolean => names.includes(name);

/** One row of Conditions in the form. */
export interface Condition {
	readonly field: string;
	readonly operator: string;
	readonly valueType?: string;
	readonly value?: unknown;
	readonly values?: readonly unknown[];
}

/** Builds a filter from the conditions of the form. Undefined if there are none. */
export function filterFromConditions(
	conditions: readonly Condition[],
	match: string | undefined,
): IDataObject | undefined {
	const filters = conditions.map(
		({ field, operator, valueType, value, values = [] }, index): IDataObject => {
			const label = `Conditions ${index + 1}`;
			if (!includes(listOperators, operator))
				return { [field]: { [operator]: toScalar(value, valueType, `${label}: Value`) } };
			// A list without values excludes nothing, so the search would be unfiltered.
			if (values.length === 0) rejectField({ label: `${label}: Values` }, 'is required');
			return {
				[field]: {
					[operator]: values.map((entry) => toScalar(entry, valueType, `${label}: Values`)),
				},
			};
		},
	);
	return filters.length > 1 ? { [match === 'any' ? '$or' : '$and']: filters } : filters[0];
}

/**
 * Finds the first problem in a filter, with its position. Undefined if the filter is valid. Keys
 * are $and, $or or field names. Field names cannot be nested. A plain value means equality. $in and
 * $nin require a list, and the other operators require a single value.
 */
export function findFilterProblem(filter: unknown, path = '', depth = 0): string | undefined {
	if (!isObject(filter))
		return invalid(
			path,
			`expected an object of field names and values, got ${formatValue(filter)}`,
		);
	const entries = Object.entries(filter);
	if (entries.length === 0)
		return path === ''
			? 'is empty, so the search would be unfiltered'
			: invalid(path, 'the filter is empty');
	for (const [key, value] of entries) {
		const keyPath = path === '' ? key : `${path}.${key}`;
		const problem = includes(logicalOperators, key)
			? findLogicalProblem(value, keyPath, depth + 1)
			: findFieldProblem(key, value, keyPath);
		if (problem) return problem;
	}
	return undefined;
}

function findLogicalProblem(filters: unknown, path: string, depth: number): string | undefined {
	if (depth > maxDepth) return `must not be nested deeper than ${maxDepth} levels`;
	if (!Array.isArray(filters) || filters.length === 0)
		return invalid(path, 'expected a non-empty list of filters');
	for (const [index, filter] of filters.entries()) {
		const problem = findFilterProblem(filter, `${path}[${index}]`, depth);
		if (problem) return problem;
	}
	return undefined;
}

function findFieldProblem(field: string, value: unknown, path: string): string | undefined {
	if (field === '') return invalid(path, 'the field name is empty');
	if (isOperator(field))
		return invalid(path, 'an operator belongs inside a field, such as {"year": {"$gte": 2020}}');
	const [, plainName] = /^(?:custom_)?metadata\.(.+)$/.exec(field) ?? [];
	if (plainName !== undefined) return invalid(path, `use the field name alone: ${plainName}`);
	if (value === undefined) return invalid(path, 'the field has no value');
	if (isScalar(value)) return undefined;
	if (Array.isArray(value))
		return invalid(path, `a list requires an operator, such as {"${field}": {"$in": [...]}}`);
	const operators = Object.entries(value as object);
	if (operators.length === 0) return invalid(path, 'the field has no operator');
	for (const [operator, operand] of operators) {
		const problem = findOperatorProblem(operator, operand, `${path}.${operator}`);
		if (problem) return problem;
	}
	return undefined;
}

function findOperatorProblem(operator: string, operand: unknown, path: string): string | undefined {
	if (includes(listOperators, operator))
		return Array.isArray(operand) && operand.every(isScalar)
			? undefined
			: invalid(path, 'expected a list of values');
	if (includes(scalarOperators, operator))
		return isScalar(operand)
			? undefined
			: invalid(path, `expected a single value, got ${formatValue(operand)}`);
	if (includes(logicalOperators, operator))
		return invalid(path, `${operator} combines filters and cannot be used inside a field`);
	if (isOperator(operator))
		return invalid(
			path,
			`unknown operator, expected one of ${[...scalarOperators, ...listOperators, ...logicalOperators].join(', ')}`,
		);
	return invalid(path, 'use the field name alone, not nested under metadata or custom_metadata');
}

const invalid = (path: string, problem: string): string =>
	path === '' ? `is invalid: ${problem}` : `is invalid at ${path}: ${problem}`;
const isOperator = (name: string): boolean => name.startsWith('$');
const isScalar = (value: unknown): boolean =>
	value === null ||
	typeof value === 'string' ||
	typeof value === 'boolean' ||
	(typeof value === 'number' && Number.isFinite(value));
