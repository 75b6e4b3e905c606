// The report of npm start -- --check: a table of all examples, and a line with the totals.
import { formatTable } from '../cli/table';
import type { ExampleResult } from './runExample';

export function exampleReport(results: readonly ExampleResult[]): string {
	return results.length === 0
		? 'No workflows found in examples/, so nothing was checked.'
		: `${resultTable(results)}\n\n${totalLine(results)}`;
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

function resultTable(results: readonly ExampleResult[]): string {
	const columns = [
		{ title: 'Workflow' },
		{ title: 'Nodes', right: true },
		{ title: 'Items in', right: true },
		{ title: 'Items out', right: true },
		{ title: 'Time', right: true },
		{ title: 'Result' },
	];
	const rows = results.map(({ workflow, nodes, itemsIn, itemsOut, ms, message }) => [
		workflow,
		String(nodes),
		String(itemsIn),
		String(itemsOut),
		seconds(ms),
		message.replaceAll('\n', ' '),
	]);
	return formatTable(columns, rows);
}
