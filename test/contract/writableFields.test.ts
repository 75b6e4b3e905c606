// The fields of a record that Finance Data offers in the form, against the contract data.
import { financeData } from '../../nodes/FinanceData/service';
import {
	type WritableField,
	type WritableKind,
	writableFields,
} from '../../nodes/FinanceData/writableFields';
import type { Field } from '../../nodes/engine/describe';
import { contractOf, paramsOf } from './kit/contractData';
import { matchOperation } from './kit/matchContract';
import { operationsIn } from './kit/pack';
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

/** The labels of the fields of an entry, by `resource.operation list`. */
const fieldsOfEntries = Object.fromEntries(
	operationsIn(financeData).flatMap(({ id, operation }) =>
		Object.values(operation.fields)
			.filter(({ kind }) => kind === 'rows')
			.map(({ label, row = {} }) => [`${id} ${label}`, Object.values(row)] as const),
	),
);

test('an entry of a list begins with its required fields and its amounts', () => {
	const rank = ({ required, label }: Field): number =>
		required ? 0 : /Amount|Quantity|Price|^Item$/.test(label) ? 1 : 2;
	const unsorted = Object.entries(fieldsOfEntries).filter(([, fields]) => {
		const ranks = fields.map(rank);
		return ranks.some((one, index) => one < (ranks[index - 1] ?? 0));
	});
	expect(unsorted.map(([list, fields]) => [list, ...fields.map(({ label }) => label)])).toEqual([]);
	const labels = (list: string) => fieldsOfEntries[list]!.map(({ label }) => label).slice(0, 5);
	expect(labels('expense.create Line Items').slice(0, 2)).toEqual(['Line Account', 'Total Amount']);
	expect(labels('invoice.create Line Items')).toEqual([
		'Total Amount',
		'Discount Amount',
		'Item',
		'Item Quantity',
		'Item Unit Amount',
	]);
});
