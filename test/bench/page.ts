// The pages with saved results: inserts the results between the pages' markers.
import { replaceGenerated } from '../../tools/generate/markdown';
import { throughputTable } from './queueTable';
import { markdown, type Results } from './report';
import { costs, speed, summaryOf } from './summary';

type Blocks = Readonly<Record<string, (results: Results) => string>>;

/** What to insert, by page and marker. */
export const pages: Readonly<Record<string, Blocks>> = {
	'docs/performance.md': {
		speed: (results) => summaryOf(results, speed),
		costs: (results) => summaryOf(results, costs),
	},
	'test/bench/README.md': { figures: markdown },
	'docs/queue-mode.md': { throughput: throughputTable },
};

/** @throws Error if the page lacks a marker */
export const withResults = (page: string, blocks: Blocks, results: Results): string =>
	Object.entries(blocks).reduce(
		(text, [name, block]) => replaceGenerated(text, name, block(results)),
		page,
	);

/**
 * The pages, by their paths.
 * @param readPage returns a page by its path in the repository
 */
export const pageFiles = (
	readPage: (path: string) => string,
	results: Results,
): Record<string, string> =>
	Object.fromEntries(
		Object.entries(pages).map(([path, blocks]) => [
			path,
			withResults(readPage(path), blocks, results),
		]),
	);
