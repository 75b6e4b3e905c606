// The lists of figures in docs/performance.md, made from the saved results. What was not measured is
// left out.
import { findLine, formatMedian, type RowPlan } from './figures';
import { formatNumber, type Line, type Results } from './report';

/**
 * A line of a list. In the text of a variant, `{median}` is its result, and any other name in braces
 * is the number with this name in the column Details. The line is left out without its first variant.
 */
export interface SummaryPlan extends RowPlan {
	readonly label: string;
}

const itemVariants: RowPlan['variants'] = [
	['this pack, 50 at once', '{median} with 50 items at once'],
	['this pack, default (10 at once)', '{median} with the default of 10'],
	['HTTP Request node, default', 'HTTP Request node {median}'],
	['GitHub node', 'GitHub node {median}'],
];

const fileVariants: RowPlan['variants'] = [
	['this pack', '{median}'],
	['bare request helper', 'bare request helper {median}'],
	['curl', 'curl outside n8n {median}'],
];

const rateLimitVariants = (limit: number): RowPlan['variants'] => [
	[
		`this pack, Requests per Second ${limit}`,
		'{median} with **Requests per Second** set to the limit',
	],
	['this pack, default', '{median} by default, with {items failed} failed items'],
	['HTTP Request node, default', 'HTTP Request node {median} with {items failed} failed items'],
	['GitHub node', 'GitHub node {median} with {items failed} failed items'],
];

const formVariants: RowPlan['variants'] = [
	['this pack, Code Hosting', '{median}'],
	["n8n's GitHub node", 'GitHub node {median}'],
];

export const speedPlans: readonly SummaryPlan[] = [
	{
		label: '1,000 requests, 50 ms latency',
		benchmark: 'items',
		row: '1,000 items, 50 ms latency',
		variants: itemVariants,
	},
	{
		label: '1,000 requests, no latency',
		benchmark: 'items',
		row: '1,000 items, 0 ms latency',
		variants: itemVariants,
	},
	{
		label: '100,000 requests, no latency',
		benchmark: 'sizes',
		row: 'number of items, 50 at once',
		variants: [['100,000 items', '{median}']],
	},
	{
		label: 'Return All over 100,000 records, page numbers',
		benchmark: 'pages',
		row: 'Return All, 100,000 records, page numbers',
		variants: [
			['this pack', '{median}'],
			['HTTP Request node with pagination, one item per record', 'HTTP Request node {median}'],
		],
	},
	{
		label: 'Return All over 100,000 records, cursors',
		benchmark: 'pages',
		row: 'Return All, 100,000 records, cursor pagination',
		variants: [
			['this pack', '{median}'],
			[
				'HTTP Request node with pagination, one item per page',
				'HTTP Request node {median}, with one item per page',
			],
		],
	},
	...[2, 50].map((limit) => ({
		label: `1,000 requests, limit of ${limit} per second`,
		benchmark: 'rateLimits',
		row: `1,000 items, limit of ${limit} requests per second`,
		variants: rateLimitVariants(limit),
	})),
	{
		label: '1,000 requests over TLS, 30 ms per round trip',
		benchmark: 'tls',
		row: '1,000 items, TLS, 30 ms per round trip',
		variants: [
			['this pack, 50 at once', '{median} with 50 items at once'],
			['this pack, 100 at once', '{median} with 100'],
			['this pack, 10 at once', '{median} with the default of 10'],
			['HTTP Request node, default', 'HTTP Request node {median}'],
			['GitHub node', 'GitHub node {median}'],
		],
	},
	{ label: '95 MB upload', benchmark: 'files', row: '95 MB upload', variants: fileVariants },
	{ label: '200 MB download', benchmark: 'files', row: '200 MB download', variants: fileVariants },
	{
		label: 'Signed webhooks',
		benchmark: 'webhooks',
		row: 'webhooks, 8 connections',
		variants: [
			['this pack, Finance Data Trigger with signature check', '{median}'],
			[
				"n8n's Webhook node, version 1, with an expression isolate like all other triggers",
				'Webhook node, version 1, {median}',
			],
			["n8n's Webhook node", 'Webhook node, current version, {median}'],
		],
	},
	{
		label: 'Queue mode, service that responds after 1 second',
		benchmark: 'queue',
		row: 'queue mode, 1000 ms latency',
		variants: [
			['1 worker, concurrency 10', '{median} with one worker'],
			['3 workers, concurrency 10', '{median} with three workers'],
		],
	},
];

export const costPlans: readonly SummaryPlan[] = [
	{
		label: 'CPU time for 1,000 requests',
		benchmark: 'items',
		row: '1,000 items, 0 ms latency',
		variants: [
			['this pack, 50 at once', '{CPU s per 1,000 items} s'],
			['HTTP Request node, default', 'HTTP Request node {CPU s per 1,000 items} s'],
			['GitHub node', 'GitHub node {CPU s per 1,000 items} s'],
		],
	},
	{
		label: 'Memory growth during 100,000 requests',
		benchmark: 'sizes',
		row: 'number of items, 50 at once',
		variants: [['100,000 items', "{MB memory growth} MB, including n8n's copy of the items"]],
	},
	{
		label: 'Memory growth during a 200 MB download',
		benchmark: 'files',
		row: '200 MB download',
		variants: [['this pack', '{MB memory growth} MB']],
	},
	{
		label: "n8n's memory after startup",
		benchmark: 'starts',
		row: 'n8n startup, memory when ready',
		variants: [
			['with this pack', '{median}'],
			['without this pack', 'without this pack {median}'],
		],
	},
	{
		label: "n8n's startup time",
		benchmark: 'starts',
		row: 'n8n startup, time',
		variants: [
			['with this pack', '{median}'],
			['without this pack', 'without this pack {median}'],
		],
	},
	{
		label: 'First execution of a node after startup',
		benchmark: 'starts',
		row: 'first use of a node, from starting the execution to the end of the node',
		variants: [
			['this pack, first run', '{median}'],
			['HTTP Request node, first run', 'HTTP Request node {median}'],
		],
	},
	{
		label: 'Opening the largest node in the editor, first time',
		benchmark: 'opening',
		row: 'opening the form, first time after loading the page',
		variants: formVariants,
	},
	{
		label: 'Opening it again',
		benchmark: 'opening',
		row: 'opening the form again',
		variants: formVariants,
	},
	{
		label: 'Description of this node, which the editor loads',
		benchmark: 'opening',
		row: 'node types that the editor loads',
		variants: formVariants,
	},
];

/** Returns undefined if a number is missing. */
function fill(text: string, line: Line): string | undefined {
	let isComplete = true;
	const filled = text.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
		if (name === 'median') return formatMedian(line);
		const value = line.beside?.[name];
		isComplete &&= value !== undefined;
		return value === undefined
			? ''
			: Number.isInteger(value)
				? value.toLocaleString('en')
				: formatNumber(value);
	});
	return isComplete ? filled : undefined;
}

function summaryLine(results: Results, plan: SummaryPlan): string[] {
	const texts = plan.variants.map(([what, text]) => {
		const line = findLine(results, plan, what);
		return line && fill(text, line);
	});
	return texts[0] === undefined
		? []
		: [`- **${plan.label}**: ${texts.filter((text) => text !== undefined).join('; ')}`];
}

/** A list in Markdown. */
export const summaryOf = (results: Results, plans: readonly SummaryPlan[]): string =>
	plans.flatMap((plan) => summaryLine(results, plan)).join('\n');
