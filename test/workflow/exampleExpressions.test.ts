// The expressions of the example workflows and the docs, evaluated as n8n does.
import { readFileSync } from 'node:fs';
import type { IDataObject, INode, INodeType } from 'n8n-workflow';
import { inRoot } from '../../tools/system/paths';
import { workflowOf } from './kit/executor';

/** Evaluates an expression with `json` as the input item. */
function evaluate(expression: string, json: IDataObject, timezone = 'Europe/Berlin'): unknown {
	const node: INode = {
		id: 'a',
		name: 'Edit Fields',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		position: [0, 0],
		parameters: {},
	};
	const nodeType = { description: { properties: [] } } as unknown as INodeType;
	const workflow = workflowOf(nodeType, { nodes: [node], settings: { timezone } });
	return workflow.expression.getParameterValue(
		expression,
		null,
		0,
		0,
		node.name,
		[{ json }],
		'manual',
		{},
	);
}

function parametersOf(example: string, node: string): IDataObject {
	const { nodes } = JSON.parse(readFileSync(inRoot('examples', `${example}.json`), 'utf8')) as {
		nodes: INode[];
	};
	return nodes.find(({ name }) => name === node)!.parameters;
}

/** The value that an Edit Fields node assigns to a field. */
function assigned(example: string, node: string, field: string): string {
	const { assignments } = parametersOf(example, node).assignments as {
		assignments: Array<{ name: string; value: string }>;
	};
	return assignments.find(({ name }) => name === field)!.value;
}

test.each([
	['2026-12-01', '2026-12-01'],
	[new Date('2026-12-01T05:00:00Z'), '2026-12-01'],
	// n8n's task runner turns dates into text.
	['2026-12-01T05:00:00.000Z', '2026-12-01'],
	['2026-12-01T23:00:00.000-05:00', '2026-12-01'],
	// Databases store days as midnight in UTC.
	[new Date('2026-12-01'), '2026-12-01'],
	['2026-12-01T00:00:00.000+00:00', '2026-12-01'],
	// Rejected by the node. n8n would read January 11.
	['1.12.2026', '1.12.2026'],
	['2026-13-01', '2026-13-01'],
	[undefined, null],
	['', ''],
	[null, null],
])('the due date %p of a row becomes %p', (due, day) => {
	const value = assigned('task-list-from-spreadsheet', 'Map to Tasks', 'due');
	expect(evaluate(value, { due } as unknown as IDataObject, 'America/New_York')).toBe(day);
});
