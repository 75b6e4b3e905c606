import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { OpenApiDocument } from '../document';
import { planService } from '../plan';
import type { OperationPlan } from '../servicePlan';

const library = parse(readFileSync(join(__dirname, 'library.yaml'), 'utf8')) as OpenApiDocument;

/** The plan of a document with some paths. */
const planOf = (paths: object, more: object = {}) => {
	const info = { title: 'Shop API', version: '1' };
	return planService({ openapi: '3.1.0', info, paths, ...more } as OpenApiDocument, 'Shop');
};

const operationsOf = ({ operations }: ReturnType<typeof planOf>): Record<string, OperationPlan> =>
	Object.fromEntries(operations.map((one) => [`${one.resource}.${one.key}`, one]));

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = { 200: { description: 'OK' } };

/** The fields of a request body, by name. */
const fieldsOf = (schema: object) => {
	const create = { requestBody: json(schema), responses: ok };
	const { fields, options } = operationsOf(planOf({ '/things': { post: create } }))[
		'thing.create'
	]!;
	return { ...fields, ...options };
};

describe('a document', () => {
	const plan = planService(library, 'Library');
	const operations = operationsOf(plan);

	test('tags become resources, and methods and paths become operations', () => {
		expect(
			Object.entries(operations).map(([id, { request, action }]) => [id, request, action]),
		).toEqual([
			['book.getAll', 'GET /books', 'Get many books'],
			['book.create', 'POST /books', 'Create a book'],
			['book.get', 'GET /books/{bookId}', 'Get a book'],
			['book.update', 'PATCH /books/{bookId}', 'Update a book'],
			['book.delete', 'DELETE /books/{bookId}', 'Delete a book'],
			['book.search', 'POST /books/search', 'Search for a book'],
			['notice.create', 'POST /notices', 'Create a notice'],
			['loan.getAll', 'GET /books/{bookId}/loans', 'Get many loans'],
		]);
	});

	test('deprecated operations are left out, and others that are not mapped are reported', () => {
		expect(plan).toMatchObject({ described: 13, deprecated: 1 });
		expect(plan.problems).toEqual(
			expect.arrayContaining([
				'POST /books/{id}/loans: A body of type application/x-www-form-urlencoded is not supported',
				'POST /books/{id}/reserve: A body of type application/xml is not supported',
				'PUT /books/{id}/cover: A body of type multipart/form-data is not supported',
				'GET /books/{id}/cover: A response of type image/png is not supported',
			]),
		);
	});

	test('required values are fields, and the others are in a collection', () => {
		const { fields, options, collection } = operations['book.create']!;
		expect(Object.keys(fields)).toEqual(['author', 'title']);
		expect(collection).toBe('additionalFields');
		expect(options).toMatchObject({
			pages: { kind: 'integer', minimum: 1 },
			lendable: { kind: 'flag', description: 'Whether the book can be lent' },
			tags: { kind: 'list' },
			chapters: { kind: 'json', acceptsList: true },
			price: { kind: 'value' },
		});
		expect(options).not.toHaveProperty('id');
	});

	test('a schema that contains itself becomes a JSON field, and nested objects become fields', () => {
		expect(operations['book.create']!.options.translations).toMatchObject({
			kind: 'json',
			acceptsList: true,
		});
		expect(operations['book.update']!.options).toMatchObject({
			publisherCity: { label: 'Publisher City', apiName: 'publisher.city' },
		});
	});

	test('a body with variants is entered as JSON', () => {
		expect(operations['notice.create']!.fields).toMatchObject({
			body: { kind: 'value', apiName: '', required: true },
		});
	});

	test('the address, the credential and its test are found', () => {
		const provider = {
			key: 'library',
			label: 'Library',
			baseUrl: 'https://api.library.example.com/v1',
		};
		expect(plan.connection).toEqual({ provider, secret: { in: 'bearer', as: 'Authorization' } });
		expect(plan.connectionTest).toBe('GET /books?limit=1');
	});
});

test('users enter an address with a variable', () => {
	const servers = [{ url: 'https://{tenant}.example.com' }];
	expect(planService({ ...library, servers }, 'Library').connection.provider).toBeUndefined();
});

test('without another security scheme, the credential has an access token', () => {
	const { connection, problems } = planOf(
		{ '/things': { get: { responses: ok } } },
		{ components: { securitySchemes: { shop: { type: 'oauth2' } } } },
	);
	expect(connection.secret).toEqual({ in: 'bearer', as: 'Authorization' });
	expect(problems).toContain('The credential has an access token, because shop cannot be mapped');
});

describe('pagination', () => {
	const pagingOf = (parameters: object, properties: object, headers: object = {}) => {
		const response = { headers, ...json({ type: 'object', properties }) };
		const list = Object.entries(parameters).map(([name, schema]) => ({
			name,
			in: 'query',
			schema,
		}));
		const plan = planOf({ '/things': { get: { parameters: list, responses: { 200: response } } } });
		return operationsOf(plan)['thing.getAll']!.paging;
	};
	const data = { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } };
	const text = { type: 'string' };
	const number = { type: 'integer' };

	test.each([
		[
			'page numbers from 0',
			{ pageNumber: { ...number, default: 0 }, pageSize: { ...number, maximum: 100 } },
			{ data },
			{ by: 'page', parameter: 'pageNumber', first: 0, size: { name: 'pageSize', maximum: 100 } },
		],
		['an offset', { offset: number }, { data }, { by: 'offset', parameter: 'offset' }],
		[
			'a cursor in an object',
			{ cursor: text },
			{
				data,
				paging: {
					type: 'object',
					properties: { cursors: { type: 'object', properties: { after: text } } },
				},
			},
			{ by: 'cursor', parameter: 'cursor', next: 'paging.cursors.after' },
		],
		[
			'the ID of the last row',
			{ starting_after: text },
			{ data, has_more: { type: 'boolean' } },
			{ by: 'lastId', parameter: 'starting_after', more: 'has_more', id: 'id' },
		],
		[
			'the name of the parameter in an object with the next page',
			{ offset: text },
			{ data, next_page: { type: 'object', properties: { offset: text, path: text } } },
			{ by: 'cursor', parameter: 'offset', next: 'next_page.offset' },
		],
		['a URL', {}, { data, next: { ...text, format: 'uri' } }, { by: 'url', next: 'next' }],
	])('%s', (_, parameters, properties, expected) => {
		expect(pagingOf(parameters, properties)).toEqual({ rows: 'data', ...expected });
	});

	test('a Link header', () => {
		expect(pagingOf({}, { data }, { Link: {} })).toEqual({ rows: 'data', by: 'link' });
	});
});

describe('schemas', () => {
	test.each<[string, object, object]>([
		['a nullable text', { type: ['string', 'null'], maxLength: 9 }, { kind: 'text', maxLength: 9 }],
		['a nullable union', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, { kind: 'integer' }],
		['constants', { oneOf: [{ const: 'a' }, { const: 'b' }] }, { kind: 'choice' }],
		['a list of choices', { type: 'array', items: { enum: ['x'] } }, { kind: 'choices' }],
		['a date', { type: 'string', format: 'date' }, { kind: 'date', format: 'date' }],
		['a time', { type: 'string', format: 'date-time' }, { kind: 'date' }],
		['anything', {}, { kind: 'value' }],
		['a map', { type: 'object', additionalProperties: { type: 'string' } }, { kind: 'json' }],
		['a range', { type: 'number', minimum: 0, maximum: 1 }, { minimum: 0, maximum: 1 }],
	])('%s', (_, schema, expected) => {
		expect(fieldsOf({ type: 'object', properties: { value: schema } }).value).toMatchObject(
			expected,
		);
	});
});

test('a name that has another type in another operation gets the name of its resource', () => {
	const operations = operationsOf(
		planOf({
			'/cats': {
				get: {
					parameters: [{ name: 'size', in: 'query', schema: { enum: ['s'] } }],
					responses: { 200: json({ type: 'array', items: {} }) },
				},
			},
			'/dogs': {
				get: {
					parameters: [{ name: 'size', in: 'query', schema: { enum: ['m'] } }],
					responses: { 200: json({ type: 'array', items: {} }) },
				},
			},
		}),
	);
	// `size` may be the page size, but its values are no numbers.
	expect(Object.keys(operations['cat.getAll']!.options)).toEqual(['size']);
	expect(operations['dog.getAll']!.options).toMatchObject({ dogSize: { apiName: 'size' } });
});
