// The table in docs/queue-mode.md: what processes of queue mode do per second, by the settings of
// n8n's expression engine.
import { isolatesOnDemand } from '../../tools/n8n/environment';
import { formatNumber, type Results } from './report';

/** Settings of n8n's expression engine that the benchmark compares. The first are n8n's defaults. */
export const expressionEngines: ReadonlyArray<{
	readonly title: string;
	/** What the settings add to the labels of the benchmark. */
	readonly label: string;
	readonly env: Readonly<Record<string, string>>;
}> = [
	{ title: 'Default', label: '', env: {} },
	{
		title: 'Isolates on demand',
		label: ', isolates on demand',
		env: isolatesOnDemand,
	},
	{
		title: 'Legacy engine',
		label: ', legacy expression engine',
		env: { N8N_EXPRESSION_ENGINE: 'legacy' },
	},
];

/** Titles by row of the benchmark. */
const groups: Readonly<Record<string, string>> = {
	'queue mode, webhooks, 8 connections, this pack, Finance Data Trigger with signature check':
		'Webhooks with a signature check (Finance Data Trigger)',
	"queue mode, webhooks, 8 connections, n8n's Webhook node":
		"Webhooks without checks (n8n's Webhook node)",
	'queue mode, 0 ms latency': 'Executions, the service responds immediately',
	'queue mode, 1000 ms latency': 'Executions, the service responds after 1 second',
};

/** A table in Markdown. Combinations that were not measured are empty. */
export function throughputTable(results: Results): string {
	const queueLines = results.rows.queue?.lines ?? [];
	const others = expressionEngines.map(({ label }) => label).filter((label) => label !== '');
	const lines = Object.entries(groups).flatMap(([row, title]) =>
		queueLines
			.filter((line) => line.row === row && !others.some((label) => line.what.endsWith(label)))
			.map(({ what }) => {
				const cells = expressionEngines.map(({ label }) => {
					const line = queueLines.find((one) => one.row === row && one.what === `${what}${label}`);
					return line ? formatNumber(line.median) : '';
				});
				return `| ${[title, what.replace(/, concurrency \d+$/, ''), ...cells].join(' | ')} |`;
			}),
	);
	const titles = ['Per second', 'Processes', ...expressionEngines.map(({ title }) => title)];
	return [`| ${titles.join(' | ')} |`, '|---|---|--:|--:|--:|', ...lines].join('\n');
}
