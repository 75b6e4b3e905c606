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

const name = 'shelves/a/books/b/pages/7';
const all = { shelf: 'a', bookId: 'b', pageId: '7' };

test.each<[IDataObject, IDataObject, IDataObject]>([
	[all, {}, all],
	[{ pageId: name }, {}, all],
	[{ bookId: { __rl: true, mode: 'id', value: 'shelves/a/books/b' }, pageId: '7' }, {}, all],
	[{ bookId: name, pageId: name }, {}, all],
	[{ pageId: name }, { shelf: 'mine' }, all],
	[{ bookId: 'b', pageId: '7' }, { shelf: 'mine' }, { ...all, shelf: 'mine' }],
	[all, { shelf: 'mine' }, all],
])(
	'a field has its own value, that of a resource name, or the default: %j',
	(values, defaults, input) => {
		expect(read(values, defaults)).toEqual(input);
	},
);

test('a field that contradicts a resource name is rejected, so that no other record is used', () => {
	expect(() => read({ shelf: 'z', bookId: 'b', pageId: name })).toThrow(
		'Shelf is "z", but Page belongs to "a"',
	);
	expect(() => read({ bookId: 'shelves/a/books/c/pages/7', pageId: name })).toThrow(
		'Book is "shelves/a/books/c/pages/7", but Page belongs to "b"',
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
