import { choice, choices, id, integer, several } from '../../../../nodes/engine/describe';

describe('choices', () => {
	it('have the given labels, or labels that are derived from the values', () => {
		expect(choices(['in_progress', 'done'])).toEqual([
			{ name: 'In Progress', value: 'in_progress' },
			{ name: 'Done', value: 'done' },
		]);
		expect(choices({ asc: 'Oldest First' })).toEqual([{ name: 'Oldest First', value: 'asc' }]);
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
