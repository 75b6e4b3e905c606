// The pages with results belong to the saved results of the benchmark.
import { readFileSync } from 'node:fs';
import { pageFiles } from '../bench/page';
import type { Results } from '../bench/report';
import { costs, speed, valueOf } from '../bench/summary';
import { inRoot } from '../../tools/system/paths';

const read = (path: string): string => readFileSync(inRoot(path), 'utf8');
const results = JSON.parse(read('docs/performance.json')) as Results;

// If this fails, run: npm run bench -- --page
test.each(Object.entries(pageFiles(read, results)))('%s is up to date', (path, content) => {
	expect(read(path)).toBe(content);
});

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
