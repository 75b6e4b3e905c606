import { choice, id, type RequestLine, text } from '../../../../nodes/engine/describe';
import { recordOutsidePath, recordsInPath } from '../../../../nodes/engine/plan/planOperation';

const fields = {
	project: id('Project'),
	file: id('File', { byName: true, apiName: 'file_name' }),
	kind: choice('Kind', ['a', 'b']),
	label: text('Label'),
	format: text('Format', { default: 'zip' }),
};
const values = { project: 'p', file: 'readme', kind: 'a', label: 'new', format: 'zip' };
const named = (line: RequestLine, given: object = values): string[] =>
	recordsInPath(line, fields, { ...given }).map(({ label, value }) => `${label} ${value}`);

test('the records of a path are its IDs and names, in order', () => {
	expect(named('GET /{project}/files/{file}')).toEqual(['Project p', 'File readme']);
	expect(named('GET /{project}/labels/{label}')).toEqual(['Project p', 'Label new']);
	expect(recordsInPath('GET /{file}', fields, values)).toEqual([
		{ label: 'File', value: 'readme', byName: true },
	]);
});

test('a placeholder can be the name of a value in the request', () => {
	expect(named('GET /files/{file_name}', { file_name: 'readme' })).toEqual(['File readme']);
});

test.each<[string, RequestLine]>([
	['the name of a new record', 'PUT /{project}/labels/{label}'],
	['a choice', 'GET /{project}/{kind}'],
	['a setting', 'GET /{project}/{format}'],
	['a query parameter', 'GET /{project}/files?label={label}'],
	['an unknown placeholder', 'GET /{project}/{other}'],
])('%s is not a record', (_, line) => {
	expect(named(line)).toEqual(['Project p']);
});

test('a record that contains the others is named before the innermost one', () => {
	const inBranch = { ...fields, branch: text('Branch', { containsRecord: true }) };
	const line = 'GET /{project}/files/{file}';
	expect(
		recordsInPath(line, inBranch, { ...values, branch: 'main' }).map(({ label }) => label),
	).toEqual(['Project', 'Branch', 'File']);
	expect(recordsInPath(line, inBranch, values)).toHaveLength(2);
});

test('a record without a value is left out', () => {
	expect(named('GET /{project}/files/{file}', { file: 'readme' })).toEqual(['File readme']);
});

test('outside the path, a request refers to a record if the operation has only one ID', () => {
	const { project, label, file } = fields;
	expect(recordOutsidePath({ project, label }, values)).toEqual([{ label: 'Project', value: 'p' }]);
	expect(recordOutsidePath({ project, file }, values)).toEqual([]);
	expect(recordOutsidePath({ label }, values)).toEqual([]);
});
