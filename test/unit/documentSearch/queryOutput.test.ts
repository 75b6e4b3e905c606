import { queryRows } from '../../../nodes/DocumentSearch/queryOutput';
import { documentSearch } from '../../../nodes/DocumentSearch/service';
import { simplifyRow } from '../../../nodes/engine/run/output';

const result = (text: string, more: object = {}) => ({
	chunk_id: 'doc:1',
	score: 0.5,
	text,
	document: { id: 'doc', filename: 'leave.pdf' },
	location: { page_start: 2, page_end: 2 },
	...more,
});
const response = {
	query: 'leave',
	results: [result('One'), result('Two')],
	total_results: 2,
	warnings: ['Weak'],
	timing: { stages: [], total_ms: 3 },
};

test('One Item per Result returns the rank of each result and information about the query', () => {
	const rows = queryRows(response, 'results');
	expect(rows.map(({ json }) => [json.rank, json.text])).toEqual([
		[1, 'One'],
		[2, 'Two'],
	]);
	for (const { json } of rows)
		expect(json.search).toEqual({
			query: 'leave',
			total_results: 2,
			warnings: ['Weak'],
			timing: { stages: [], total_ms: 3 },
		});
});

test('One Item per Query returns the complete response', () => {
	expect(queryRows(response, 'query')).toEqual([{ json: response }]);
});

test('in Text With Sources, each source contains its position, whether in pages, seconds or cells', () => {
	const positions = [
		{ page_start: 2, page_end: 3 },
		{ start_seconds: 12.5, end_seconds: 20 },
		{ sheet_name: 'Rates', row_start: 4, row_end: 9, col_start: 1, col_end: 3 },
	];
	expect(queryRows({ results: [] }, 'text')[0]!.json.text).toBe('No results.');
	const [row] = queryRows(
		{ results: positions.map((location) => result('a', { location })) },
		'text',
	);
	expect(row!.json.sources).toEqual(
		positions.map((position, index) => ({
			number: index + 1,
			chunk_id: 'doc:1',
			document_id: 'doc',
			filename: 'leave.pdf',
			...position,
			score: 0.5,
		})),
	);
	expect(
		String(row!.json.text)
			.split('\n')
			.filter((line) => line.startsWith('[')),
	).toEqual([
		'[1] leave.pdf, pages 2 to 3',
		'[2] leave.pdf, from 12.5 s to 20 s',
		'[3] leave.pdf, sheet Rates, rows 4 to 9, columns 1 to 3',
	]);
});

describe('Simplify', () => {
	const { simplify, arrange } = documentSearch.resources.query!.operations.search!;
	const simplified = (more: object) => {
		const [row] = queryRows({ results: [result('One', more)] }, 'results');
		return arrange!([simplifyRow(row!, simplify!)], {})[0]!.json;
	};

	test('keeps the data that Include Document, Include Metadata and Include Document Metadata add', () => {
		expect(
			simplified({
				metadata: { language: 'en' },
				custom_metadata: { department: 'it' },
				document: {
					id: 'doc',
					filename: 'leave.pdf',
					source: { type: 'upload' },
					custom_metadata: { year: 2024 },
				},
			}),
		).toMatchObject({
			metadata: { language: 'en' },
			custom_metadata: { department: 'it' },
			document_source: { type: 'upload' },
			document_metadata: { year: 2024 },
		});
	});

	test.each([
		{ page_start: 2, page_end: 3 },
		{ start_seconds: 12.5, end_seconds: 20 },
		{ sheet_name: 'Rates', row_start: 4, row_end: 9, col_start: 1, col_end: 3 },
	])('keeps the position %j and adds no empty positions', (position) => {
		const empty = Object.fromEntries(
			['page_start', 'start_seconds', 'sheet_name', 'row_start', 'col_start'].map((key) => [
				key,
				null,
			]),
		);
		expect(simplified({ location: { ...empty, ...position } })).toEqual({
			rank: 1,
			chunk_id: 'doc:1',
			score: 0.5,
			text: 'One',
			document_id: 'doc',
			filename: 'leave.pdf',
			...position,
			search: {},
		});
	});
});
