import { basePath, id, operation, operationsIn, text } from '../../../../nodes/engine/describe';

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
		['POST', 'none', 'single'],
		['PATCH', 'none', 'single'],
	] as const)('with %s defaults to idempotency %s and output %s', (method, idempotency, output) => {
		expect(withRequest(`${method} /x`)).toMatchObject({
			idempotency,
			output,
			fields: {},
			options: {},
		});
	});

	it('puts the base path and its fields before its own', () => {
		const books = basePath('/books/{bookId}', { bookId: id('Book') });
		const scoped = operation({
			name: 'Do',
			action: 'Do it',
			basePath: books,
			request: 'DELETE /pages/{pageId}',
			fields: { pageId: id('Page') },
			options: { why: text('Why') },
		});
		expect(scoped).toMatchObject({
			request: 'DELETE /books/{bookId}/pages/{pageId}',
			idempotency: 'safe',
			output: 'done',
		});
		expect([Object.keys(scoped.fields), Object.keys(scoped.options)]).toEqual([
			['bookId', 'pageId'],
			['why'],
		]);
		expect(scoped).not.toHaveProperty('basePath');
	});

	it('has the required fields of its base path as parents, except a read of one record without Simplify', () => {
		const books = basePath('/books/{bookId}', { bookId: id('Book'), note: text('Note') });
		const parentsOf = (more: object) => withRequest('GET /x', { basePath: books, ...more }).parents;
		expect(parentsOf({ rows: 'pages' })).toEqual(['bookId']);
		expect(parentsOf({ simplify: ['id'] })).toEqual(['bookId']);
		expect(parentsOf({ rows: 'pages', parents: [] })).toEqual([]);
		expect(parentsOf({})).toBeUndefined();
		expect(withRequest('POST /x', { basePath: books }).parents).toEqual(['bookId']);
		expect(withRequest('DELETE /x', { basePath: books }).parents).toEqual(['bookId']);
	});
});

it('operationsIn adds a base path, and a permission that depends on the method', () => {
	const inBooks = operationsIn(basePath('/books', {}), 'books, read', 'books, write');
	const action = 'Do it';
	expect(inBooks({ action, request: 'GET /pages' })).toMatchObject({
		request: 'GET /books/pages',
		permission: 'books, read',
	});
	expect(inBooks({ action, request: 'POST /pages' }).permission).toBe('books, write');
	expect(inBooks({ action, request: 'GET /x', permission: 'all' }).permission).toBe('all');
});
