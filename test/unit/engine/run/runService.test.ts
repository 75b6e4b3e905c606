import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import {
	type Call,
	operation,
	type Operation,
	PackError,
	resource,
	type Row,
	text,
} from '../../../../nodes/engine/describe';
import { runService } from '../../../../nodes/engine/run/runService';
import { exampleService, node } from '../kit';

/** The execute context of a node with three input items. */
const contextWith = (requestOptions: IDataObject) =>
	({
		getNode: () => node,
		getInputData: () => Array.from({ length: 3 }, () => ({ json: {} })),
		getNodeParameter: (name: string, _: number, fallback: unknown) =>
			({ resource: 'note', operation: 'get', 'options.requestOptions': requestOptions })[name] ??
			fallback,
		getExecutionCancelSignal: () => undefined,
		getCredentials: async () => await Promise.resolve({}),
		getTimezone: () => 'UTC',
		evaluateExpression: () => 0,
		helpers: {
			httpRequestWithAuthentication: async () =>
				await Promise.resolve({ statusCode: 200, headers: {}, body: '{"id":1}' }),
		},
	}) as unknown as IExecuteFunctions;

describe('the request options', () => {
	it.each([
		[{ itemsAtOnce: 0 }],
		[{ itemsAtOnce: 'many' }],
		[{ timeout: 'soon' }],
		[{ attempts: 0 }],
		[{ requestsPerSecond: 0 }],
	])('are rejected if they are invalid: %j', async (options) => {
		await expect(runService(contextWith(options), exampleService(), false)).rejects.toMatchObject({
			message: expect.stringMatching(/must be/) as string,
			context: { itemIndex: undefined },
		});
	});

	it('can be numbers as text', async () => {
		const context = contextWith({ itemsAtOnce: '2', batchSize: '2', batchPause: '0' });
		expect((await runService(context, exampleService(), false))[0]).toHaveLength(3);
	});
});

test.each(['__proto__', 'constructor', 'unknown'])(
	'the resource %s does not exist',
	async (resource) => {
		const context = contextWith({});
		const { getNodeParameter } = context;
		context.getNodeParameter = ((name: string, item: number) =>
			name === 'resource' ? resource : getNodeParameter(name, item)) as typeof getNodeParameter;
		await expect(runService(context, exampleService(), false)).rejects.toThrow(
			`has no operation ${resource}: get`,
		);
	},
);

describe('an operation that checks all items of a run', () => {
	type CheckRun = NonNullable<Operation['checkRun']>;
	const serviceWith = (checkRun: CheckRun, more: Partial<Operation> = {}) => {
		const run = jest.fn<Promise<Row[]>, [Call<IDataObject>]>(
			async ({ item }) => await Promise.resolve([{ json: { item } }]),
		);
		const operations = {
			get: { ...operation({ name: 'Get', action: 'Get a note', run }), checkRun, ...more },
		};
		const service = exampleService({
			resources: { note: resource('Note', { default: 'get', operations }) },
		});
		return { service, run };
	};
	const rejectSecond: CheckRun = async (calls) =>
		await Promise.resolve(
			calls.map(({ item }) => (item === 1 ? new PackError('Too expensive') : undefined)),
		);
	it('processes no item if one of them is rejected', async () => {
		const { service, run } = serviceWith(rejectSecond);
		const error = await runService(contextWith({}), service, false).catch(
			(cause: unknown) => cause,
		);
		expect(error).toMatchObject({ message: 'Too expensive', context: { itemIndex: 1 } });
		expect(run).not.toHaveBeenCalled();
	});

	it('processes the other items with Continue On Fail', async () => {
		const { service, run } = serviceWith(rejectSecond);
		const [items] = await runService(contextWith({}), service, true);
		expect(items!.map(({ json }) => json.error)).toEqual([undefined, 'Too expensive', undefined]);
		expect(run.mock.calls.map(([{ item }]) => item)).toEqual([0, 2]);
	});

	it('rejects all items if the check fails', async () => {
		const { service, run } = serviceWith(
			async () => await Promise.reject(new PackError('The price list is not available')),
		);
		const [items] = await runService(contextWith({}), service, true);
		expect(items!.map(({ json }) => json.error)).toEqual(
			Array<string>(3).fill('The price list is not available'),
		);
		expect(run).not.toHaveBeenCalled();
	});

	it('checks only items with valid input', async () => {
		const color = text('Color', { required: true });
		const checkRun = jest.fn(rejectSecond);
		const { service } = serviceWith(checkRun, { fields: { color } });
		const context = contextWith({});
		const { getNodeParameter } = context;
		context.getNodeParameter = ((name: string, item: number, fallback: unknown) =>
			name === 'color'
				? item === 0
					? ''
					: 'red'
				: getNodeParameter(name, item, fallback)) as typeof getNodeParameter;
		const [items] = await runService(context, service, true);
		expect(items!.map(({ json }) => json.error)).toEqual([
			'Color is required',
			'Too expensive',
			undefined,
		]);
		expect(checkRun.mock.calls[0]![0].map(({ item }) => item)).toEqual([1, 2]);
	});
});

test('the error that stops a run starts with what the run has already done', async () => {
	const done: number[] = [];
	const get = operation({
		name: 'Get',
		action: 'Get a note',
		async run({ item }) {
			// Items run at the same time. The first one fails when the others are done.
			await new Promise((resolve) => setTimeout(resolve, item === 0 ? 100 : 0));
			if (item === 0) throw new PackError('Not enough credits', { hint: 'Buy credits.' });
			done.push(item);
			return [{ json: {} }];
		},
		describeProgress: ({ itemCount }) => `${done.length} of ${itemCount} notes were paid.`,
	});
	const service = exampleService({
		resources: { note: resource('Note', { default: 'get', operations: { get } }) },
	});
	const error = await runService(contextWith({}), service, false).catch((cause: unknown) => cause);
	expect(error).toMatchObject({
		message: 'Not enough credits',
		description: 'Buy credits. 2 of 3 notes were paid.',
	});
});

test('the error that stops a run of writes says how many items succeeded', async () => {
	const errorOf = async (request: `${'POST' | 'GET'} /notes`) => {
		const create = operation({
			name: 'Create',
			action: 'Create a note',
			request,
			async run({ item }) {
				if (item === 2) throw new PackError('Not enough space', { hint: 'Delete a note.' });
				return await Promise.resolve([{ json: {} }]);
			},
		});
		const service = exampleService({
			resources: { note: resource('Note', { default: 'get', operations: { get: create } }) },
		});
		return await runService(contextWith({}), service, false).catch((cause: unknown) => cause);
	};
	expect(await errorOf('POST /notes')).toMatchObject({
		description:
			'Delete a note. Before this error, 2 of 3 items succeeded. Run only the remaining items again, because the node sends all its input items. If it should continue after an error, set On Error to Continue (using error output).',
	});
	expect(await errorOf('GET /notes')).toMatchObject({ description: 'Delete a note.' });
});

test('the hint about a list without rows is shown if no item has a row', async () => {
	const hintsWith = async (rowsOfItem: readonly number[]) => {
		const get = operation({
			name: 'Get Many',
			action: 'Get notes',
			request: 'GET /notes',
			emptyHint: () => 'No note matches.',
			run: async ({ item }) =>
				await Promise.resolve(Array.from({ length: rowsOfItem[item]! }, () => ({ json: {} }))),
		});
		const service = exampleService({
			resources: { note: resource('Note', { default: 'get', operations: { get } }) },
		});
		const addExecutionHints = jest.fn();
		await runService({ ...contextWith({}), addExecutionHints }, service, false);
		return (addExecutionHints.mock.calls as Array<[{ message: string }]>).map(
			([{ message }]) => message,
		);
	};
	expect(await hintsWith([0, 0, 0])).toEqual(['No note matches.']);
	expect(await hintsWith([0, 2, 0])).toEqual([]);
});

describe('reading inputs ahead', () => {
	/**
	 * Runs three items, and records when an item is read and when it is sent.
	 * @param respond waits for the response of the service
	 */
	const traceOf = async (
		itemsAtOnce: number,
		respond: (trace: readonly string[]) => Promise<void> = async () => await Promise.resolve(),
	): Promise<string[]> => {
		const trace: string[] = [];
		const get = operation({
			name: 'Get',
			action: 'Get a note',
			fields: { color: text('Color') },
			async run({ item }) {
				trace.push(`send ${item}`);
				await respond(trace);
				return [{ json: {} }];
			},
		});
		const service = exampleService({
			resources: { note: resource('Note', { default: 'get', operations: { get } }) },
		});
		const context = contextWith({ itemsAtOnce });
		const { getNodeParameter } = context;
		context.getNodeParameter = ((name: string, item: number, fallback?: unknown) => {
			if (name === 'color') trace.push(`read ${item}`);
			return name === 'color' ? `color ${item}` : getNodeParameter(name, item, fallback);
		}) as typeof getNodeParameter;
		await runService(context, service, true);
		return trace;
	};

	it('reads the inputs of the next items while the service processes requests', async () => {
		const trace = await traceOf(2, async (soFar) => {
			while (!soFar.includes('read 2')) await sleep(1);
		});
		expect(trace.indexOf('read 2')).toBeLessThan(trace.indexOf('send 2'));
		expect(trace.filter((event) => event.startsWith('read'))).toHaveLength(3);
	});

	it('reads the input of each item when its turn comes if items are processed one after another', async () => {
		expect(await traceOf(1)).toEqual(['read 0', 'send 0', 'read 1', 'send 1', 'read 2', 'send 2']);
	});
});
