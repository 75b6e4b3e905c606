// docs/performance.md and its charts belong to the saved results of the benchmark.
import { existsSync, readFileSync } from 'node:fs';
import { chartPlans } from '../bench/charts';
import { findLine } from '../bench/figures';
import { pageFiles } from '../bench/page';
import type { Results } from '../bench/report';
import { costPlans, speedPlans } from '../bench/summary';
import { inRoot } from '../../tools/system/paths';

const inDocs = (path: string): string => inRoot('docs', path);
const page = readFileSync(inDocs('performance.md'), 'utf8');
const results = JSON.parse(readFileSync(inDocs('performance.json'), 'utf8')) as Results;

// If this fails, run: npm run bench -- --page
test.each(Object.entries(pageFiles((path) => readFileSync(inDocs(path), 'utf8'), results)))(
	'docs/%s is up to date',
	(path, content) => {
		const file = existsSync(inDocs(path)) ? readFileSync(inDocs(path), 'utf8') : undefined;
		expect(file).toBe(content);
	},
);

// A list or chart leaves out what was not measured. It must not leave out what has been renamed.
test('the lists and charts use the names of the table', () => {
	const plans = [...speedPlans, ...costPlans, ...chartPlans.flatMap(({ groups }) => groups)];
	const unknown = plans
		.filter(({ benchmark }) => results.rows[benchmark])
		.flatMap((plan) =>
			plan.variants.flatMap(([what]) => (findLine(results, plan, what) ? [] : [[plan.row, what]])),
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
