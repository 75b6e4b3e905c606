// The expressions of the example workflows and the docs, evaluated as n8n does.
import { readFileSync } from 'node:fs';
import type { IDataObject, INode, INodeType } from 'n8n-workflow';
import { inRoot } from '../../tools/system/paths';
import { workflowOf } from './kit/executor';
import { startMigration } from './kit/migrationAssessment';
import { rawServersPerTest, respondWithJson } from './kit/rawServer';

const startRawServer = rawServersPerTest();

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

/** The only expression of a page that contains a text. */
function expressionIn(page: string, text: string): string {
	const found = [...readFileSync(inRoot('docs', page), 'utf8').matchAll(/`(\{\{.*?\}\})`/g)]
		.map(([, expression]) => expression!)
		.filter((expression) => expression.includes(text));
	expect(found).toHaveLength(1);
	return `=${found[0]}`;
}

describe('the local time of an activity', () => {
	const activity = (time: string) => ({ start_date_local: time });

	test.each([
		{ start: '2026-11-23T01:00:00Z', timezone: 'America/New_York', week: '2026-W48' },
		{ start: '2026-11-22T23:00:00Z', timezone: 'Asia/Tokyo', week: '2026-W47' },
		{ start: '2027-01-03T23:59:00Z', timezone: 'UTC', week: '2026-W53' },
	])('$start is in week $week in the time zone $timezone', ({ start, timezone, week }) => {
		const value = assigned('activity-weekly-distance', 'Add Week', 'week');
		expect(evaluate(value, activity(start), timezone)).toBe(week);
	});

	test.each(['America/New_York', 'Asia/Tokyo'])(
		'is shown unchanged by the expression in the docs, with the time zone %s',
		(timezone) => {
			const shown = expressionIn('activity-tracking.md', 'start_date_local');
			expect(evaluate(shown, activity('2026-11-23T01:00:00Z'), timezone)).toBe('2026-11-23 01:00');
		},
	);
});

describe('sales', () => {
	test.each([
		['2026-01-30 09:12', '2026-01-30 09:12'],
		[new Date('2026-01-30T09:12:00Z'), '2026-01-30T09:12:00.000Z'],
		[null, null],
	])('that came back and were sold at %p have the time %p', (soldAt, time) => {
		const value = assigned('search-ads-returns', 'Map Columns', 'soldAt');
		expect(evaluate(value, { soldAt } as unknown as IDataObject)).toBe(time);
	});

	test('that are rejected keep all columns and get the reason', () => {
		expect(parametersOf('search-ads-nightly-upload', 'Add Reason')).toMatchObject({
			includeOtherFields: true,
			include: 'except',
			excludeFields: 'error',
			assignments: { assignments: [{ name: 'reason' }] },
		});
		const rejected = { order: 'A-1', amount: '12,50', error: 'Revenue must be a number' };
		expect(evaluate(assigned('search-ads-nightly-upload', 'Add Reason', 'reason'), rejected)).toBe(
			rejected.error,
		);
	});

	test.each([
		['0.50', 'ACTIVE', '0.50'],
		['0', 'REMOVED', '0'],
		['0.00', 'REMOVED', '0.00'],
		// Rejected, because the revenue is not a number.
		['', 'ACTIVE', 'no amount'],
		[null, 'ACTIVE', 'no amount'],
		[undefined, 'ACTIVE', 'no amount'],
	])('of which %p remains become %s with the revenue %p', (remaining, state, revenue) => {
		const { value } = parametersOf('search-ads-returns', 'Update Conversions')
			.conversionChanges as { value: { state: string; revenue: string } };
		expect(evaluate(value.state, { remaining })).toBe(state);
		expect(evaluate(value.revenue, { remaining })).toBe(revenue);
		const page = 'search-ads-conversions.md';
		expect(value.state).toBe(expressionIn(page, "'REMOVED'"));
		expect(value.revenue).toBe(expressionIn(page, "'no amount'"));
	});
});

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

test.each([
	['yes', 'completed'],
	['Yes ', 'completed'],
	[true, 'completed'],
	['no', 'needsAction'],
	[false, 'needsAction'],
	['', 'needsAction'],
	[null, 'needsAction'],
	[undefined, 'needsAction'],
	// Rejected by the node.
	['Fertig', 'fertig'],
])('a row whose column done is %p has the status %s', (done, status) => {
	const value = assigned('task-list-from-spreadsheet', 'Map to Tasks', 'status');
	expect(evaluate(value, { done } as unknown as IDataObject)).toBe(status);
});

describe('the type of an asset', () => {
	const assets = [
		{ name: 'assets/1', machineDetails: { coreCount: 4 }, hostingProviderDetails: {} },
		{ name: 'assets/2', databaseDeploymentDetails: { edition: 'Enterprise' } },
		{ name: 'assets/3', databaseDetails: {}, databaseDeployment: 'assets/2' },
		{ name: 'assets/4', awsS3BucketDetails: {} },
	];

	test.each([
		{
			simplify: false,
			types: ['machineDetails', 'databaseDeploymentDetails', 'databaseDetails', 'other'],
		},
		{ simplify: true, types: ['machineDetails', 'other', 'other', 'other'] },
	])('is found by the expression in the docs, with Simplify $simplify', async (expected) => {
		const { run, service } = await startMigration();
		const server = await startRawServer();
		server.respond = respondWithJson({ assets });
		const { items } = await run(
			'asset',
			'getAll',
			{ returnAll: true, simplify: expected.simplify },
			{ credential: { baseUrl: server.url } },
		);
		await service.close();
		const type = expressionIn('migration-assessment.md', "'databaseDetails'");
		expect(items.map(({ json }) => evaluate(type, json))).toEqual(expected.types);
	});
});
