// The lists of figures in docs/performance.md, made from the saved results.
import { findLine, formatMedian, formatNumber, type Results } from './report';

/**
 * Text of a line by row of the benchmark. `{variant}` is the result of a variant,
 * `{variant: figure}` is a number in its column Details. The parts between semicolons are left out
 * if they were not measured.
 */
export type Summary = Readonly<Record<string, string>>;

const rateLimit = (items: string, limit: number): Summary => ({
	[`${items} items, limit of ${limit} requests per second`]: `**${items} requests, limit of ${limit} per second**: {this pack, Requests per Second ${limit}} with **Requests per Second** set to the limit; {this pack, default} by default, with {this pack, default: items failed} failed items; HTTP Request node {HTTP Request node, default} with {HTTP Request node, default: items failed} failed items; GitHub node {GitHub node} with {GitHub node: items failed} failed items`,
});

const items =
	'{this pack, 50 at once} with 50 items at once; {this pack, default} by default; HTTP Request node {HTTP Request node, default}; GitHub node {GitHub node}';
const files = '{this pack}; bare request helper {bare request helper}; curl outside n8n {curl}';

export const speed: Summary = {
	'1,000 items, 50 ms latency': `**1,000 requests, 50 ms latency**: ${items}`,
	'1,000 items, 0 ms latency': `**1,000 requests, no latency**: ${items}`,
	'number of items, 50 at once': '**100,000 requests, no latency**: {100,000 items}',
	'Return All, 100,000 records, page numbers':
		'**Return All over 100,000 records, page numbers**: {this pack}; HTTP Request node {HTTP Request node with pagination, one item per record}',
	'Return All, 100,000 records, cursor pagination':
		'**Return All over 100,000 records, cursors**: {this pack}; HTTP Request node {HTTP Request node with pagination, one item per page}, with one item per page',
	...rateLimit('300', 2),
	...rateLimit('1,000', 50),
	'1,000 items, TLS, 30 ms per round trip':
		'**1,000 requests over TLS, 30 ms per round trip**: {this pack, 50 at once} with 50 items at once; {this pack, 100 at once} with 100; {this pack, default} by default; HTTP Request node {HTTP Request node, default}; GitHub node {GitHub node}',
	'95 MB upload': `**95 MB upload**: ${files}`,
	'200 MB download': `**200 MB download**: ${files}`,
	'webhooks, 8 connections':
		"**Signed webhooks**: {this pack, Finance Data Trigger with signature check}; Webhook node, version 1, {n8n's Webhook node, version 1, with an expression isolate like all other triggers}; Webhook node, current version, {n8n's Webhook node}",
	'queue mode, 1000 ms latency':
		'**Queue mode, service that responds after 1 second**: {1 worker, concurrency 10} with one worker; {3 workers, concurrency 10} with three workers',
};

export const costs: Summary = {
	'1,000 items, 0 ms latency':
		'**CPU time for 1,000 requests**: {this pack, 50 at once: CPU s per 1,000 items} s; HTTP Request node {HTTP Request node, default: CPU s per 1,000 items} s; GitHub node {GitHub node: CPU s per 1,000 items} s',
	'number of items, 50 at once':
		"**Memory growth during 100,000 requests**: {100,000 items: MB memory growth} MB, including n8n's copy of the items; bare request helper {100,000 items, bare request helper: MB memory growth} MB",
	'200 MB download': '**Memory growth during a 200 MB download**: {this pack: MB memory growth} MB',
};

/** The number that a placeholder stands for. Undefined if it was not measured. */
export function valueOf(results: Results, row: string, placeholder: string): string | undefined {
	const [what, figure] = placeholder.split(': ') as [string, string?];
	const line = findLine(results, row, what);
	if (figure === undefined) return line && formatMedian(line);
	const value = line?.beside?.[figure];
	if (value === undefined) return undefined;
	return Number.isInteger(value) ? value.toLocaleString('en') : formatNumber(value);
}

/** A list in Markdown. A line without the result of this pack is left out. */
export const summaryOf = (results: Results, summary: Summary): string =>
	Object.entries(summary)
		.map(([row, text]) =>
			text.split('; ').map((part) => {
				let isMeasured = true;
				const filled = part.replaceAll(/\{([^}]+)\}/g, (_, placeholder: string) => {
					const value = valueOf(results, row, placeholder);
					isMeasured &&= value !== undefined;
					return value ?? '';
				});
				return isMeasured ? filled : undefined;
			}),
		)
		.filter(([first]) => first !== undefined)
		.map((parts) => `- ${parts.filter((part) => part !== undefined).join('; ')}`)
		.join('\n');
