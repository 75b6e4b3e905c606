import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import {
	date,
	type Fields,
	file,
	flag,
	id,
	integer,
	list,
	type RequestLine,
	text,
} from '../../../../nodes/engine/describe';
import { buildRequest } from '../../../../nodes/engine/request/buildRequest';
import { fillPath } from '../../../../nodes/engine/request/path';
import { refusal } from '../kit';

const build = (line: string, fields: Fields, input: IDataObject) =>
	buildRequest(line as RequestLine, fields, input);

/** Any text, and above all the pieces that lead out of a segment. */
const values = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc.string(),
	fc
		.array(
			fc.constantFrom(
				'.',
				'..',
				'/',
				'\\',
				'%2e',
				'%2F',
				'?',
				'#',
				'&',
				'%',
				'\0',
				'\n',
				'a',
				'\ud800',
				';',
				':',
				'@',
			),
			{ maxLength: 5 },
		)
		.map((parts) => parts.join('')),
);

describe('a value in a path', () => {
	it('is refused, or stays in its segment and decodes to itself', () => {
		fc.assert(
			fc.property(values, values, (first, second) => {
				let path: string;
				try {
					path = fillPath('/a/{first}/b/{second}', (name) => (name === 'first' ? first : second));
				} catch (error) {
					expect((error as Error).name).toBe('PackError');
					expect(
						[first, second].some(
							(value) => value === '' || /^\.{1,2}$|[/\\\p{Cc}\p{Cs}]/u.test(value),
						),
					).toBe(true);
					return;
				}
				const url = new URL(`https://scratch.test${path}`);
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

	it.each([[undefined], [null], ['']])(
		'that is required as %p is refused by the label of its field',
		(value) => {
			const refused = refusal(() =>
				build('GET /things/{thingId}', { thingId: id('Thing') }, { thingId: value }),
			);
			expect(refused.message).toBe('Thing is required');
			expect(refused.details.field).toBe('Thing');
		},
	);

	it.each([['.'], ['..'], ['a/b'], ['a\\b'], ['a\nb'], ['\u007f'], ['\ud800'], ['\udc00a']])(
		'that would leave its segment as %j is refused, and shown',
		(value) => {
			expect(
				refusal(() => build('GET /things/{thingId}', { thingId: id('Thing') }, { thingId: value }))
					.message,
			).toMatch(/^Thing cannot be used in a URL path, got "/);
		},
	);

	it.each([
		['...', '...'],
		['.a', '.a'],
		['a?b#c', 'a%3Fb%23c'],
		['%2e%2e', '%252e%252e'],
		['ä 😀', '%C3%A4%20%F0%9F%98%80'],
		[7, '7'],
	])('such as %p becomes %p', (value, encoded) => {
		expect(
			build('GET /things/{thingId}/x', { thingId: id('Thing') }, { thingId: value as string }).url,
		).toBe(`/things/${encoded}/x`);
	});

	it('is not sent a second time elsewhere', () => {
		const plan = build(
			'PUT /things/{thingId}',
			{ thingId: id('Thing'), title: text('Title') },
			{ thingId: 't', title: 'x' },
		);
		expect(plan).toEqual({
			method: 'PUT',
			url: '/things/t',
			query: {},
			headers: {},
			body: { title: 'x' },
		});
	});
});

describe('a field', () => {
	it.each([['GET'], ['HEAD'], ['DELETE']])('of a %s goes into the query', (method) => {
		expect(build(`${method} /x`, { title: text('Title') }, { title: 'a' })).toEqual({
			method,
			url: '/x',
			query: { title: 'a' },
			headers: {},
		});
	});

	it.each([['POST'], ['PUT'], ['PATCH']])('of a %s goes into the body', (method) => {
		expect(build(`${method} /x`, { title: text('Title') }, { title: 'a' })).toEqual({
			method,
			url: '/x',
			query: {},
			headers: {},
			body: { title: 'a' },
		});
	});

	it('goes where it says, whatever the method is', () => {
		const fields = {
			a: text('A', { in: 'query' }),
			b: text('B', { in: 'header', wire: 'x-b' }),
			c: text('C', { in: 'none' }),
			d: text('D', { in: 'body' }),
		};
		for (const method of ['GET', 'POST']) {
			expect(build(`${method} /x`, fields, { a: '1', b: '2', c: '3', d: '4' })).toMatchObject({
				query: { a: '1' },
				headers: { 'x-b': '2' },
				body: { d: '4' },
			});
		}
	});

	it('goes under the name that the service has for it, nested where that has dots', () => {
		const fields = {
			a: text('A', { wire: 'token.comment' }),
			b: list('B', { wire: 'token.scope.names' }),
			c: integer('C', { wire: 'mask' }),
			d: text('D'),
		};
		expect(build('PATCH /x', fields, { a: 'hi', b: ['r'], c: 0, d: '' }).body).toEqual({
			token: { comment: 'hi', scope: { names: ['r'] } },
			mask: 0,
			d: '',
		});
		expect(build('GET /x', { a: text('A', { wire: 'filter.name' }) }, { a: 'hi' }).query).toEqual({
			'filter.name': 'hi',
		});
	});

	it('without a name of its own is the whole body', () => {
		expect(
			build('PUT /x', { all: text('All', { wire: '' }) }, { all: ['a', 1] as never }).body,
		).toEqual(['a', 1]);
		expect(build('PUT /x', { all: text('All', { wire: '' }) }, {})).not.toHaveProperty('body');
	});

	it('that is not set is not sent, and false is', () => {
		const fields = { a: flag('A'), b: text('B'), c: date('C') };
		expect(build('POST /x', fields, { a: false })).toMatchObject({ body: { a: false } });
		expect(build('POST /x', fields, { a: false }).body).not.toHaveProperty('b');
		expect(build('POST /x', fields, {})).not.toHaveProperty('body');
	});

	it('that names a file of the item is not sent as text', () => {
		expect(build('POST /x', { upload: file('Upload') }, { upload: 'data' })).not.toHaveProperty(
			'body',
		);
	});
});

describe('a value in a header', () => {
	it('is printable ASCII, or is refused by its label', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (value) => {
				const fields = { key: text('Key', { in: 'header' }) };
				if ([...value].every((one) => one === '\t' || (one >= ' ' && one <= '~')))
					expect(build('GET /x', fields, { key: value }).headers).toEqual({ key: value });
				else
					expect(refusal(() => build('GET /x', fields, { key: value })).details.field).toBe('Key');
			}),
		);
	});

	it.each([['a\r\nx-evil: 1'], ['a\n'], ['\r'], ['a\0']])(
		'that would begin another header, %j, is refused',
		(value) => {
			expect(
				refusal(() => build('GET /x', { key: text('Key', { in: 'header' }) }, { key: value }))
					.message,
			).toBe('Key can contain only printable ASCII characters');
		},
	);
});
