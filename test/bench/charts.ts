// The charts in docs/performance.md, made from the saved results.
import {
	descriptionOf,
	drawBarChart,
	escapeXml,
	schemes,
	type Bar,
	type BarChart,
	type Scheme,
} from './barChart';
import { findLine, formatMedian, type RowPlan } from './figures';
import type { Results } from './report';

interface ChartPlan {
	/** File name in docs/images, without the ending. */
	readonly name: string;
	readonly title: string;
	readonly groups: ReadonlyArray<RowPlan & { readonly title: string }>;
}

const manyItems: RowPlan['variants'] = [
	['this pack, 50 at once', 'This pack, 50 at once'],
	['this pack, default (10 at once)', 'This pack, default (10 at once)'],
	[
		'bare request helper, 50 at once, credential with a function',
		'Bare request helper, 50 at once',
	],
	['HTTP Request node, default', 'HTTP Request node'],
	['GitHub node', 'GitHub node'],
];

export const chartPlans: readonly ChartPlan[] = [
	{
		name: 'performance-items',
		title: 'Time for 1,000 items with one request each',
		groups: [
			{
				title: '50 ms latency',
				benchmark: 'items',
				row: '1,000 items, 50 ms latency',
				variants: manyItems,
			},
			{
				title: 'No latency',
				benchmark: 'items',
				row: '1,000 items, 0 ms latency',
				variants: manyItems,
			},
		],
	},
	{
		name: 'performance-return-all',
		title: 'Time to read 100,000 records in 1,000 pages',
		groups: [
			{
				title: 'Page numbers',
				benchmark: 'pages',
				row: 'Return All, 100,000 records, page numbers',
				variants: [
					['this pack', 'This pack'],
					['bare request helper', 'Bare request helper'],
					['HTTP Request node with pagination, one item per record', 'HTTP Request node'],
				],
			},
			{
				title: 'Cursors',
				benchmark: 'pages',
				row: 'Return All, 100,000 records, cursor pagination',
				variants: [
					['this pack', 'This pack'],
					['bare request helper', 'Bare request helper'],
					[
						'HTTP Request node with pagination, one item per page',
						'HTTP Request node, one item per page',
					],
				],
			},
		],
	},
];

/** Returns undefined if the results lack a value. */
function chartOf({ title, groups }: ChartPlan, results: Results): BarChart | undefined {
	const barsOf = (plan: RowPlan): Bar[] =>
		plan.variants.flatMap(([what, label]) => {
			const line = findLine(results, plan, what);
			const highlighted = what.startsWith('this pack');
			return line ? { label, value: line.median, text: formatMedian(line), highlighted } : [];
		});
	const drawn = groups.map((plan) => ({ title: plan.title, bars: barsOf(plan) }));
	const isComplete = groups.every(
		({ variants }, index) => drawn[index]!.bars.length === variants.length,
	);
	return isComplete ? { title, groups: drawn } : undefined;
}

const fileName = (name: string, scheme: Scheme): string =>
	`${name}${scheme === 'light' ? '' : `-${scheme}`}.svg`;

/** The SVG files in docs/images. Undefined for a chart without results. */
export const chartFiles = (results: Results): Record<string, string | undefined> =>
	Object.fromEntries(
		chartPlans.flatMap((plan) => {
			const chart = chartOf(plan, results);
			return (Object.keys(schemes) as Scheme[]).map((scheme) => [
				fileName(plan.name, scheme),
				chart && drawBarChart(chart, scheme),
			]);
		}),
	);

/** The charts in Markdown. */
export const chartPictures = (results: Results): string =>
	chartPlans
		.flatMap((plan) => {
			const chart = chartOf(plan, results);
			return chart
				? `<picture>
  <source media="(prefers-color-scheme: dark)" srcset="images/${fileName(plan.name, 'dark')}">
  <img alt="${escapeXml(`${chart.title}. ${descriptionOf(chart)}`)}" src="images/${fileName(plan.name, 'light')}">
</picture>`
				: [];
		})
		.join('\n\n');
