import fc from 'fast-check';
import { contextOf, rowsOfQuery } from '../../../nodes/DocumentSearch/results';

const result = (text: string, more: object = {}) => ({
	chunk_id: 'doc:1',
	score: 0.5,
	text,
	document: { id: 'doc', filename: 'leave.pdf' },
	location: { page_start: 2, page_end: 2 },
	...more,
});
const answer = {
	query: 'leave',
	results: [result('One'), result('Two')],
	total_results: 2,
	warnings: ['Weak'],
	timing: { stages: [], total_ms: 3 },
};

test('one item a result has its rank, and what the service says of the query', () => {
	const rows = rowsOfQuery(answer, 'results');
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

test('one item a query is the whole answer', () => {
	expect(rowsOfQuery(answer, 'query')).toEqual([{ json: answer }]);
});

test('text for an agent numbers its sources from one, in the order of the results', () => {
	fc.assert(
		fc.property(
			fc.array(
				fc.string({ minLength: 1 }).filter((text) => text.trim() !== '' && !text.includes('[')),
				{ maxLength: 12 },
			),
			(texts) => {
				const results = texts.map((text) => result(text));
				const [row] = rowsOfQuery({ ...answer, results }, 'text');
				const numbers = [...String(row!.json.text).matchAll(/^\[(\d+)\] /gm)].map(([, number]) =>
					Number(number),
				);
				expect(numbers).toEqual(texts.map((_, index) => index + 1));
				expect(
					(row!.json.sources as Array<{ number: number }>).map(({ number }) => number),
				).toEqual(numbers);
			},
		),
	);
});

test('a source says where its text stands', () => {
	const places = [
		result('a', { location: { page_start: 2, page_end: 3 } }),
		result('b', {
			document: { id: 'doc', filename: null },
			location: { sheet_name: 'Rates', row_start: 4, row_end: 9 },
		}),
		result('c', { document: null, location: { start_seconds: 12.5, end_seconds: 20 } }),
		result('d', { location: null }),
	];
	expect(
		contextOf(places)
			.split('\n')
			.filter((line) => line.startsWith('[')),
	).toEqual([
		'[1] leave.pdf, pages 2 to 3',
		'[2] doc, sheet Rates, rows 4 to 9',
		'[3] doc:1, from 12.5 s to 20 s',
		'[4] leave.pdf',
	]);
	expect(contextOf([])).toBe('No results.');
});
