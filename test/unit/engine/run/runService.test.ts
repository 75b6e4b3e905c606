import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import {
	operation,
	type Operation,
	PackError,
	resource,
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
