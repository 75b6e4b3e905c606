// A document from somebody else is data: nothing in it becomes code, and it reads no other places.
import ts from 'typescript';
import type { OpenApiDocument, Schema } from '../document';
import { generateService } from '../generateService';
import { planService } from '../plan';
import { originLoader, withoutDecisions } from '../readDocument';
import { resolveSchema } from '../schema';
import { serviceNames } from '../../newService/names';
import { inRoot } from '../../system/paths';
import { rawServersPerTest, respondWithJson } from '../../../test/workflow/kit/rawServer';

const payload = "require('node:fs').writeFileSync('/tmp/owned', '')";
const spread = `...${payload}`;
const texts = [payload, spread, `'; ${payload}; '`, `*/ ${payload} /*`, `\${${payload}}`, '"x"'];
const strings = {
	type: 'object',
	properties: Object.fromEntries(texts.map((text) => [text, { type: 'string' }])),
};

/** A document with the payload in every place that reaches the generated files. */
const hostile = (text: string): OpenApiDocument =>
	({
		openapi: '3.1.0',
		info: { title: text, version: text, description: text },
		servers: [{ url: 'https://example.com', description: text }],
		tags: [{ name: text }],
		paths: {
			'/things': {
				get: {
					tags: [text],
					operationId: text,
					summary: text,
					description: text,
					parameters: [
						{ name: text, in: 'query', schema: { type: 'string', enum: [text, spread, 'a'] } },
						{ name: 'X-Thing', in: 'header', description: text, example: text, schema: {} },
					],
					responses: {
						200: {
							description: text,
							content: {
								'application/json': {
									schema: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
								},
							},
						},
					},
				},
				post: {
					tags: [text],
					requestBody: {
						content: {
							'application/json': {
								schema: {
									...strings,
									properties: {
										...strings.properties,
										rows: { type: 'array', items: strings },
										several: { type: 'array', items: { type: 'string', enum: texts } },
									},
								},
							},
						},
					},
					responses: { 200: { content: { 'application/json': { schema: strings } } } },
				},
			},
			'/things/{id}': {
				get: {
					tags: [text],
					parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
					responses: {
						200: {
							content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
						},
					},
				},
			},
		},
		components: {
			schemas: {
				Thing: { ...strings, properties: { ...strings.properties, id: { type: 'string' } } },
			},
			securitySchemes: {
				[text]: { type: 'apiKey', in: 'header', name: text },
				oauth: {
					type: 'oauth2',
					flows: {
						clientCredentials: { tokenUrl: 'https://example.com/token', scopes: { [text]: text } },
					},
				},
			},
		},
	}) as unknown as OpenApiDocument;

/** The calls of functions in TypeScript code, and what stops it from being parsed. */
function callsIn(file: string, code: string): { calls: string[]; problems: unknown[] } {
	const source = ts.createSourceFile(file, code, ts.ScriptTarget.ESNext, true);
	const calls: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isCallExpression(node)) calls.push(node.expression.getText());
		node.forEachChild(visit);
	};
	visit(source);
	const { parseDiagnostics } = source as unknown as { parseDiagnostics: unknown[] };
	return { calls, problems: parseDiagnostics };
}

test.each(texts)('a document that contains %s everywhere becomes no code', (text) => {
	const { files } = generateService(inRoot(), serviceNames('hostile'), hostile(text));
	const code = Object.entries(files).filter(([file]) => file.endsWith('.ts'));
	expect(code.length).toBeGreaterThan(5);
	for (const [file, content] of code) {
		const { calls, problems } = callsIn(file, content);
		expect([file, problems.length]).toEqual([file, 0]);
		expect([file, calls.filter((name) => /require|writeFileSync/.test(name))]).toEqual([file, []]);
	}
});

test('decisions are only read from overlays', () => {
	const decisions = { 'x-n8n': { key: spread } };
	expect(
		withoutDecisions({ ...decisions, paths: { '/a': { get: { ...decisions, tags: ['x-n8n'] } } } }),
	).toEqual({ paths: { '/a': { get: { tags: ['x-n8n'] } } } });
});

test.each(['...x', 'a b', 'a.b', '1a', '', 'constructor()'])(
	'the key %j of an overlay is rejected',
	(key) => {
		const document = hostile('Thing');
		const get = { ...document.paths!['/things']!.get!, 'x-n8n': { key } };
		expect(() =>
			planService({ ...document, paths: { '/things': { get } } } as OpenApiDocument, 'Shop'),
		).toThrow('The key of GET /things');
	},
);

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
	'a tag and properties with the name %s lose nothing',
	(name) => {
		const schema = {
			type: 'object',
			properties: Object.fromEntries([name, 'other'].map((key) => [key, { type: 'string' }])),
		};
		const { operations, resources } = planService(
			{
				openapi: '3.1.0',
				info: { title: 'Shop API', version: '1' },
				paths: {
					'/things': {
						post: {
							tags: [name],
							requestBody: { content: { 'application/json': { schema } } },
							responses: { 200: { description: 'OK' } },
						},
					},
				},
			} as unknown as OpenApiDocument,
			'Shop',
		);
		expect(operations).toHaveLength(1);
		expect(Object.keys(resources)).toEqual([operations[0]!.resource]);
		const { fields, options } = operations[0]!;
		const labels = Object.values({ ...fields, ...options }).map(({ label }) => label);
		expect(labels).toHaveLength(2);
		expect([...labels, resources[operations[0]!.resource]].join()).not.toMatch(/function|native/);
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

describe('the references of a document at a URL', () => {
	const startServer = rawServersPerTest();

	test('lead to other files of its origin', async () => {
		const server = await startServer();
		server.respond = respondWithJson({ get: {} });
		const refused: string[] = [];
		const { exec } = originLoader(`${server.url}/api.json`, refused);
		expect(await exec(`${server.url}/paths.json`)).toMatchObject({ ok: true, data: { get: {} } });
		expect(refused).toEqual([]);
	});

	test('do not lead to another server or to a file', async () => {
		const [server, other] = [await startServer(), await startServer()];
		const refused: string[] = [];
		const { exec } = originLoader(`${server.url}/api.json`, refused);
		server.respond = (response) =>
			void response.writeHead(302, { location: `${other.url}/x` }).end();
		const places = [
			`${other.url}/paths.json`,
			`${server.url}/redirect`,
			'file:///etc/hostname',
			'/etc/hostname',
		];
		for (const place of places) expect(await exec(place)).toEqual({ ok: false });
		expect(refused).toEqual(places);
		expect(other.received).toEqual([]);
	});
});
