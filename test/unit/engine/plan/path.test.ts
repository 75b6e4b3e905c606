import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { type Fields, id, PackError, type RequestLine } from '../../../../nodes/engine/describe';
import { buildRequest } from '../../../../nodes/engine/plan/buildRequest';
import { fillPath } from '../../../../nodes/engine/plan/path';
import { thrownError } from '../kit';

const build = (line: string, fields: Fields, input: IDataObject) =>
	buildRequest(line as RequestLine, fields, input);
const getThing = (thingId: unknown) =>
	build('GET /things/{thingId}', { thingId: id('Thing') }, { thingId: thingId as string });

/** Any text, with a preference for sequences that could escape from a path segment. */
const values = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc.string(),
	fc
		.array(fc.constantFrom(...'. .. / \\ %2e %2F ? # & % \0 a \ud800 ; : @'.split(' ')), {
			maxLength: 5,
		})
		.map((parts) => parts.join('')),
);

describe('a value in a path', () => {
	it('either stays within its segment and decodes to itself, or is rejected', () => {
		fc.assert(
			fc.property(values, values, (first, second) => {
				let path: string;
				try {
					path = fillPath('/a/{first}/b/{second}', { first, second });
				} catch (error) {
					expect(error).toBeInstanceOf(PackError);
					expect(
						[first, second].some(
							(value) => value === '' || /^\.{1,2}$|[/\\\p{Cc}\p{Cs}]/u.test(value),
						),
					).toBe(true);
					return;
				}
				const url = new URL(`https://example.test${path}`);
				expect(url.search + url.hash).toBe('');
				expect(url.pathname.split('/').map(decodeURIComponent)).toEqual([
					'',
					'a',
					first,
					'b',
					second,
				]);
				expect(url.pathname).toBe(path);
			}),
			{ numRuns: 500 },
		);
	});

	it.each([[undefined], [null], ['']])('is required: %p is rejected with the label', (value) => {
		const error = thrownError(() => getThing(value));
		expect(error.message).toBe('Thing is required');
		expect(error.details.field).toBe('Thing');
	});

	it.each([['.'], ['..'], ['a/b'], ['a\\b'], ['a\nb'], ['\u007f'], ['\ud800'], ['\udc00a']])(
		'is rejected, and quoted in the error, if it is unsafe in a path: %j',
		(value) => {
			expect(thrownError(() => getThing(value)).message).toMatch(
				/^Thing cannot be used in a URL path, got "/,
			);
		},
	);

	it.each([
		['...', '...'],
		['.a', '.a'],
		['a?b#c', 'a%3Fb%23c'],
		['%2e%2e', '%252e%252e'],
		['ä 😀', '%C3%A4%20%F0%9F%98%80'],
		[7, '7'],
	])('is encoded: %p becomes %p', (value, encoded) => {
		expect(
			build('GET /things/{thingId}/x', { thingId: id('Thing') }, { thingId: value as string }).url,
		).toBe(`/things/${encoded}/x`);
	});

	it('is also sent in the body if the field has `in: body`', () => {
		const listId = id('List', { in: 'body', apiName: 'id' });
		expect(buildRequest('PUT /lists/{listId}', { listId }, { listId: 'a b' })).toMatchObject({
			url: '/lists/a%20b',
			body: { id: 'a b' },
		});
		expect(
			buildRequest(
				'PUT /lists/{listId}',
				{ listId: id('List', { apiName: 'id' }) },
				{ listId: 'a' },
			),
		).not.toHaveProperty('body');
	});
});

it('a value in the query part of a path may contain any character', () => {
	expect(fillPath('/things/{a}?token={b}', { a: 'x y', b: 'a/../b&c' })).toBe(
		'/things/x%20y?token=a%2F..%2Fb%26c',
	);
	expect(() => fillPath('/things/{a}?token={b}', { a: 'a/b', b: 'c' })).toThrow(
		'cannot be used in a URL path',
	);
});

it('lists are joined with commas, and objects are rejected', () => {
	expect(fillPath('/things/{a}', { a: ['x', 2] })).toBe('/things/x%2C2');
	expect(() => fillPath('/things/{a}', { a: { id: 1 } })).toThrow(
		'a cannot be used in a URL path, got {"id":1}',
	);
});
