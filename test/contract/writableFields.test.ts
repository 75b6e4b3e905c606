// The fields of a record that Finance Data offers in the form, against the contract data.
import { financeData } from '../../nodes/FinanceData/service';
import {
	type WritableField,
	type WritableKind,
	writableFields,
} from '../../nodes/FinanceData/writableFields';
import { contractOf, paramsOf } from './kit/contractData';
import { matchOperation } from './kit/matchContract';
import { testEach } from './kit/testEach';

const typeOf: Readonly<Record<WritableKind, string>> = {
	text: 'string',
	number: 'number',
	amount: 'string',
	flag: 'boolean',
	day: 'string',
	time: 'string',
	currency: 'string',
	choice: 'string',
	list: 'array<string>',
	rows: 'array<object>',
	object: 'object',
};

/** Fields of the body that the node fills in itself. */
const filledIn: Readonly<Record<string, readonly string[]>> = { 'variant.update': ['id'] };

const contract = contractOf(financeData);
const documented = contract.operations.flatMap((entry) => {
	const found = matchOperation(financeData, entry);
	if (typeof found === 'string') return [];
	const fields: readonly WritableField[] | undefined =
		writableFields[found.id as keyof typeof writableFields];
	return fields ? [{ id: found.id, entry, fields }] : [];
});

test('every record in the form is documented', () => {
	expect(documented.map(({ id }) => id).sort()).toEqual(Object.keys(writableFields).sort());
});

testEach(documented, 'every record offers the documented fields', ({ id, entry, fields }) => {
	const offered = new Map(fields.map((field) => [field.name, field]));
	const params = paramsOf(contract, entry)
		.filter(({ place, name }) => place === 'body' && name.split('.').length === 2)
		.map(({ name, param }) => ({ name: name.split('.')[1]!, param }))
		.filter(({ name }) => !filledIn[id]?.includes(name));
	expect(params.length).toBeGreaterThan(0);
	expect(
		params.map(({ name }) => {
			const { kind, required } = offered.get(name) ?? {};
			return { name, type: kind && typeOf[kind], required };
		}),
	).toEqual(
		params.map(({ name, param }) => ({
			name,
			type: param.type,
			required: param.required ?? false,
		})),
	);
});
