// Which operations compile. `npm test` checks this file: an unused @ts-expect-error is an
// error.
import {
	basePath,
	id,
	operation,
	operationsIn,
	resource,
	text,
} from '../../../../nodes/engine/describe';

const names = { name: 'Get', action: 'Get a page' };
const pageId = id('Page');
const run = async () => [];
const batch = { size: 2, run: async () => [] };
const book = basePath('/books/{bookId}', { bookId: id('Book') });

describe('an operation compiles', () => {
	it('if each placeholder of the path has a field', () => {
		const { fields } = operation({ ...names, request: 'GET /pages/{pageId}', fields: { pageId } });
		expect(Object.keys(fields)).toEqual(['pageId']);
	});

	it('if an option fills the placeholder, with or without fields', () => {
		const section = text('Section');
		operation({ ...names, request: 'GET /pages/{section}', options: { section } });
		const { fields, options } = operation({
			...names,
			request: 'GET /pages/{pageId}/{section}',
			fields: { pageId },
			options: { section },
		});
		expect([Object.keys(fields), Object.keys(options)]).toEqual([['pageId'], ['section']]);
	});

	it('if a field of the scope fills the placeholder, with or without fields', () => {
		operation({ ...names, basePath: book, request: 'GET /covers/{bookId}' });
		const { request, fields } = operation({
			...names,
			basePath: book,
			request: 'GET /pages/{pageId}',
			fields: { pageId },
		});
		expect(request).toBe('GET /books/{bookId}/pages/{pageId}');
		expect(Object.keys(fields)).toEqual(['bookId', 'pageId']);
	});

	it('without placeholders and fields', () => {
		expect(operation({ ...names, request: 'GET /pages' }).fields).toEqual({});
		expect(operation({ ...names, basePath: book, request: 'GET /pages' }).fields).toHaveProperty(
			'bookId',
		);
		expect(operation({ ...names, run }).fields).toEqual({});
	});
});

/** The compiler checks the code, in `npm test`. It does not run. */
const doesNotCompile: (when: string, code: () => void) => void = () => undefined;

doesNotCompile('if a placeholder has no field', () => {
	// @ts-expect-error -- no `fields` at all
	operation({ ...names, request: 'GET /pages/{pageId}' });
	// @ts-expect-error -- no `fields` at all, and an option with another name
	operation({ ...names, request: 'GET /pages/{pageId}', options: { page: text('Page') } });
	// @ts-expect-error -- no `fields` at all, and a scope without this field
	operation({ ...names, basePath: book, request: 'GET /pages/{pageId}' });
	// @ts-expect-error -- `fields` is empty
	operation({ ...names, request: 'GET /pages/{pageId}', fields: {} });
	// @ts-expect-error -- the field has another name
	operation({ ...names, request: 'GET /pages/{pageId}', fields: { pageID: pageId } });
	// @ts-expect-error -- one of two fields is missing
	operation({ ...names, request: 'GET /pages/{pageId}/{section}', fields: { pageId } });
	// @ts-expect-error -- no `fields` at all, and a common scope without this field
	operationsIn(book)({ ...names, request: 'GET /pages/{pageId}' });
	// @ts-expect-error -- the path of the scope has a placeholder without a field
	basePath('/books/{bookId}', {});
});

doesNotCompile('if a property is misspelled', () => {
	// @ts-expect-error -- misspelled property of a field builder
	text('Page', { placholder: 'e.g. 12' });
	// @ts-expect-error -- misspelled property of the operation
	operation({ ...names, run, requset: 'GET /pages' });
});

doesNotCompile(
	'if a function reads an unknown field, or the default operation of a resource is unknown',
	() => {
		operation({
			...names,
			basePath: book,
			request: 'GET /pages/{pageId}',
			fields: { pageId },
			done: ({ bookId, pageId: page }) => ({ bookId, page }),
		});
		// @ts-expect-error -- `section` is not a field
		operation({ ...names, run, fields: { pageId }, done: ({ section }) => ({ section }) });
		const get = operation({ ...names, request: 'GET /pages' });
		// @ts-expect-error -- `find` is not an operation
		resource('Page', { default: 'find', operations: { get } });
	},
);

doesNotCompile('if it sends nothing', () => {
	// @ts-expect-error -- no `request`, `run` or `batch`
	operation(names);
	operation({ ...names, batch });
});
