// docs/performance.md belongs to the saved results of the benchmark.
import { readFileSync } from 'node:fs';
import { pageFiles } from '../bench/page';
import type { Results } from '../bench/report';
import { costs, speed, valueOf } from '../bench/summary';
import { inRoot } from '../../tools/system/paths';

const inDocs = (path: string): string => inRoot('docs', path);
const page = readFileSync(inDocs('performance.md'), 'utf8');
const results = JSON.parse(readFileSync(inDocs('performance.json'), 'utf8')) as Results;

// If this fails, run: npm run bench -- --page
test.each(Object.entries(pageFiles((path) => readFileSync(inDocs(path), 'utf8'), results)))(
	'docs/%s is up to date',
	(path, content) => {
		expect(readFileSync(inDocs(path), 'utf8')).toBe(content);
	},
);

// A list leaves out what was not measured. It must not leave out what has been renamed.
test('the lists use the names of the table', () => {
	const unknown = [speed, costs].flatMap((summary) =>
		Object.entries(summary).flatMap(([row, text]) =>
			[...text.matchAll(/\{([^}]+)\}/g)]
				.map(([, placeholder]) => placeholder!)
				.filter((placeholder) => valueOf(results, row, placeholder) === undefined)
				.map((placeholder) => [row, placeholder]),
		),
	);
	expect(unknown).toEqual([]);
});

test('the sentences of the page contain no measured value', () => {
	const prose = page.replaceAll(/<!-- (\w+): generated.*?<!-- \/\1 -->/gs, '');
	expect(prose).not.toBe(page);
	expect(prose.match(/\b\d[\d.,]* ?(?:s|seconds|times as|per second|%)(?=\W)/g)).toBeNull();
});

test('every benchmark that the page describes has results', () => {
	const [, table] = /\| Benchmark \| What runs \|[^\n]*\n([\s\S]*?)\n\n/.exec(page)!;
	const described = [...table!.matchAll(/^\| (\w+) \|/gm)].map(([, name]) => name);
	expect(described).toEqual(expect.arrayContaining(['items', 'queue']));
	expect(described.filter((name) => !results.rows[name!])).toEqual([]);
});
