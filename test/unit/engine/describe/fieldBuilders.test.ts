import { choice, choices, id, integer, several } from '../../../../nodes/engine/describe';

describe('choices', () => {
	it('have the given labels, or labels that are derived from the values', () => {
		expect(choices(['in_progress', 'done'])).toEqual([
			{ name: 'In Progress', value: 'in_progress' },
			{ name: 'Done', value: 'done' },
		]);
		expect(choices({ asc: 'Oldest First' })).toEqual([{ name: 'Oldest First', value: 'asc' }]);
	});

	it.each([
		[
			['JOB_FORMAT_API', 'JOB_FORMAT_MANUAL_CSV'],
			['API', 'Manual CSV'],
		],
		[
			['SOURCE_TYPE_UPLOAD', 'SOURCE_TYPE_GUEST_OS_SCAN'],
			['Upload', 'Guest OS Scan'],
		],
		[
			['GUEST_OS', 'GUEST_OS_SCAN'],
			['OS', 'OS Scan'],
		],
		[
			['FIXED_RATE', 'NO_RATE'],
			['Fixed Rate', 'No Rate'],
		],
		[['VIEW_BASIC'], ['View Basic']],
		[
			['DELETE', 'GET'],
			['DELETE', 'GET'],
		],
		[
			['job_one', 'job_two'],
			['Job One', 'Job Two'],
		],
	])('%j have labels without the name of the enum', (values, labels) => {
		expect(choices(values).map(({ name }) => name)).toEqual(labels);
		expect(choices(values).map(({ value }) => value)).toEqual(values);
	});

	it('are added to the other properties of a choice field', () => {
		expect(choice('Order', ['asc'], { default: 'asc' })).toEqual({
			kind: 'choice',
			label: 'Order',
			default: 'asc',
			choices: choices(['asc']),
		});
		expect(several('Order', ['asc'])).toEqual({
			kind: 'choices',
			label: 'Order',
			choices: choices(['asc']),
		});
	});
});

it('ID fields are required by default, and other fields are optional', () => {
	expect(id('Note')).toEqual({ kind: 'id', label: 'Note', required: true });
	expect(integer('Count', { maximum: 3 })).toEqual({ kind: 'integer', label: 'Count', maximum: 3 });
});
