// The report of npm start -- --check: a line for each example, and a line with the totals.
import type { ExampleResult } from './runExample';

/** The last line is `17 of 19 workflows succeeded in 41.5 s. Failed: A, B` */
export function exampleReport(results: readonly ExampleResult[]): string {
	const lines = results.map(({ workflow, itemsOut, ms, message }) => {
		const [word, result] = message === 'ok' ? ['ok  ', `${itemsOut} items`] : ['FAIL', message];
		return `${word} ${seconds(ms).padStart(7)}  ${workflow}: ${result}`;
	});
	const failed = results.filter(({ message }) => message !== 'ok');
	const names = failed.map(({ workflow }) => workflow).join(', ');
	const duration = seconds(results.reduce((sum, { ms }) => sum + ms, 0));
	const total = `${results.length - failed.length} of ${results.length} workflows succeeded in ${duration}.`;
	return [...lines, '', failed.length === 0 ? total : `${total} Failed: ${names}`].join('\n');
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
