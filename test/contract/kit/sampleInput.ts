/** Valid input for any operation of the pack. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { parse } from 'yaml';
import { allFieldsOf, type Field, type Service } from '../../../nodes/engine/describe';
import { validate } from '../../../nodes/engine/read/validate';
import { contractOf } from './contractData';
import { matchOperation } from './matchContract';
import type { NamedOperation } from './pack';
import { inputAndRequest } from './recordRequests';

/**
 * Returns valid values for an operation: the values from the contract data, and sample values for
 * required fields that are not in the contract data.
 */
export function sampleInput(service: Service, found: NamedOperation): IDataObject {
	const contract = contractOf(service);
	const entry = contract.operations.find((candidate) => {
		const operation = matchOperation(service, candidate);
		return typeof operation !== 'string' && operation.id === found.id;
	});
	const fromContract =
		entry && entry.elsewhere === undefined
			? inputAndRequest(service, contract, entry, found).input
			: {};
	const fields = Object.entries(allFieldsOf(found.operation));
	const missing = fields.filter(
		([name, { required }]) => required && fromContract[name] === undefined,
	);
	const input = {
		...Object.fromEntries(missing.map(([name, field]) => [name, sampleValue(field)])),
		...fromContract,
	};
	// If a field accepts only a certain format, use its placeholder, which is a valid value.
	const invalid = fields.filter(
		([name, field]) => input[name] !== undefined && !isValid(field, input[name]),
	);
	return {
		...valuesThatShow(fields, input, fromContract),
		...input,
		...Object.fromEntries(
			invalid.map(([name, { placeholder = '' }]) => [name, placeholder.replace(/^e\.g\. /, '')]),
		),
		...dependentValues[found.id],
	};
}

/**
 * Values of the choices that show the fields in the contract data, and a record or filter as JSON
 * instead of the fields of a form.
 */
const valuesThatShow = (
	fields: readonly (readonly [string, Field])[],
	input: IDataObject,
	fromContract: IDataObject,
): IDataObject =>
	Object.fromEntries(
		fields
			.filter(
				([name, { kind, required }]) =>
					name in fromContract || (kind === 'json' && required && name in input),
			)
			.flatMap(([, { show = {} }]) => Object.entries(show))
			.map(([sibling, [value]]) => [sibling, value]),
	);

/** Values of fields whose validation depends on other fields, by operation. */
const dependentValues = parse(
	readFileSync(join(__dirname, 'dependentValues.yaml'), 'utf8'),
) as Readonly<Record<string, IDataObject>>;

export function isValid(field: Field, value: unknown): boolean {
	try {
		validate(field, value);
		return true;
	} catch {
		return false;
	}
}

/**
 * A value for a field. Text samples are derived from the label, so that they can be recognized in
 * the request.
 */
export function sampleValue({
	kind,
	label,
	minimum,
	choices,
	default: defaultValue,
	row,
}: Field): IDataObject[string] {
	if (defaultValue !== undefined && defaultValue !== '') return defaultValue as IDataObject[string];
	const word = label.toLowerCase().replace(/\W+/g, '-');
	const samples: Partial<Record<Field['kind'], unknown>> = {
		integer: minimum ?? 1,
		number: 1.5,
		flag: true,
		choice: choices?.[0]?.value,
		choices: [choices?.[0]?.value],
		list: [word],
		json: { given: word },
		columns: { given: word },
		date: '2026-01-31T08:00:00Z',
		file: 'data',
	};
	if (kind === 'rows')
		return [
			Object.fromEntries(
				Object.entries(row ?? {}).map(([name, inner]) => [name, sampleValue(inner)]),
			),
		];
	return (samples[kind] ?? word) as IDataObject[string];
}
