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
const contextWith = (
	requestOptions: IDataObject,
	parameter: (name: string, item: number) => unknown = () => undefined,
) =>
	({
		getNode: () => node,
		getInputData: () => Array.from({ length: 3 }, () => ({ json: {} })),
		getNodeParameter: (name: string, item: number, fallback: unknown) =>
			parameter(name, item) ??
			{ resource: 'note', operation: 'get', 'options.requestOptions': requestOptions }[name] ??
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
});

/** A service with one operation. */
const serviceWith = (described: Parameters<typeof operation>[0], more: Partial<Operation> = {}) => {
	const operations = { get: { ...operation(described), ...more } };
	return exampleService({
		resources: { note: resource('Note', { default: 'get', operations }) },
	});
};

test.each(['__proto__', 'constructor', 'unknown'])(
	'the resource %s does not exist',
	async (name) => {
		const context = contextWith({}, (parameter) => (parameter === 'resource' ? name : undefined));
		await expect(runService(context, exampleService(), false)).rejects.toThrow(
			`has no operation ${name}: get`,
		);
	},
);

describe('an operation that checks all items of a run', () => {
	type CheckRun = NonNullable<Operation['checkRun']>;
	const checking = (checkRun: CheckRun, more: Partial<Operation> = {}) => {
		const run = jest.fn<Promise<Row[]>, [Call<IDataObject>]>(
			async ({ item }) => await Promise.resolve([{ json: { item } }]),
		);
		const service = serviceWith({ name: 'Get', action: 'Get a note', run }, { checkRun, ...more });
		return { service, run };
	};
	const rejectSecond: CheckRun = async (calls) =>
		await Promise.resolve(
			calls.map(({ item }) => (item === 1 ? new PackError('Too expensive') : undefined)),
		);
	it('processes no item if one of them is rejected', async () => {
		const { service, run } = checking(rejectSecond);
		const error = await runService(contextWith({}), service, false).catch(
			(cause: unknown) => cause,
		);
		expect(error).toMatchObject({ message: 'Too expensive', context: { itemIndex: 1 } });
		expect(run).not.toHaveBeenCalled();
	});

	it('rejects all items if the check fails', async () => {
		const { service, run } = checking(
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
		const { service } = checking(checkRun, { fields: { color } });
		const context = contextWith({}, (name, item) =>
			name === 'color' ? (item === 0 ? '' : 'red') : undefined,
		);
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
	const service = serviceWith({
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
	const error = await runService(contextWith({}), service, false).catch((cause: unknown) => cause);
	expect(error).toMatchObject({
		message: 'Not enough credits',
		description: 'Buy credits. 2 of 3 notes were paid.',
	});
});

test('the error that stops a run of writes says how many items succeeded', async () => {
	const errorOf = async (request: `${'POST' | 'GET'} /notes`) => {
		const service = serviceWith({
			name: 'Create',
			action: 'Create a note',
			request,
			async run({ item }) {
				if (item === 2) throw new PackError('Not enough space', { hint: 'Delete a note.' });
				return await Promise.resolve([{ json: {} }]);
			},
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
		const service = serviceWith({
			name: 'Get Many',
			action: 'Get notes',
			request: 'GET /notes',
			emptyHint: () => 'No note matches.',
			run: async ({ item }) =>
				await Promise.resolve(Array.from({ length: rowsOfItem[item]! }, () => ({ json: {} }))),
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

test('the input of each item is read when its turn comes if items run one after another', async () => {
	const trace: string[] = [];
	const service = serviceWith({
		name: 'Get',
		action: 'Get a note',
		fields: { color: text('Color') },
		async run({ item }) {
			trace.push(`send ${item}`);
			return await Promise.resolve([{ json: {} }]);
		},
	});
	const context = contextWith({ itemsAtOnce: 1 }, (name, item) => {
		if (name !== 'color') return undefined;
		trace.push(`read ${item}`);
		return `color ${item}`;
	});
	await runService(context, service, true);
	expect(trace).toEqual(['read 0', 'send 0', 'read 1', 'send 1', 'read 2', 'send 2']);
});
