/** Faults that public reports about Google Tasks and Google APIs describe, and what users enter. */
import type { IDataObject } from 'n8n-workflow';
import { hintsOf, runNode, type RunOptions, type RunResult } from '../kit/executor';
import { detectChanges, initialState } from '../../../nodes/TaskList/triggers/changes';
import { authenticationFor, testedServices } from '../kit/anyOperation';
import { byId } from '../kit/locator';
import { rawServersPerTest, respondWithJson, type RawServer } from '../kit/rawServer';
import { startRawService, type RawService } from '../kit/rawService';

const startServer = rawServersPerTest();
const tested = testedServices.find(({ service }) => service.name === 'taskList')!;

let raw: RawService;
let server: RawServer;
beforeEach(async () => {
	raw = await startRawService(tested, startServer);
	server = raw.server;
});

const task = { id: 't1', title: 'Pay rent', status: 'needsAction', notes: 'By transfer' };

const run = async (
	operation: string,
	parameters: IDataObject = {},
	more: Partial<RunOptions> = {},
): Promise<RunResult> =>
	await runNode(raw.setup, {
		parameters: {
			...authenticationFor(tested.service, raw.setup),
			resource: 'task',
			operation,
			taskListId: byId('l1'),
			taskId: byId('t1'),
			options: {},
			...parameters,
		},
		...more,
	});

const sentBodies = (): IDataObject[] =>
	server.received.map(({ body }) => JSON.parse(body.toString('utf8') || 'null') as IDataObject);

describe('an update', () => {
	const asTool = { nodeTypeName: 'n8n-nodes-tenfold.taskListTool' };
	beforeEach(() => (server.respond = respondWithJson(task)));

	// Models fill optional fields with an empty text: coder/xum#2887, moltis-org/moltis#283.
	test('by an agent clears no field that the model left empty', async () => {
		const { error } = await run(
			'update',
			{ updateFields: { due: '={{ "" }}', notes: '={{ " " }}', title: 'Pay rent' } },
			asTool,
		);
		expect(error).toBeUndefined();
		expect(sentBodies()).toEqual([{ title: 'Pay rent' }]);
	});

	test('by an agent can clear the due date with an empty list', async () => {
		await run('update', { updateFields: { due: '={{ "[]" }}', title: 'Pay rent' } }, asTool);
		expect(sentBodies()).toEqual([{ due: null, title: 'Pay rent' }]);
	});

	test('clears nothing if an expression has an empty result, and clears by an empty list', async () => {
		const fields = (due: string, notes: string) => ({
			updateFields: { due, notes, title: 'Pay rent' },
		});
		const result = await run('update', fields('={{ "" }}', '={{ "" }}'));
		expect(hintsOf(result)).toEqual([
			expect.stringContaining('Due Date has no value'),
			expect.stringContaining('Notes has no value'),
		]);
		await run('update', fields('={{ $json.missing || [] }}', '={{ [] }}'));
		expect(sentBodies()).toEqual([
			{ title: 'Pay rent' },
			{ due: null, notes: '', title: 'Pay rent' },
		]);
	});

	test('clears an empty text, but not an empty date, which may have been typed', async () => {
		await run('update', { updateFields: { notes: '' } });
		expect(sentBodies()).toEqual([{ notes: '' }]);
		const { error } = await run('update', { updateFields: { due: '' } });
		expect(error?.message).toBe('Due Date is empty');
		expect(error?.description).toContain('To clear the date, enter the expression {{ [] }}.');
		expect(server.received).toHaveLength(1);
	});

	test('in an earlier version still clears empty values, with a hint for dates', async () => {
		const settings = { settings: { typeVersion: 1.1 } };
		await run('update', { updateFields: { notes: '={{ "" }}' } }, settings);
		const result = await run('update', { updateFields: { due: '' } }, settings);
		expect(sentBodies()).toEqual([{ notes: '' }, { due: null }]);
		expect(hintsOf(result)).toEqual([
			expect.stringContaining('Due Date has no value, so the date is cleared.'),
		]);
	});
});

// Near midnight, the day depends on how the date reaches the service: raycast/extensions#26758,
// BasedHardware/omi#15052, home-assistant/core#132498.
describe('a due date near midnight', () => {
	const dueOf = async (due: string, timeZone: string) => {
		server.respond = respondWithJson(task);
		await run('create', { title: 'Pay rent', additionalFields: { due } }, { timeZone });
		return sentBodies().at(-1)!.due;
	};
	const moment = '2026-03-01T23:30:00.000Z';
	const asMoment = [
		`={{ new Date("${moment}") }}`,
		`={{ DateTime.fromISO("${moment}") }}`,
		`={{ "${moment}" }}`,
		`={{ ${Date.parse(moment)} }}`,
		`={{ ${Date.parse(moment) / 1000} }}`,
	];

	test.each(asMoment)('is that of the time zone of the workflow: %s', async (due) => {
		expect(await dueOf(due, 'Europe/Berlin')).toBe('2026-03-02T00:00:00.000Z');
		expect(await dueOf(due, 'America/Los_Angeles')).toBe('2026-03-01T00:00:00.000Z');
	});

	test.each([
		'2026-03-01',
		'2026-03-01 23:30:00',
		'2026-03-01T23:30:00+09:00',
		'={{ "2026-03-01T00:00:00.000Z" }}',
		'={{ new Date("2026-03-01") }}',
		'={{ DateTime.fromISO("2026-03-01") }}',
	])('is the day as entered: %s', async (due) => {
		for (const timeZone of ['Europe/Berlin', 'America/Los_Angeles', 'Asia/Tokyo'])
			expect(await dueOf(due, timeZone)).toBe('2026-03-01T00:00:00.000Z');
	});
});

// n8n-io/n8n#2741: an option that was turned off was not sent, and the service used its default, true.
test('options that are turned off are sent', async () => {
	server.respond = respondWithJson({ items: [] });
	await run('getAll', { options: { showCompleted: false, showHidden: false } });
	expect(server.received[0]?.target).toMatch(/showCompleted=false/);
	expect(server.received[0]?.target).toMatch(/showHidden=false/);
});

test('a task that is moved to another list is returned with the new list', async () => {
	server.respond = respondWithJson(task);
	const destination = { target: 'other', destinationTaskListId: byId('l2') };
	for (const simplify of [true, false]) {
		const { items } = await run('move', { ...destination, simplify });
		expect(items.map(({ json }) => json.taskListId)).toEqual(['l2']);
	}
	const { items } = await run('move', { target: 'same' });
	expect(items.map(({ json }) => json.taskListId)).toEqual(['l1']);
});

// Tasks that are completed in an app are hidden: taylorwilsdon/google_workspace_mcp#139,
// googleworkspace/cli#509, and the reference of tasks.list.
test('a filter by completion time includes tasks that were completed in an app', async () => {
	server.respond = respondWithJson({ items: [] });
	const query = async (filters: IDataObject, options: IDataObject = {}) => {
		await run('getAll', { filters, options });
		return new URLSearchParams(server.received.at(-1)!.target.split('?')[1]).get('showHidden');
	};
	expect(await query({ completedMin: '2026-01-31T08:00:00Z' })).toBe('true');
	expect(await query({ completedMax: '2026-01-31T08:00:00Z' })).toBe('true');
	expect(await query({ completedMin: '2026-01-31T08:00:00Z' }, { showHidden: false })).toBe(
		'false',
	);
	expect(await query({ updatedMin: '2026-01-31T08:00:00Z' })).toBeNull();
});

// The service does not publish a maximum. An import can give many tasks the same time.
test('more tasks with one update time than the trigger stores are emitted once', () => {
	const at = Date.UTC(2026, 0, 31);
	const updated = new Date(at).toISOString();
	const tasks = Array.from({ length: 21_000 }, (_, index) => ({ id: `task-${index}`, updated }));
	const first = detectChanges(initialState(''), tasks, ['new'], at);
	expect(first.changes).toHaveLength(21_000);
	expect(detectChanges(first.state, tasks, ['new'], at + 60_000).changes).toEqual([]);
});

test('a simplified task keeps its links', async () => {
	const links = [{ type: 'email', description: 'Offer', link: 'https://mail.example.com/1' }];
	const webViewLink = 'https://tasks.example.com/task/t1';
	server.respond = respondWithJson({ ...task, links, webViewLink, etag: 'x' });
	const { items } = await run('get');
	expect(items[0]?.json).toEqual({ ...task, links, webViewLink, taskListId: 'l1' });
});
