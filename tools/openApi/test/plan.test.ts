import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { OpenApiDocument } from '../document';
import { planService } from '../plan';

const read = <T>(name: string): T => parse(readFileSync(join(__dirname, name), 'utf8')) as T;
const cases = read<{
	paging: Array<Record<'name' | 'parameters' | 'properties' | 'headers' | 'expected', object>>;
	schemas: Array<Record<'name' | 'schema' | 'field', object>>;
	library: object;
}>('cases.yaml');
const library = read<OpenApiDocument>('library.yaml');

/** The plan of a document with some paths. */
const planOf = (paths: object, more: object = {}) => {
	const info = { title: 'Shop API', version: '1' };
	return planService({ openapi: '3.1.0', info, paths, ...more } as OpenApiDocument, 'Shop');
};

const operationsOf = ({ operations }: ReturnType<typeof planOf>) =>
	Object.fromEntries(operations.map((one) => [`${one.resource}.${one.key}`, one]));

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = { 200: { description: 'OK' } };

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
		expect(operations).toMatchObject(cases.library);
		expect(Object.keys(operations['book.create']!.fields)).toEqual(['author', 'title']);
		expect(operations['book.create']!.options).not.toHaveProperty('id');
	});

	test('the address, the credential and its test are found', () => {
		expect(plan.connection).toEqual({
			provider: { key: 'library', label: 'Library', baseUrl: 'https://api.library.example.com/v1' },
			secret: { in: 'bearer', as: 'Authorization' },
		});
		expect(plan.connectionTest).toBe('GET /books?limit=1');
	});
});

test('users enter an address with a variable', () => {
	const servers = [{ url: 'https://{tenant}.example.com' }];
	expect(planService({ ...library, servers }, 'Library').connection.provider).toBeUndefined();
});

test('without another security scheme, the credential has an access token', () => {
	const components = { securitySchemes: { shop: { type: 'oauth2' } } };
	const { connection, problems } = planOf(
		{ '/things': { get: { responses: ok } } },
		{ components },
	);
	expect(connection.secret).toEqual({ in: 'bearer', as: 'Authorization' });
	expect(problems).toContain('The credential has an access token, because shop cannot be mapped');
});

test.each(cases.paging)(
	'pagination: $name',
	({ parameters = {}, properties, headers, expected }) => {
		const query = Object.entries(parameters).map(([name, schema]) => ({
			name,
			in: 'query',
			schema,
		}));
		const response = { headers, ...json({ type: 'object', properties }) };
		const plan = planOf({
			'/things': { get: { parameters: query, responses: { 200: response } } },
		});
		expect(operationsOf(plan)['thing.getAll']!.paging).toEqual({ rows: 'data', ...expected });
	},
);

test.each(cases.schemas)('the field of $name', ({ schema, field }) => {
	const requestBody = json({ type: 'object', properties: { value: schema } });
	const plan = planOf({ '/things': { post: { requestBody, responses: ok } } });
	expect(operationsOf(plan)['thing.create']!.options.value).toMatchObject(field);
});

test('a name that has another type in another operation gets the name of its resource', () => {
	// `size` may be the page size, but its values are no numbers.
	const listWith = (size: string) => ({
		parameters: [{ name: 'size', in: 'query', schema: { enum: [size] } }],
		responses: { 200: json({ type: 'array', items: {} }) },
	});
	const paths = { '/cats': { get: listWith('s') }, '/dogs': { get: listWith('m') } };
	expect(operationsOf(planOf(paths))).toMatchObject({
		'cat.getAll': { options: { size: { apiName: 'size' } } },
		'dog.getAll': { options: { dogSize: { apiName: 'size' } } },
	});
});
