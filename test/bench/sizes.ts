// The cost per item, for nodes with few and many operations and for different numbers of
// items.
import type { Service } from '../../nodes/engine/describe';
import { operationsOf } from '../../tools/generate/operationList';
import { codeHosting } from '../../nodes/CodeHosting/service';
import { workspaceToken } from '../../nodes/WorkspaceToken/service';
import { lineOf, type Setting } from './measure';
import { generation, largestNode, smallestNode } from './nodes';
import type { Line } from './report';

export async function manySizes(setting: Setting): Promise<Line[]> {
	const lines: Line[] = [];
	const operations = (service: Service) => `node with ${operationsOf(service).length} operations`;
	for (const [what, node] of [
		[operations(workspaceToken), smallestNode(setting)],
		[operations(codeHosting), largestNode(setting)],
	] as const) {
		lines.push(
			await lineOf(setting, '1,000 items, 50 at once, one request with one field per item', {
				what,
				node,
				items: 1000,
				expect: 1000,
			}),
		);
	}
	for (const items of [1000, 10, 100_000]) {
		lines.push(
			await lineOf(setting, 'number of items, 50 at once', {
				what: `${items.toLocaleString('en')} items`,
				node: generation(setting, { itemsAtOnce: 50 }),
				items,
				expect: items,
				runs: items > 1000 ? 1 : undefined,
			}),
		);
	}
	return lines;
}
