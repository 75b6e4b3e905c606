import {
	collectionOf,
	type Field,
	fieldsIn,
	flag,
	operation,
	type RequestLine,
	text,
} from '../../../../nodes/engine/describe';

const named = (name: string, request: RequestLine, more = {}) =>
	operation({ name, action: 'Do it', request, ...more });
const paging = { next: () => undefined };

describe('the collection of an optional field', () => {
	it.each([
		['Get Many', 'GET', { paging }, 'filters'],
		['Explore', 'GET', { output: 'rows' }, 'filters'],
		['Get', 'GET', {}, 'options'],
		['Search', 'POST', { output: 'rows' }, 'options'],
		['Create', 'POST', {}, 'additionalFields'],
		['Create', 'PUT', {}, 'additionalFields'],
		['Create Policy', 'POST', {}, 'additionalFields'],
		['Clone', 'POST', {}, 'additionalFields'],
		['Update', 'PATCH', {}, 'updateFields'],
		['Set Defaults', 'PUT', {}, 'updateFields'],
		['Replace', 'PUT', {}, 'updateFields'],
		['Stop', 'PUT', {}, 'options'],
		['Delete', 'DELETE', {}, 'options'],
	] as const)('of %s (%s %j) is %s', (name, method, more, expected) =>
		expect(collectionOf(named(name, `${method} /x`, more), text('It'))).toBe(expected),
	);

	it.each<[string, Field]>([
		['is not sent', flag('It', { in: 'none' })],
		['is a header', text('It', { in: 'header' })],
		['expands the result', flag('It', { queryFlag: 'parts' })],
	])('is options if the field %s', (_, field) => {
		for (const name of ['Get Many', 'Create', 'Update'])
			expect(collectionOf(named(name, 'GET /x', { paging }), field)).toBe('options');
	});

	it('can be overridden', () => {
		const list = named('Get Many', 'GET /x', { paging });
		expect(collectionOf(list, text('Sort', { collection: 'options' }))).toBe('options');
		expect(collectionOf(list, flag('It', { in: 'none', collection: 'filters' }))).toBe('filters');
	});

	it('contains the fields in the order of the description', () => {
		const list = named('Get Many', 'GET /x', {
			paging,
			options: { b: text('B'), sort: text('Sort', { collection: 'options' }), a: text('A') },
		});
		expect(Object.keys(fieldsIn(list, 'filters'))).toEqual(['b', 'a']);
		expect(Object.keys(fieldsIn(list, 'options'))).toEqual(['sort']);
		expect(fieldsIn(list, 'updateFields')).toEqual({});
	});
});
