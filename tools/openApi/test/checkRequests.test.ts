import { checkRequests } from '../checkRequests';
import type { OpenApiDocument, Schema } from '../document';
import { planService } from '../plan';

/** The problems of a request with a body. */
const problemsOf = (schema: object): string[] => {
	const document = {
		openapi: '3.1.0',
		info: { title: 'Shop API', version: '1' },
		paths: {
			'/things': {
				post: {
					requestBody: { content: { 'application/json': { schema } } },
					responses: { 200: { description: 'OK' } },
				},
			},
		},
	} as OpenApiDocument;
	return checkRequests(document, planService(document, 'Shop'));
};

const text: Schema = { type: 'string' };

test('a made-up value that the document does not allow is reported', () => {
	const uuid = { ...text, format: 'uuid' };
	expect(problemsOf({ type: 'object', properties: { uuid } })).toEqual([
		'POST /things: /uuid must match format "uuid"',
	]);
});

test('nullable without a type does not make the schema invalid', () => {
	const color = { nullable: true, enum: ['red', null] };
	expect(problemsOf({ type: 'object', properties: { color } })).toEqual([]);
});
