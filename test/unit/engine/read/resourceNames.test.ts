import type { IDataObject } from 'n8n-workflow';
import { id, operation, text } from '../../../../nodes/engine/describe';
import { readInput } from '../../../../nodes/engine/read/readInput';

// Resource names such as shelves/a/books/b/pages/7.
const shelf = text('Shelf');
const bookId = id('Book', { resourceName: /^shelves\/(?<shelf>[^/]+)\/books\/(?<bookId>[^/]+)$/ });
const pageId = id('Page', {
	resourceName: /^shelves\/(?<shelf>[^/]+)\/books\/(?<bookId>[^/]+)\/pages\/(?<pageId>[^/]+)$/,
});
const get = operation({
	name: 'Get',
	action: 'Get a page',
	request: 'GET /shelves/{shelf}/books/{bookId}/pages/{pageId}',
	fields: { shelf, bookId, pageId },
});
const read = (values: IDataObject, defaults: IDataObject = {}) =>
	readInput(get, (name, fallback) => values[name] ?? fallback ?? '', {}, defaults);

test('plain IDs are not changed', () => {
	expect(read({ shelf: 'a', bookId: 'b', pageId: '7' })).toEqual({
		shelf: 'a',
		bookId: 'b',
		pageId: '7',
	});
});

test('a resource name fills in the fields of its parents', () => {
	expect(read({ pageId: 'shelves/a/books/b/pages/7' })).toEqual({
		shelf: 'a',
		bookId: 'b',
		pageId: '7',
	});
	expect(
		read({ bookId: { __rl: true, mode: 'id', value: 'shelves/a/books/b' }, pageId: '7' }),
	).toEqual({ shelf: 'a', bookId: 'b', pageId: '7' });
});

test('the same resource name can be entered for a record and its parent', () => {
	const name = 'shelves/a/books/b/pages/7';
	expect(read({ bookId: name, pageId: name })).toEqual({ shelf: 'a', bookId: 'b', pageId: '7' });
	expect(() => read({ bookId: 'shelves/a/books/c/pages/7', pageId: name })).toThrow(
		'Book is "shelves/a/books/c/pages/7", but Page belongs to "b"',
	);
});

test("a field uses its own value or the resource name, and otherwise the credential's default", () => {
	expect(read({ pageId: 'shelves/a/books/b/pages/7' }, { shelf: 'mine' })).toMatchObject({
		shelf: 'a',
	});
	expect(read({ bookId: 'b', pageId: '7' }, { shelf: 'mine' })).toMatchObject({ shelf: 'mine' });
	expect(read({ shelf: 'a', bookId: 'b', pageId: '7' }, { shelf: 'mine' })).toMatchObject({
		shelf: 'a',
	});
});

test('a field that contradicts a resource name is rejected, so that no other record is used', () => {
	expect(() => read({ shelf: 'z', bookId: 'b', pageId: 'shelves/a/books/b/pages/7' })).toThrow(
		'Shelf is "z", but Page belongs to "a"',
	);
	expect(() => read({ bookId: 'shelves/a/books/b', pageId: 'shelves/c/books/b/pages/7' })).toThrow(
		'Shelf is "a", but Page belongs to "c"',
	);
});

describe('a pasted URL', () => {
	const open = operation({
		name: 'Open',
		action: 'Open a page',
		request: 'GET /shelves/{shelf}/pages/{pageId}',
		fields: {
			shelf,
			pageId: id('Page', {
				urlPattern: '/pages/(\\d+)',
				urlParents: /\/shelves\/(?<shelf>[^/]+)\//,
			}),
		},
	});
	const url = 'https://books.example.com/shelves/A/pages/7';
	const readPage = (values: IDataObject, mode: string) =>
		readInput(open, (name, fallback) =>
			name === 'pageId' ? { __rl: true, mode, value: url } : (values[name] ?? fallback ?? ''),
		);

	// People also drag a URL from an item, which n8n enters as an ID.
	test.each(['url', 'id'])('in the mode %s fills in its parents, or has the same ones', (mode) => {
		expect(readPage({}, mode)).toEqual({ shelf: 'A', pageId: '7' });
		expect(readPage({ shelf: 'a' }, mode)).toEqual({ shelf: 'a', pageId: '7' });
	});

	test.each(['url', 'id'])(
		'in the mode %s of another parent is rejected, so that no other record is used',
		(mode) => {
			expect(() => readPage({ shelf: 'b' }, mode)).toThrow('Shelf is "b", but Page belongs to "A"');
		},
	);

	test('of a host that does not belong to the service is rejected', () => {
		const readFrom = (...hosts: string[]) =>
			readInput(open, (name, fallback) => (name === 'pageId' ? url : (fallback ?? '')), {
				acceptsUrlOf: (host) => hosts.includes(host),
			});
		expect(() => readFrom('library.example.com')).toThrow(
			'Page is a URL of books.example.com, but the credential is for another host',
		);
		expect(readFrom('books.example.com')).toEqual({ shelf: 'A', pageId: '7' });
	});

	test('of another kind of record is not changed, so that the path rejects it', () => {
		const other = 'https://books.example.com/authors/1';
		expect(
			readInput(open, (name, fallback) => (name === 'pageId' ? other : (fallback ?? ''))),
		).toEqual({ pageId: other });
	});
});

test('a required field without a value, resource name or default is rejected', () => {
	expect(() => read({ pageId: '7' })).toThrow('Book is required');
});

test("a credential's default is validated like a value that the user enters", () => {
	const narrow = operation({
		name: 'Get',
		action: 'Get',
		request: 'GET /{shelf}',
		fields: { shelf: text('Shelf', { maxLength: 2 }) },
	});
	expect(() => readInput(narrow, () => '', {}, { shelf: 'long' })).toThrow(
		'Shelf must be at most 2 characters long',
	);
});
