// Return All with many records, in pages of a hundred.
import { linesOf, type Measured, type Setting } from './measure';
import { bareLoop, generations, httpRequest, starred } from './nodes';
import type { Line } from './report';

const records = 100_000;
const requests = records / 100;

export async function returnAll(setting: Setting): Promise<Line[]> {
	const { upstream } = setting;
	upstream.records = records;
	// The latency of a nearby service. Without latency, the time spent waiting for pages would not
	// be visible.
	upstream.latencyMs = 5;
	const byCursor = 'Return All, 100,000 records, cursor pagination';
	const byNumber = 'Return All, 100,000 records, page numbers';
	const cursorUrl = `${upstream.url}/api/v2/generations?limit=100`;
	const numberUrl = `${upstream.url}/user/starred?per_page=100`;
	const measure = async (row: string, variants: readonly Measured[]) =>
		await linesOf(
			setting,
			row,
			variants.map((measured) => ({
				...measured,
				figures: (samples) => ({
					'ms longest loop delay': Math.max(...samples.map(({ maxLoopDelayMs }) => maxLoopDelayMs)),
				}),
			})),
		);
	const lines = [
		...(await measure(byCursor, [
			{ what: 'this pack', node: generations(setting), expect: records },
			{
				what: 'HTTP Request node with pagination, one item per page',
				node: httpRequest(setting, {
					url: cursorUrl,
					options: paginated('cursor', '={{ $response.body?.next_cursor ?? "0" }}'),
				}),
				expect: requests,
			},
			{
				what: 'bare request helper',
				node: bareLoop(setting, { url: cursorUrl, pages: 'cursor' }),
				expect: records,
			},
		])),
		...(await measure(byNumber, [
			{ what: 'this pack', node: starred(setting), expect: records },
			{
				what: 'HTTP Request node with pagination, one item per record',
				node: httpRequest(setting, {
					url: numberUrl,
					options: paginated('page', '={{ $pageCount + 1 }}'),
				}),
				expect: records,
			},
			{
				what: 'bare request helper',
				node: bareLoop(setting, { url: numberUrl, pages: 'number' }),
				expect: records,
			},
		])),
	];
	Object.assign(upstream, { records: 0, latencyMs: 0 });
	return lines;
}

const paginated = (name: string, value: string) => ({
	pagination: {
		pagination: {
			paginationMode: 'updateAParameterInEachRequest',
			parameters: { parameters: [{ type: 'qs', name, value }] },
			paginationCompleteWhen: 'other',
			completeExpression: `={{ $pageCount >= ${requests} }}`,
			limitPagesFetched: true,
			maxRequests: requests,
		},
	},
});
