import {
	collectionOf,
	type Field,
	fieldsIn,
	flag,
	operation,
	type RequestLine,
	text,
} from '../../../../nodes/engine/describe';

const withRequest = (request: RequestLine, more = {}) =>
	operation({ name: 'Do', action: 'Do it', request, ...more });
const paging = { next: () => undefined };

describe('the collection of an optional field', () => {
	it.each([
		['GET', { paging }, 'filters'],
		['GET', { output: 'rows' }, 'filters'],
		['GET', {}, 'options'],
		['POST', { output: 'rows' }, 'options'],
		['POST', { collection: 'additionalFields' }, 'additionalFields'],
		['GET', { paging, collection: 'updateFields' }, 'updateFields'],
	] as const)('of an operation with %s and %j is %s', (method, more, expected) =>
		expect(collectionOf(withRequest(`${method} /x`, more), text('It'))).toBe(expected),
	);

	it('does not depend on the name of the operation', () => {
		for (const name of ['Create', 'Update', 'Set Defaults'])
			expect(collectionOf(withRequest('POST /x', { name }), text('It'))).toBe('options');
	});

	it.each<[string, Field]>([
		['is not sent', flag('It', { in: 'none' })],
		['is a header', text('It', { in: 'header' })],
		['expands the result', flag('It', { queryFlag: 'parts' })],
	])('is options if the field %s', (_, field) => {
		for (const more of [{ paging }, { collection: 'additionalFields' }])
			expect(collectionOf(withRequest('GET /x', more), field)).toBe('options');
	});

	it('can be overridden', () => {
		const list = withRequest('GET /x', { paging });
		expect(collectionOf(list, text('Sort', { collection: 'options' }))).toBe('options');
		expect(collectionOf(list, flag('It', { in: 'none', collection: 'filters' }))).toBe('filters');
	});

	it('contains the fields in the order of the description', () => {
		const list = withRequest('GET /x', {
			paging,
			options: { b: text('B'), sort: text('Sort', { collection: 'options' }), a: text('A') },
		});
		expect(Object.keys(fieldsIn(list, 'filters'))).toEqual(['b', 'a']);
		expect(Object.keys(fieldsIn(list, 'options'))).toEqual(['sort']);
		expect(fieldsIn(list, 'updateFields')).toEqual({});
	});
});
