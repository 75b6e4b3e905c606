import type { IDataObject } from 'n8n-workflow';
import { codeHostingPerTest, codeHostingSetup } from './kit/codeHosting';
import { onlyItem, type More, type RunResult } from './kit/executor';
import { byId, byName } from './kit/locator';
import { lookUp } from './kit/lookups';

const { code, run: runOperation } = codeHostingPerTest();

const roadmap = {
	projectOwnerType: 'organization',
	organization: byName('octo-org'),
	projectNumber: byName('1'),
};

const run = async (
	operation: string,
	parameters: IDataObject = {},
	more: More = {},
): Promise<RunResult> =>
	await runOperation('projectItem', operation, { ...roadmap, ...parameters }, more);

const json = async (...parameters: Parameters<typeof run>): Promise<IDataObject> =>
	onlyItem(await run(...parameters)).json;

const requests = () => code.requests.list().map(({ method, path }) => `${method} ${path}`);

const addIssue = async (more: IDataObject = {}): Promise<IDataObject> =>
	await json('add', { itemType: 'Issue', issueNumber: byName('1'), ...more });

const set = async (item: IDataObject, rows: IDataObject[], more: IDataObject = {}) =>
	await run('update', {
		projectItemId: byId(String(item.id)),
		projectFieldValues: { rows },
		...more,
	});

test('an opened issue is added to a project, gets a status by its name, is listed and archived', async () => {
	const issue = onlyItem(await runOperation('issue', 'create', { title: 'Export stops' })).json;
	const added = await addIssue({ issueNumber: byName(String(issue.number)) });
	expect(added).toMatchObject({ content_type: 'Issue', title: 'Export stops', state: 'open' });
	expect(code.requests.list().at(-1)!.body).toEqual({
		type: 'Issue',
		owner: 'octo-org',
		repo: 'hello-world',
		number: issue.number,
	});

	const updated = onlyItem(await set(added, [{ fieldName: 'Status', fieldValue: 'In Progress' }]));
	expect(updated.json.id).toBe(added.id);
	const listed = await json('getAll', {
		returnAll: true,
		filters: { itemQuery: 'status:"In Progress"' },
		options: { projectFieldNames: 'Status, Title' },
	});
	expect(listed).toMatchObject({
		id: added.id,
		number: issue.number,
		fields: { Status: 'In Progress', Title: 'Export stops' },
	});

	const projectItemId = byId(String(added.id));
	expect(await json('archive', { projectItemId })).toEqual({ id: added.id, archived: true });
	expect((await run('getAll', { returnAll: true })).items).toEqual([]);
	expect(await json('unarchive', { projectItemId })).toEqual({ id: added.id, archived: false });
	await run('delete', { projectItemId });
	expect((await run('getAll', { returnAll: true })).items).toEqual([]);
});

test('values are sent in the type of their field, in any upper or lower case, and by ID', async () => {
	const item = await addIssue();
	const { error } = await set(item, [
		{ fieldName: 'status', fieldValue: 'DONE' },
		{ fieldName: 'Sprint', fieldValue: 'a2' },
		{ fieldName: '3', fieldValue: '2.5' },
		{ fieldName: 'Due', fieldValue: '2026-02-01T23:00:00.000+01:00' },
		{ fieldName: 'Notes', fieldValue: 42 },
	]);
	expect(error).toBeUndefined();
	expect(code.requests.list().at(-1)!.body).toEqual({
		fields: [
			{ id: 2, value: '9823' },
			{ id: 5, value: 'a2' },
			{ id: 3, value: 2.5 },
			{ id: 4, value: '2026-02-01' },
			{ id: 6, value: '42' },
		],
	});
	const read = await json('get', { projectItemId: byId(String(item.id)) });
	expect(read.fields).toEqual({
		Title: expect.any(String),
		Status: 'Done',
		Estimate: 2.5,
		Due: '2026-02-01',
		Sprint: 'Sprint 2',
		Notes: '42',
	});
	await set(item, [{ fieldName: 'Status', fieldValue: '' }]);
	expect(code.requests.list().at(-1)!.body).toEqual({ fields: [{ id: 2, value: null }] });
});

test.each([
	[
		{ fieldName: 'Stage', fieldValue: 'Done' },
		'The field is not in the project: Stage',
		'The project has: Title, Status, Estimate, Due, Sprint, Notes',
	],
	[
		{ fieldName: 'Status', fieldValue: 'Doing' },
		'The value of Status is not in the project: Doing',
		'The project has: Todo, In Progress, Done',
	],
	[{ fieldName: 'Estimate', fieldValue: 'two' }, 'Estimate must be a number, got "two"', undefined],
	[
		{ fieldName: 'Due', fieldValue: 'tomorrow' },
		'Due must be a date such as 2026-01-31 or the expression {{ $today.plus({ days: 1 }) }}, got "tomorrow"',
		undefined,
	],
])('%j is rejected before anything is written', async (row, message, hint) => {
	const item = await addIssue();
	const before = requests().length;
	const { error } = await set(item, [row]);
	expect(error?.message).toContain(message);
	if (hint) expect(error?.description).toContain(hint);
	expect(requests().slice(before)).toEqual(['GET /orgs/octo-org/projectsV2/1/fields']);
});

test('projects and items can be selected from a list', async () => {
	await addIssue();
	const shown = { authentication: 'token', resource: 'projectItem', operation: 'get' };
	const parameters = { ...shown, ...roadmap };
	const find = async (method: string) =>
		(await lookUp(codeHostingSetup(code), method, parameters)).results.map(({ name }) => name);
	expect(await find('searchProject')).toEqual(['#1 · Roadmap · open']);
	expect(await find('searchProjectItem')).toEqual([expect.stringMatching(/^#1 · .* · Issue$/)]);
});
