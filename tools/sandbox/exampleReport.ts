// The report of npm start -- --check: a line for each example, and a line with the totals.
import type { ExampleResult } from './runExample';

export function exampleReport(results: readonly ExampleResult[]): string {
	if (results.length === 0) return 'No workflows found in examples/, so nothing was checked.';
	const lines = results.map(
		({ workflow, ok, itemsOut, ms, message }) =>
			`${ok ? 'ok  ' : 'FAIL'} ${seconds(ms).padStart(7)}  ${workflow}: ${ok ? `${itemsOut} items` : message}`,
	);
	return [...lines, '', totalLine(results)].join('\n');
}

/** `17 of 19 workflows succeeded in 41.5 s. Failed: A, B` */
function totalLine(results: readonly ExampleResult[]): string {
	const failed = results.filter(({ ok }) => !ok).map(({ workflow }) => workflow);
	const duration = seconds(results.reduce((sum, { ms }) => sum + ms, 0));
	return failed.length === 0
		? `All ${results.length} workflows succeeded in ${duration}.`
		: `${results.length - failed.length} of ${results.length} workflows succeeded in ${duration}. Failed: ${failed.join(', ')}`;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
