// A document from somebody else is data: nothing in it becomes code, and it reads no other places.
import { serviceNames } from '../../generate/serviceNames';
import { root } from '../../system/paths';
import type { OpenApiDocument, Schema } from '../document';
import { planService } from '../plan';
import { otherFiles, readDocument } from '../readDocument';
import { resolveSchema } from '../schema';
import { filesOf } from '../writeFiles';

/** The plan of a document with the text in every place that reaches the generated files. */
const planWith = (text: string) => {
	const choice = { type: 'string', enum: [text, 'a'] };
	const schema = { type: 'object', properties: { [text]: choice, other: choice } };
	const content = { 'application/json': { schema } };
	const post = {
		tags: [text],
		summary: text,
		parameters: [{ name: text, in: 'query', description: text, example: text, schema: {} }],
		requestBody: { content },
		responses: { 200: { content } },
	};
	const securitySchemes = { [text]: { type: 'apiKey', in: 'header', name: text } };
	const document = {
		openapi: '3.1.0',
		info: { title: text, version: text },
		servers: [{ url: 'https://example.com' }],
		paths: { '/things': { post } },
		components: { securitySchemes },
	};
	return planService(document as unknown as OpenApiDocument, 'Shop');
};

test.each(["'; require('node:fs'); '", '*/ x /*', '${x}', '"x"'])(
	'a document that contains %s everywhere becomes no code',
	(text) => {
		const codeFor = (one: string) =>
			Object.entries(filesOf(root, serviceNames('hostile'), planWith(one), one)).filter(([file]) =>
				file.endsWith('.ts'),
			);
		expect(codeFor(text).length).toBeGreaterThan(5);
		expect(codeFor(text)).toEqual(codeFor('thing'));
	},
);

test('the references of a document to other places are found', () => {
	const document = { a: [{ $ref: '#/b' }, { $ref: 'file:///etc/hostname' }], b: { $ref: '/x' } };
	expect(otherFiles(document)).toEqual(['file:///etc/hostname', '/x']);
});

test('a URL is not read as a file', async () => {
	const problem = 'The document must be a file. Download it first.';
	await expect(readDocument('https://example.com/openapi.json')).rejects.toThrow(problem);
});

test.each(['constructor', 'toString', '__proto__'])(
	'a tag and a property with the name %s lose nothing',
	(name) => {
		const { operations, resources } = planWith(name);
		expect(Object.keys(resources)).toContain(operations[0]!.resource);
		const { fields, options } = operations[0]!;
		const labels = Object.values({ ...fields, ...options }).map(({ label }) => label);
		expect(labels.length).toBeGreaterThan(1);
		expect([...labels, ...Object.values(resources)].join()).not.toMatch(/function|native/);
	},
);

test('parts that several schemas share are merged once', () => {
	let reads = 0;
	const leaf: Schema = {
		get type() {
			reads++;
			return 'object';
		},
		properties: { a: { type: 'string' } },
	};
	let schema: Schema = leaf;
	for (let depth = 0; depth < 18; depth++) schema = { allOf: [schema, schema] };
	expect(resolveSchema(schema)).toMatchObject({ type: 'object', properties: leaf.properties });
	expect(reads).toBeLessThan(50);
});
