/** Metadata filters (specification part B): made of the form's rows, and checked before anything is sent. Pure. */
import type { IDataObject } from 'n8n-workflow';
import { PackError } from '../engine/describe';
import { formatValue } from '../engine/input/messages';

/** Levels of $and and $or within each other. */
const deepestFilter = 10;

export const scalarOperators = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'] as const;
export const listOperators = ['$in', '$nin'] as const;
const combiners = ['$and', '$or'];
const isOperator = (name: string): boolean => name.startsWith('$');
const isOneOf = (names: readonly string[], name: string): boolean => names.includes(name);

/** One row of the visual builder. */
export interface Condition {
	readonly field: string;
	readonly operator: string;
	readonly valueType?: string;
	readonly value?: string;
	readonly values?: readonly string[];
}

/** What a text of the form stands for. @throws Refusal naming the label */
export function typedValue(
	text: string,
	type: string | undefined,
	label: string,
): string | number | boolean {
	if (type === 'number') {
		const number = Number(text);
		if (text.trim() === '' || !Number.isFinite(number))
			throw new PackError(`${label} must be a number, got ${formatValue(text)}`, {
				field: label,
			});
		return number;
	}
	if (type === 'boolean') {
		if (!/^(true|false)$/i.test(text.trim()))
			throw new PackError(`${label} must be true or false, got ${formatValue(text)}`, {
				field: label,
			});
		return /^true$/i.test(text.trim());
	}
	return text;
}

/** The filter that the rows of the builder stand for; nothing where there are none. */
export function filterOfConditions(
	conditions: readonly Condition[],
	match: string | undefined,
): IDataObject | undefined {
	const parts = conditions.map(
		({ field, operator, valueType, value, values }, index): IDataObject => {
			const label = `Conditions ${index + 1}: `;
			const operand = isOneOf(listOperators, operator)
				? (values ?? []).map((one) => typedValue(one, valueType, `${label}Values`))
				: typedValue(value ?? '', valueType, `${label}Value`);
			return { [field]: { [operator]: operand } };
		},
	);
	return parts.length > 1 ? { [match === 'any' ? '$or' : '$and']: parts } : parts[0];
}

/**
 * What is wrong with a filter, and where; nothing when the service would take it.
 * Keys are field names, never nested under others; a bare value means equality; $in and $nin take lists, other operators one value.
 */
export function filterComplaint(filter: unknown, at = '', depth = 0): string | undefined {
	if (!isObject(filter))
		return `${place(at)}must be an object of field names and values, got ${formatValue(filter)}`;
	for (const [key, value] of Object.entries(filter)) {
		const here = at === '' ? key : `${at}.${key}`;
		const complaint = isOneOf(combiners, key)
			? combinerComplaint(value, here, depth + 1)
			: fieldComplaint(key, value, here);
		if (complaint) return complaint;
	}
	return undefined;
}

function combinerComplaint(parts: unknown, at: string, depth: number): string | undefined {
	if (depth > deepestFilter) return `nests deeper than ${deepestFilter} levels`;
	if (!Array.isArray(parts) || parts.length === 0) return `${place(at)}needs a list of filters`;
	for (const [index, part] of parts.entries()) {
		const complaint = filterComplaint(part, `${at}[${index}]`, depth);
		if (complaint) return complaint;
	}
	return undefined;
}

function fieldComplaint(field: string, value: unknown, at: string): string | undefined {
	if (field === '') return `${place(at)}has a field without a name`;
	if (isOperator(field))
		return `${place(at)}must stand below the name of a field, such as {"year": {"$gte": 2020}}`;
	const [, nested] = /^(?:custom_)?metadata\.(.+)$/.exec(field) ?? [];
	if (nested !== undefined) return `${place(at)}must be the name of the field alone: ${nested}`;
	if (isScalar(value)) return undefined;
	if (Array.isArray(value))
		return `${place(at)}holds a list, which needs an operator: {"${field}": {"$in": [...]}}`;
	const operators = Object.entries(value as object);
	if (operators.length === 0) return `${place(at)}has no operator`;
	for (const [operator, operand] of operators) {
		const complaint = operatorComplaint(operator, operand, `${at}.${operator}`);
		if (complaint) return complaint;
	}
	return undefined;
}

function operatorComplaint(operator: string, operand: unknown, at: string): string | undefined {
	if (isOneOf(listOperators, operator))
		return Array.isArray(operand) && operand.every(isScalar)
			? undefined
			: `${place(at)}needs a list of values`;
	if (isOneOf(scalarOperators, operator))
		return isScalar(operand)
			? undefined
			: `${place(at)}needs one value, got ${formatValue(operand)}`;
	if (isOneOf(combiners, operator))
		return `${place(at)}combines whole filters and stands beside the names of fields, not below one`;
	if (isOperator(operator))
		return `${place(at)}is no operator; there are ${[...scalarOperators, ...listOperators, ...combiners].join(', ')}`;
	return `${place(at)}is nested, but the name of a field stands alone, never under metadata or custom_metadata`;
}

const place = (at: string): string => (at === '' ? '' : `at ${at} `);
const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const isScalar = (value: unknown): boolean =>
	value === null ||
	typeof value === 'string' ||
	typeof value === 'boolean' ||
	(typeof value === 'number' && Number.isFinite(value));
