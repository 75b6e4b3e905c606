import type { IDataObject } from 'n8n-workflow';
import { id, operation, text } from '../../../../nodes/engine/describe';
import { readInput } from '../../../../nodes/engine/input/readInput';

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
const read = (given: IDataObject, defaults: IDataObject = {}) =>
	readInput(get, (name, fallback) => given[name] ?? fallback ?? '', { defaults });

test('plain ids stay what they are', () => {
	expect(read({ shelf: 'a', bookId: 'b', pageId: '7' })).toEqual({
		shelf: 'a',
		bookId: 'b',
		pageId: '7',
	});
});

test('the long name of a record fills in where it lies', () => {
	expect(read({ pageId: 'shelves/a/books/b/pages/7' })).toEqual({
		shelf: 'a',
		bookId: 'b',
		pageId: '7',
	});
	expect(
		read({ bookId: { __rl: true, mode: 'id', value: 'shelves/a/books/b' }, pageId: '7' }),
	).toEqual({ shelf: 'a', bookId: 'b', pageId: '7' });
});

test('a long name wins over the default of the credential, which fills in what nobody said', () => {
	expect(read({ pageId: 'shelves/a/books/b/pages/7' }, { shelf: 'mine' })).toMatchObject({
		shelf: 'a',
	});
	expect(read({ bookId: 'b', pageId: '7' }, { shelf: 'mine' })).toMatchObject({ shelf: 'mine' });
	expect(read({ shelf: 'a', bookId: 'b', pageId: '7' }, { shelf: 'mine' })).toMatchObject({
		shelf: 'a',
	});
});

test('a field that says something else than a long name is refused, so that no other record is met', () => {
	expect(() => read({ shelf: 'z', bookId: 'b', pageId: 'shelves/a/books/b/pages/7' })).toThrow(
		'Shelf is "z", but Page belongs to "a"',
	);
	expect(() => read({ bookId: 'shelves/a/books/b', pageId: 'shelves/c/books/b/pages/7' })).toThrow(
		'Shelf is "a", but Page belongs to "c"',
	);
});

test('a required field that neither a person nor a name nor a default gives is required', () => {
	expect(() => read({ pageId: '7' })).toThrow('Book is required');
});

test('a default that does not fit its field is refused like a value of a person', () => {
	const narrow = operation({
		name: 'Get',
		action: 'Get',
		request: 'GET /{shelf}',
		fields: { shelf: text('Shelf', { maxLength: 2 }) },
	});
	expect(() => readInput(narrow, () => '', { defaults: { shelf: 'long' } })).toThrow(
		'Shelf must be at most 2 characters long',
	);
});
