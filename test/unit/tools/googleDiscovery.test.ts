import { readDiscoveryDocument } from '../../../tools/published/googleDiscovery';

const project = { location: 'path', type: 'string', required: true } as const;
const document = {
	id: 'notes:v1',
	revision: '20260101',
	schemas: {
		Note: {
			type: 'object',
			description: 'A note.',
			properties: {
				name: { type: 'string', readOnly: true, description: 'Output only. Name of the note.' },
				size: { type: 'string', format: 'int64' },
				title: { type: 'string', description: 'Required. Title. Maximum length is 63 characters.' },
				due: { type: 'string', description: 'Date (as an RFC 3339 timestamp).' },
				created: { type: 'string', format: 'google-datetime' },
				ttl: { type: 'string', format: 'google-duration' },
				open: { type: 'boolean', description: 'True for either `OPEN` or `DONE`.' },
				link: { type: 'string', description: 'Output only. Signed URI to the file.' },
				score: { type: 'number', format: 'double', description: 'One of many.' },
				state: { type: 'string', description: 'This is either `OPEN` or `DONE`.' },
				channel: {
					type: 'string',
					description: 'Acceptable values are: - "`web`": a - "`app`": b',
				},
				labels: { type: 'object', additionalProperties: { type: 'string' } },
				author: { $ref: 'Author', description: 'Required. The author.' },
				anything: { type: 'any' },
			},
		},
		Author: {
			type: 'object',
			properties: {
				id: {
					type: 'string',
					format: 'int64',
					annotations: { required: ['notes.replace'] },
				},
				friends: { type: 'array', items: { type: 'string' } },
			},
		},
		NoteList: {
			type: 'object',
			properties: {
				notes: { type: 'array', items: { $ref: 'Note' } },
				nextPageToken: { type: 'string' },
			},
		},
		Operation: {
			type: 'object',
			properties: {
				name: { type: 'string' },
				metadata: { type: 'object', additionalProperties: { type: 'any' } },
				response: { type: 'object', additionalProperties: { type: 'any' } },
			},
		},
		OperationMetadata: { type: 'object', properties: { verb: { type: 'string' } } },
		RunNoteRequest: { type: 'object', properties: {} },
		RunNoteResponse: { type: 'object', properties: {} },
		CheckNoteRequest: { type: 'object', properties: {} },
		Empty: { type: 'object', properties: {} },
		Unused: { type: 'object', properties: {} },
	},
	resources: {
		projects: {
			resources: {
				notes: {
					methods: {
						list: {
							id: 'notes.list',
							httpMethod: 'GET',
							flatPath: 'notes/v1/projects/{projectsId}/notes',
							parameters: {
								parent: project,
								pageSize: {
									location: 'query',
									type: 'integer',
									format: 'int32',
									description: 'Page size (max allowed: 100).',
								},
								pageToken: { location: 'query', type: 'string' },
								types: { location: 'query', type: 'string', repeated: true },
								source: { location: 'query', type: 'string', description: 'Required. Source.' },
								startRow: {
									location: 'query',
									type: 'integer',
									format: 'uint32',
									minimum: '1',
									required: true,
								},
							},
							response: { $ref: 'NoteList' },
						},
						create: {
							id: 'notes.create',
							httpMethod: 'POST',
							flatPath: 'notes/v1/projects/{projectsId}/notes',
							request: { $ref: 'Note' },
							response: { $ref: 'Note' },
						},
						patch: {
							id: 'notes.patch',
							httpMethod: 'PATCH',
							flatPath: 'notes/v1/projects/{projectsId}/notes/{notesId}',
							request: { $ref: 'Note' },
							response: { $ref: 'Note' },
						},
						replace: {
							id: 'notes.replace',
							httpMethod: 'PUT',
							flatPath: 'notes/v1/projects/{projectsId}/notes/{notesId}',
							request: { $ref: 'Note' },
							deprecated: true,
						},
						download: {
							id: 'notes.download',
							httpMethod: 'GET',
							flatPath: 'notes/v1/projects/{projectsId}/notes/{notesId}:download',
							supportsMediaDownload: true,
						},
						run: {
							id: 'notes.run',
							httpMethod: 'POST',
							flatPath: 'notes/v1/projects/{projectsId}/notes/{notesId}:run',
							request: { $ref: 'RunNoteRequest' },
							response: { $ref: 'Operation' },
						},
						check: {
							id: 'notes.check',
							httpMethod: 'POST',
							flatPath: 'notes/v1/projects/{projectsId}/notes/{notesId}:check',
							request: { $ref: 'CheckNoteRequest' },
							response: { $ref: 'Operation' },
						},
						remove: {
							id: 'notes.remove',
							httpMethod: 'DELETE',
							flatPath: 'notes/v1/projects/{projectsId}/notes/{notesId}',
							response: { $ref: 'Operation' },
						},
					},
				},
			},
		},
	},
} as const;

const list = 'GET /projects/{project}/notes';
const create = 'POST /projects/{project}/notes';
const patch = 'PATCH /projects/{project}/notes/{note}';
const replace = 'PUT /projects/{project}/notes/{note}';
const download = 'GET /projects/{project}/notes/{note}:download';

/** Reads one operation, and the schemas that it needs. */
function read(request: string) {
	const { operations, schemas } = readDiscoveryDocument(document, [request], {
		basePath: '/notes/v1',
		results: { CheckNoteRequest: 'Note' },
	});
	const [found, ...others] = Object.entries(operations);
	expect(others).toEqual([]);
	return { line: found![0], operation: found![1], schemas };
}

const int64 = { type: 'string', format: 'int64', pattern: '^-?\\d{1,19}$' };

test('reads only the requested operations, below the base path, and the schemas they need', () => {
	const { line, schemas } = read(list);
	expect(line).toBe('GET /projects/{projectsId}/notes');
	expect(Object.keys(schemas)).toEqual(['Author', 'Note', 'NoteList']);
	expect(read(download).schemas).toEqual({});
});

test('reads parameters and pagination', () => {
	const { operation } = read(list);
	expect(operation.parameters).toEqual([
		{ name: 'projectsId', in: 'path', required: true, schema: { type: 'string' } },
		{
			name: 'pageSize',
			in: 'query',
			schema: { type: 'integer', format: 'int32', maximum: 100 },
		},
		{ name: 'pageToken', in: 'query', schema: { type: 'string' } },
		{ name: 'types', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
		{ name: 'source', in: 'query', required: true, schema: { type: 'string' } },
		{
			name: 'startRow',
			in: 'query',
			required: true,
			schema: { type: 'integer', minimum: 1, maximum: 4_294_967_295 },
		},
	]);
	expect(operation.paging).toEqual({ cursor: 'pageToken', next: 'nextPageToken' });
	expect(operation.responses).toEqual({ 200: { schema: { $ref: '#/schemas/NoteList' } } });
});

test('converts schemas without prose, including constraints that only descriptions state', () => {
	expect(read(create).schemas.Note).toEqual({
		type: 'object',
		properties: {
			name: { type: 'string', readOnly: true },
			size: int64,
			title: { type: 'string', maxLength: 63 },
			due: { type: 'string', format: 'date-time' },
			created: { type: 'string', format: 'date-time' },
			ttl: { type: 'string', pattern: '^-?\\d+(\\.\\d{1,9})?s$' },
			open: { type: 'boolean' },
			link: { type: 'string', format: 'uri' },
			score: { type: 'number', format: 'double' },
			state: { type: 'string', enum: ['OPEN', 'DONE'] },
			channel: { type: 'string', enum: ['web', 'app'] },
			labels: { type: 'object', additionalProperties: { type: 'string' } },
			author: { $ref: '#/schemas/Author' },
			anything: {},
		},
		required: ['title', 'author'],
	});
	expect(read(create).operation.requestBody).toEqual({
		required: true,
		contentType: 'application/json',
		schema: { $ref: '#/schemas/Note' },
	});
});

test('a patch requires no field and accepts null', () => {
	const { requestBody } = read(patch).operation;
	expect(requestBody).not.toHaveProperty('required');
	expect(requestBody!.schema).not.toHaveProperty('required');
	expect(requestBody!.schema.properties).toMatchObject({
		title: { type: ['string', 'null'], maxLength: 63 },
		state: { type: ['string', 'null'], enum: ['OPEN', 'DONE', null] },
		author: { anyOf: [{ $ref: '#/schemas/Author' }, { type: 'null' }] },
	});
});

test('reads properties that only some methods require', () => {
	const { operation, schemas } = read(replace);
	expect(operation.requestBody).toMatchObject({
		required: true,
		schema: { properties: { author: { properties: { id: int64 }, required: ['id'] } } },
	});
	expect(schemas).toEqual({});
	expect(read(create).schemas.Author).not.toHaveProperty('required');
});

test('reads downloads, deprecations and responses without a body', () => {
	expect(read(download).operation.parameters).toContainEqual({
		name: 'alt',
		in: 'query',
		schema: { type: 'string', enum: ['json', 'media'] },
	});
	expect(read(replace).operation).toMatchObject({ deprecated: true, responses: { 200: {} } });
	expect(read(list).operation).not.toHaveProperty('deprecated');
});

test('adds the results of long-running operations', () => {
	const resultOf = (request: string) =>
		read(request).operation.responses[200]!.schema!.properties as unknown;
	const note = '/projects/{project}/notes/{note}';
	const result = (name: string) => ({ response: { $ref: `#/schemas/${name}` } });
	expect(resultOf(`POST ${note}:run`)).toEqual(result('RunNoteResponse'));
	expect(resultOf(`POST ${note}:check`)).toEqual(result('Note'));
	expect(resultOf(`DELETE ${note}`)).toEqual(result('Empty'));
	expect(read(`DELETE ${note}`).schemas.Operation).toMatchObject({
		properties: { metadata: { $ref: '#/schemas/OperationMetadata' } },
	});
});
