/** Items of projects, with the fields that GitHub documents (docs.github.com/rest/projects). */
import type { IDataObject } from 'n8n-workflow';
import responses from '../contract/data/responses/code-hosting.json';
import { byId, byName } from './kit/locator';
import { rawCodeHosting } from './kit/rawCodeHosting';
import { rawServersPerTest } from './kit/rawServer';
import { jsonOf } from './kit/routes';

const run = rawCodeHosting(rawServersPerTest());
const project = '/orgs/octo-org/projectsV2/1';
const item = responses['GET /orgs/{org}/projectsV2/{project_number}/items/{item_id}']['200'];
const fields = [
	...responses['GET /orgs/{org}/projectsV2/{project_number}/fields']['200'],
	{ id: 3, name: 'Estimate', data_type: 'number' },
	{ id: 6, name: 'Notes', data_type: 'text' },
];

const set = async (rows: IDataObject[]) =>
	await run(
		{ [`GET ${project}/fields`]: fields, [`PATCH ${project}/items/13`]: item },
		'projectItem',
		'update',
		{
			projectOwnerType: 'organization',
			organization: byName('octo-org'),
			projectNumber: byName('1'),
			projectItemId: byId('13'),
			projectFieldValues: { rows },
		},
	);

test('values are sent in the type of their field, in any upper or lower case, and by ID', async () => {
	const { server, json, error } = await set([
		{ fieldName: 'status', fieldValue: 'DONE' },
		{ fieldName: 'Sprint', fieldValue: 'iter_2' },
		{ fieldName: '3', fieldValue: '2.5' },
		{ fieldName: 'Due date', fieldValue: '2026-02-01T23:00:00.000+01:00' },
		{ fieldName: 'Notes', fieldValue: 42 },
	]);
	expect(error).toBeUndefined();
	expect(jsonOf(server.received.at(-1)!)).toEqual({
		fields: [
			{ id: 67_891, value: 'option_6' },
			{ id: 11_223, value: 'iter_2' },
			{ id: 3, value: 2.5 },
			{ id: 98_765, value: '2026-02-01' },
			{ id: 6, value: '42' },
		],
	});
	expect(json[0]).toMatchObject({
		id: 13,
		number: 6,
		title: 'Issue title',
		fields: { Status: 'Done', Milestone: 'Open milestone' },
	});
	const cleared = await set([{ fieldName: 'Status', fieldValue: '' }]);
	expect(jsonOf(cleared.server.received.at(-1)!)).toEqual({
		fields: [{ id: 67_891, value: null }],
	});
});

test.each([
	[
		{ fieldName: 'Stage', fieldValue: 'Done' },
		'The field is not in the project: Stage',
		'The project has: Status, Due date, Sprint, Estimate, Notes',
	],
	[
		{ fieldName: 'Status', fieldValue: 'Doing' },
		'The value of Status is not in the project: Doing',
		'The project has: Todo, In Progress, Done',
	],
	[{ fieldName: 'Estimate', fieldValue: 'two' }, 'Estimate must be a number, got "two"', ''],
	[
		{ fieldName: 'Due date', fieldValue: 'tomorrow' },
		'Due date must be a date such as 2026-01-31 or the expression {{ $today.plus({ days: 1 }) }}, got "tomorrow"',
		'',
	],
])('%j is rejected before anything is written', async (row, message, hint) => {
	const { error, lines } = await set([row]);
	expect(error?.message).toContain(message);
	expect(error?.description ?? '').toContain(hint);
	expect(lines).toEqual([`GET ${project}/fields`]);
});
