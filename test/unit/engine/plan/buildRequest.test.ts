import type { IDataObject } from 'n8n-workflow';
import {
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
	const place = { in: 'query' } as const;

	it.each<[string, Fields, IDataObject, object]>([
		...['GET', 'HEAD', 'DELETE'].map((method): [string, Fields, IDataObject, object] => [
			`${method} /x`,
			{ title: text('Title') },
			{ title: 'a' },
			{ query: { title: 'a' } },
		]),
		...['POST', 'PUT', 'PATCH'].map((method): [string, Fields, IDataObject, object] => [
			`${method} /x`,
			{ title: text('Title') },
			{ title: 'a' },
			{ body: { title: 'a' } },
		]),
		['POST /x', { a: text('A', place) }, { a: '1' }, { query: { a: '1' } }],
		['GET /x', { d: text('D', { in: 'body' }) }, { d: '4' }, { body: { d: '4' } }],
		['POST /x', { c: text('C', { in: 'none' }) }, { c: '3' }, {}],
		[
			'GET /x',
			{ b: text('B', { in: 'header', apiName: 'x-b' }) },
			{ b: '2' },
			{ headers: { 'x-b': '2' } },
		],
		[
			'PATCH /x',
			{
				a: text('A', { apiName: 'token.comment' }),
				b: list('B', { apiName: 'token.scope.names' }),
				c: integer('C', { apiName: 'mask' }),
			},
			{ a: '', b: ['r'], c: 0 },
			{ body: { token: { comment: '', scope: { names: ['r'] } }, mask: 0 } },
		],
		['GET /x', { a: text('A', { apiName: 'f.n' }) }, { a: 'hi' }, { query: { 'f.n': 'hi' } }],
		['PUT /x', { all: text('All', { apiName: '' }) }, { all: ['a', 1] }, { body: ['a', 1] }],
		['PUT /x', { all: text('All', { apiName: '' }) }, {}, {}],
		['POST /x', { a: flag('A'), b: text('B') }, { a: false }, { body: { a: false } }],
		['POST /x', { upload: file('Upload') }, { upload: 'data' }, {}],
	])('of %s is sent in its place, unless it is unset: %j', (line, fields, input, sent) => {
		const [method, url] = line.split(' ');
		expect(build(line, fields, input)).toEqual({ method, url, query: {}, headers: {}, ...sent });
	});

	it('with queryFlag adds its value to the query if it is on', () => {
		const fields = {
			raw: flag('Raw', { apiName: 'expand', queryFlag: 'raw_data' }),
			lines: flag('Lines', { apiName: 'expand', queryFlag: 'lines' }),
		};
		const queryOf = (input: IDataObject) => build('GET /x', fields, input).query;
		expect(queryOf({ raw: false })).toEqual({});
		expect(queryOf({ raw: true, lines: true })).toEqual({ expand: 'raw_data,lines' });
	});
});

it('a fixed body is sent in addition to the fields, and stays unchanged', () => {
	const fixedBody = { state: 'closed' };
	const fields = { reason: text('Reason') };
	expect(buildRequest('PATCH /x', fields, { reason: 'a' }, fixedBody).body).toEqual({
		state: 'closed',
		reason: 'a',
	});
	expect(fixedBody).toEqual({ state: 'closed' });
});

describe('a header value', () => {
	it.each([['a\r\nx-evil: 1'], ['a\n'], ['\r'], ['a\0'], ['\u007f'], ['ä']])(
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
