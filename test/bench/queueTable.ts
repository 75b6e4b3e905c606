// The table in docs/queue-mode.md: what processes of queue mode do per second, by the settings of
// n8n's expression engine.
import { expressionEngines } from './expressionEngines';
import { findLine, formatNumber, type Results } from './report';

interface Group {
	readonly title: string;
	readonly row: string;
	readonly processes: readonly string[];
	/** Follows the number of processes in the labels of the benchmark. */
	readonly suffix: string;
}

const processors = ['1 webhook processor', '2 webhook processors'];
const workers = ['1 worker', '2 workers', '3 workers'];

const groups: readonly Group[] = [
	{
		title: 'Webhooks with a signature check (Finance Data Trigger)',
		row: 'queue mode, webhooks, 8 connections, this pack, Finance Data Trigger with signature check',
		processes: processors,
		suffix: '',
	},
	{
		title: "Webhooks without checks (n8n's Webhook node)",
		row: "queue mode, webhooks, 8 connections, n8n's Webhook node",
		processes: processors,
		suffix: '',
	},
	{
		title: 'Executions, the service responds immediately',
		row: 'queue mode, 0 ms latency',
		processes: workers,
		suffix: ', concurrency 10',
	},
	{
		title: 'Executions, the service responds after 1 second',
		row: 'queue mode, 1000 ms latency',
		processes: workers,
		suffix: ', concurrency 10',
	},
];

/** A table in Markdown. Combinations that were not measured are empty. */
export function throughputTable(results: Results): string {
	const lines = groups.flatMap(({ title, row, processes, suffix }) =>
		processes.flatMap((process) => {
			const cells = expressionEngines.map(({ label }) => {
				const line = findLine(results, row, `${process}${suffix}${label}`);
				return line ? formatNumber(line.median) : '';
			});
			return cells.every((cell) => cell === '')
				? []
				: [`| ${[title, process, ...cells].join(' | ')} |`];
		}),
	);
	const titles = ['Per second', 'Processes', ...expressionEngines.map(({ title }) => title)];
	return [`| ${titles.join(' | ')} |`, '|---|---|--:|--:|--:|', ...lines].join('\n');
}
