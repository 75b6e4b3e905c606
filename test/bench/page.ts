// Inserts the table of the saved results into docs/performance.md, between its markers.
import { markdown, type Results } from './report';

const open =
	'<!-- figures: written by test/bench/main.ts with the option write, from performance.json -->';
const close = '<!-- /figures -->';

/** @throws Error if the page has no markers */
export function withFigures(page: string, results: Results): string {
	const from = page.indexOf(open);
	const to = page.indexOf(close, from);
	if (from < 0 || to < 0) throw new Error(`docs/performance.md has no markers ${open} … ${close}`);
	return `${page.slice(0, from + open.length)}\n${markdown(results)}\n${page.slice(to)}`;
}
