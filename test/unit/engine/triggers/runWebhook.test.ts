// The order of the checks that a delivery passes. Each row names the step that ends the request.
import { EventEmitter } from 'node:events';
import { NodeOperationError, type IWebhookFunctions } from 'n8n-workflow';
import { PackError, reject, several, webhookTrigger } from '../../../../nodes/engine/describe';
import { runWebhook } from '../../../../nodes/engine/triggers/runWebhook';

type StepName = 'answer' | 'verify' | 'parse' | 'excludes' | 'confirm' | 'eventKey' | 'item';

interface Delivered {
	/** The step that ends the request; none if the event is emitted. */
	readonly endsIn?: StepName;
	readonly throwsIn?: StepName;
	readonly mode?: string;
	readonly events?: unknown;
	readonly rawBody?: Buffer | null;
}

let nodes = 0;

/** A trigger that records its steps, and a function that delivers a request to it. */
function startTrigger() {
	const steps: string[] = [];
	let current: Delivered = {};
	const step = <T, R>(name: StepName, value: T, rejection: R): T | R => {
		steps.push(name);
		if (current.throwsIn === name) throw new PackError(`${name} failed`, { hint: 'Try again.' });
		return current.endsIn === name ? rejection : value;
	};
	const trigger = webhookTrigger({
		form: { fields: { events: several('Events', ['a', 'b'], { required: true }) }, options: {} },
		answer: async () => await Promise.resolve(step('answer', undefined, { value: { ok: 1 } })),
		verify: async () => await Promise.resolve(step('verify', undefined, 'Not signed')),
		parse: (body) => step('parse', { value: body.toString() }, reject(400, 'Not an event')),
		excludes: () => step('excludes', undefined, 'Filtered out'),
		confirm: async () =>
			await Promise.resolve(step('confirm', { value: 'read' }, reject(404, 'Not found'))),
		eventKey: (event, confirmed) => step('eventKey', `${event}:${confirmed}`, undefined),
		item: ({ event, settings }, confirmed) =>
			step('item', { value: { json: { event, confirmed, ...settings } } }, reject(503, 'No file')),
	});
	const node = {
		id: `node-${++nodes}`,
		name: 'Trigger',
		type: 'trigger',
		parameters: { events: ['a'] },
	};
	return {
		steps,
		async deliver(delivered: Delivered = {}) {
			current = delivered;
			steps.length = 0;
			const { mode = 'webhook', events = ['a'], rawBody = Buffer.from('event') } = delivered;
			const response = Object.assign(new EventEmitter(), {
				statusCode: 200,
				sent: undefined as unknown,
				writableFinished: true,
				destroyed: false,
				status(code: number) {
					this.statusCode = code;
					return this;
				},
				json(body: unknown) {
					this.sent = body;
				},
			});
			const result = await runWebhook(
				{
					getMode: () => mode,
					getNode: () => node,
					getWorkflow: () => ({ id: 'workflow' }),
					getHeaderData: () => ({}),
					getRequestObject: () => ({ rawBody }),
					getResponseObject: () => response,
					getNodeParameter: () => events,
				} as unknown as IWebhookFunctions,
				trigger,
			);
			response.emit('close');
			return [response.statusCode, response.sent, result.workflowData, result.webhookResponse];
		},
	};
}

const all: StepName[] = ['answer', 'verify', 'parse', 'excludes', 'confirm', 'eventKey', 'item'];
const item = { json: { event: 'event', confirmed: 'read', events: ['a'] } };

test.each<[string, Delivered, number, StepName, unknown]>([
	['no delivery', { endsIn: 'answer' }, 200, 'answer', { ok: 1 }],
	['a wrong signature', { endsIn: 'verify' }, 401, 'verify', { message: 'Unauthorized' }],
	[
		'a wrong signature of a test delivery',
		{ endsIn: 'verify', mode: 'manual' },
		401,
		'verify',
		{ message: 'Not signed' },
	],
	['no raw body', { rawBody: null }, 401, 'answer', { message: 'Unauthorized' }],
	['a payload that is no event', { endsIn: 'parse' }, 400, 'parse', { message: 'Not an event' }],
	['an excluded event', { endsIn: 'excludes' }, 200, 'excludes', { message: 'Filtered out' }],
	[
		'an event that is not confirmed',
		{ endsIn: 'confirm' },
		404,
		'confirm',
		{ message: 'Not found' },
	],
	['an item that cannot be read', { endsIn: 'item' }, 503, 'item', { message: 'No file' }],
])('a request with %s ends in its step', async (_, delivered, status, last, body) => {
	const { deliver, steps } = startTrigger();
	const [statusCode, sent, workflowData, webhookResponse] = await deliver(delivered);
	expect([statusCode, sent ?? webhookResponse, workflowData]).toEqual([status, body, undefined]);
	expect(steps).toEqual(all.slice(0, all.indexOf(last) + 1));
});

test('an event that passes all steps is emitted once', async () => {
	const { deliver, steps } = startTrigger();
	expect(await deliver()).toEqual([200, undefined, [[item]], { received: true }]);
	expect(steps).toEqual(all);
	expect(await deliver()).toEqual([200, { message: 'Already received' }, undefined, undefined]);
	expect(steps).toEqual(all.slice(0, -1));
});

test('an event is emitted again if it has no key, if its item failed, or in a test', async () => {
	const { deliver } = startTrigger();
	const emits = async (delivered?: Delivered) => (await deliver(delivered))[2] !== undefined;
	expect([await emits({ endsIn: 'item' }), await emits()]).toEqual([false, true]);
	expect(await emits({ endsIn: 'eventKey' })).toBe(true);
	expect(await emits({ mode: 'manual' })).toBe(true);
	expect(await emits()).toBe(false);
});

test('settings are validated after the sender, so that only valid deliveries cause errors', async () => {
	const { deliver, steps } = startTrigger();
	expect((await deliver({ events: 'bogus', endsIn: 'verify' }))[0]).toBe(401);
	expect((await deliver({ events: 'bogus', endsIn: 'parse' }))[0]).toBe(400);
	await expect(deliver({ events: 'bogus' })).rejects.toThrow('Events must be one of a, b');
	expect(steps).toEqual(['answer', 'verify', 'parse']);
});

test.each(all)('an error in the step %s is converted to an error of the node', async (name) => {
	const error = await startTrigger()
		.deliver({ throwsIn: name })
		.catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error).toMatchObject({ message: `${name} failed`, description: 'Try again.' });
});
