// The metadata filter, evaluated; what it does not understand is refused with 400.

import { refusal } from './errors';

type Attributes = Readonly<Record<string, unknown>>;

const bad = (message: string) => refusal(400, `Invalid metadata filter: ${message}`);
const isPlain = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const compare: Readonly<Record<string, (held: never, given: never) => boolean>> = {
	$gt: (held, given) => held > given,
	$gte: (held, given) => held >= given,
	$lt: (held, given) => held < given,
	$lte: (held, given) => held <= given,
};

/** A list matches where one of its elements does. */
const equals = (held: unknown, given: unknown): boolean =>
	Array.isArray(held) ? held.includes(given) : held === given;

/** Whether a chunk's attributes meet a filter. @throws Refusal 400 */
export function meets(attributes: Attributes, filter: unknown, depth = 0): boolean {
	if (!isPlain(filter)) throw bad('it has to be an object.');
	if (depth > 10) throw bad('it nests deeper than 10 levels.');
	// Not `every`: a later part that is wrong has to be refused, too.
	return Object.entries(filter)
		.map(([key, value]) => part(attributes, key, value, depth))
		.every(Boolean);
}

function part(attributes: Attributes, key: string, value: unknown, depth: number): boolean {
	if (key === '$and' || key === '$or') {
		if (!Array.isArray(value) || value.length === 0) throw bad(`${key} needs a list.`);
		const met = value.map((one) => meets(attributes, one, depth + 1));
		return key === '$and' ? met.every(Boolean) : met.some(Boolean);
	}
	if (key.startsWith('$')) throw bad(`${key} stands where a field name belongs.`);
	if (/^(custom_)?metadata\./.test(key)) throw bad(`${key} is nested.`);
	const held = attributes[key];
	if (!isPlain(value)) {
		if (Array.isArray(value)) throw bad(`${key} holds a list.`);
		return equals(held, value);
	}
	const operators = Object.entries(value);
	if (operators.length === 0) throw bad(`${key} has no operator.`);
	return operators.map(([operator, operand]) => operated(held, operator, operand)).every(Boolean);
}

function operated(held: unknown, operator: string, operand: unknown): boolean {
	if (operator === '$in' || operator === '$nin') {
		if (!Array.isArray(operand) || operand.some((one) => typeof one === 'object' && one !== null))
			throw bad(`${operator} needs a list of values.`);
		return operand.some((one) => equals(held, one)) === (operator === '$in');
	}
	if (typeof operand === 'object' && operand !== null) throw bad(`${operator} needs one value.`);
	if (operator === '$eq') return equals(held, operand);
	if (operator === '$ne') return !equals(held, operand);
	const comparing = compare[operator];
	if (!comparing) throw bad(`${operator} is no operator.`);
	return typeof held === typeof operand && comparing(held as never, operand as never);
}
