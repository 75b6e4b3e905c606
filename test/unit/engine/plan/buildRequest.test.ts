import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import {
	date,
	type Fields,
	file,
	flag,
	integer,
	list,
	type RequestLine,
	text,
} from '../../../../nodes/engine/describe';
import { buildRequest, planRequest } from '../../../../nodes/engine/plan/buildRequest';
import { thrownError } from '../kit';

const build = (line: string, fields: Fields, input: IDataObject) =>
	buildRequest(line as RequestLine, fields, input);

describe('a field', () => {
	it.each([['GET'], ['HEAD'], ['DELETE']])('is sent in the query of a %s request', (method) => {
		expect(build(`${method} /x`, { title: text('Title') }, { title: 'a' })).toEqual({
			method,
			url: '/x',
			query: { title: 'a' },
			headers: {},
		});
	});

	it.each([['POST'], ['PUT'], ['PATCH']])('is sent in the body of a %s request', (method) => {
		expect(build(`${method} /x`, { title: text('Title') }, { title: 'a' })).toEqual({
			method,
			url: '/x',
			query: {},
			headers: {},
			body: { title: 'a' },
		});
	});

	it('is sent in the place that `in` specifies, with any method', () => {
		const fields = {
			a: text('A', { in: 'query' }),
			b: text('B', { in: 'header', apiName: 'x-b' }),
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

	it('is sent under its `apiName` name, in which dots create nested objects in a body', () => {
		const fields = {
			a: text('A', { apiName: 'token.comment' }),
			b: list('B', { apiName: 'token.scope.names' }),
			c: integer('C', { apiName: 'mask' }),
			d: text('D'),
		};
		expect(build('PATCH /x', fields, { a: 'hi', b: ['r'], c: 0, d: '' }).body).toEqual({
			token: { comment: 'hi', scope: { names: ['r'] } },
			mask: 0,
			d: '',
		});
		expect(
			build('GET /x', { a: text('A', { apiName: 'filter.name' }) }, { a: 'hi' }).query,
		).toEqual({
			'filter.name': 'hi',
		});
	});

	it('is the complete body if its `apiName` name is empty', () => {
		expect(
			build('PUT /x', { all: text('All', { apiName: '' }) }, { all: ['a', 1] as never }).body,
		).toEqual(['a', 1]);
		expect(build('PUT /x', { all: text('All', { apiName: '' }) }, {})).not.toHaveProperty('body');
	});

	it('is not sent if it is unset, but is sent if it is false', () => {
		const fields = { a: flag('A'), b: text('B'), c: date('C') };
		expect(build('POST /x', fields, { a: false })).toMatchObject({ body: { a: false } });
		expect(build('POST /x', fields, { a: false }).body).not.toHaveProperty('b');
		expect(build('POST /x', fields, {})).not.toHaveProperty('body');
	});

	it('is not part of the body if its value is the name of a binary property', () => {
		expect(build('POST /x', { upload: file('Upload') }, { upload: 'data' })).not.toHaveProperty(
			'body',
		);
	});
});

describe('a flag with queryFlag', () => {
	const fields = {
		raw: flag('Raw', { apiName: 'expand', queryFlag: 'raw_data' }),
		lines: flag('Lines', { apiName: 'expand', queryFlag: 'lines' }),
	};

	test.each([
		[{}, {}],
		[{ raw: false }, {}],
		[{ raw: true }, { expand: 'raw_data' }],
		[{ raw: true, lines: true }, { expand: 'raw_data,lines' }],
	])('adds its queryFlag value to the query if it is on: %j becomes %j', (input, query) => {
		expect(buildRequest('GET /things', fields, input).query).toEqual(query);
	});
});

describe('a fixed body', () => {
	const fixedBody = { state: 'closed' };

	it('is sent in addition to the fields, and stays unchanged', () => {
		const fields = { reason: text('Reason') };
		expect(buildRequest('PATCH /x', fields, { reason: 'a' }, fixedBody).body).toEqual({
			state: 'closed',
			reason: 'a',
		});
		expect(buildRequest('PATCH /x', fields, {}, fixedBody).body).toEqual({ state: 'closed' });
		expect(fixedBody).toEqual({ state: 'closed' });
	});
});

describe('a header value', () => {
	it('is sent if it is printable ASCII, and otherwise rejected with the label', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (value) => {
				const fields = { key: text('Key', { in: 'header' }) };
				if ([...value].every((letter) => letter === '\t' || (letter >= ' ' && letter <= '~')))
					expect(build('GET /x', fields, { key: value }).headers).toEqual({ key: value });
				else
					expect(thrownError(() => build('GET /x', fields, { key: value })).details.field).toBe(
						'Key',
					);
			}),
		);
	});

	it.each([['a\r\nx-evil: 1'], ['a\n'], ['\r'], ['a\0']])(
		'cannot inject another header: %j is rejected',
		(value) => {
			expect(
				thrownError(() => build('GET /x', { key: text('Key', { in: 'header' }) }, { key: value }))
					.message,
			).toBe('Key can contain only printable ASCII characters');
		},
	);
});

describe('a planned request', () => {
	const line = 'GET /refs/{ref}/files/{path}';
	const values = { ref: 'heads/main', path: 'docs/a b.md' };

	it('may contain slashes in fields that allow them, and in placeholders that the call names', () => {
		expect(
			planRequest(line, { values, allowSlashes: ['ref'] }, { path: { allowSlashes: true } }).url,
		).toBe('/refs/heads%2Fmain/files/docs%2Fa%20b.md');
	});

	it('contains no slashes in other values, and never a path segment that leads elsewhere', () => {
		expect(() => planRequest(line, { values })).toThrow('ref cannot be used in a URL path');
		expect(() =>
			planRequest(line, { values: { ...values, ref: '../x' }, allowSlashes: ['ref', 'path'] }),
		).toThrow('ref cannot be used in a URL path');
	});
});
