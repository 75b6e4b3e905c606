import { allFieldsOf, id, operation, scope, text } from '../../../../nodes/engine/describe';

const withRequest = (
	request: `${'GET' | 'HEAD' | 'PUT' | 'DELETE' | 'POST' | 'PATCH'} /x`,
	more = {},
) => operation({ name: 'Do', action: 'Do it', request, ...more });

describe('operation', () => {
	it.each([
		['GET', 'safe', 'single'],
		['HEAD', 'safe', 'single'],
		['PUT', 'safe', 'single'],
		['DELETE', 'safe', 'done'],
		['POST', 'never', 'single'],
		['PATCH', 'never', 'single'],
	] as const)('with %s defaults to replay %s and output %s', (method, replay, output) => {
		expect(withRequest(`${method} /x`)).toMatchObject({
			replay,
			output,
			fields: {},
			options: {},
		});
	});

	it("puts the scope's path and fields before its own", () => {
		const under = scope('/books/{bookId}', { bookId: id('Book') });
		const scoped = operation({
			name: 'Do',
			action: 'Do it',
			under,
			request: 'DELETE /pages/{pageId}',
			fields: { pageId: id('Page') },
			options: { why: text('Why') },
		});
		expect(scoped).toMatchObject({
			request: 'DELETE /books/{bookId}/pages/{pageId}',
			replay: 'safe',
			output: 'done',
		});
		expect([Object.keys(scoped.fields), Object.keys(scoped.options)]).toEqual([
			['bookId', 'pageId'],
			['why'],
		]);
		expect(scoped).not.toHaveProperty('under');
	});

	it('has the required fields of its scope as parents, except a read of one record without Simplify', () => {
		const under = scope('/books/{bookId}', { bookId: id('Book'), note: text('Note') });
		const parentsOf = (more: object) => withRequest('GET /x', { under, ...more }).parents;
		expect(parentsOf({ rows: 'pages' })).toEqual(['bookId']);
		expect(parentsOf({ simplify: ['id'] })).toEqual(['bookId']);
		expect(parentsOf({ rows: 'pages', parents: [] })).toEqual([]);
		expect(parentsOf({})).toBeUndefined();
		expect(withRequest('POST /x', { under }).parents).toEqual(['bookId']);
		expect(withRequest('DELETE /x', { under }).parents).toEqual(['bookId']);
	});

	it('outputs rows if it has paging or `rows`, unless `output` is specified', () => {
		expect(withRequest('GET /x', { paging: { next: () => undefined } }).output).toBe('rows');
		expect(withRequest('POST /x', { rows: 'notes' }).output).toBe('rows');
		expect(withRequest('POST /x', { replay: 'keyed', output: 'text' })).toMatchObject({
			replay: 'keyed',
			output: 'text',
		});
	});
});

it('allFieldsOf lists fields before options', () => {
	const create = operation({
		name: 'Create',
		action: 'Create a page',
		request: 'POST /pages/{bookId}',
		fields: { bookId: id('Book'), title: text('Title') },
		options: { note: text('Note'), author: text('Author') },
	});
	expect(Object.keys(allFieldsOf(create))).toEqual(['bookId', 'title', 'note', 'author']);
});
