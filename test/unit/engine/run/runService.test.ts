import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
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
		continueOnFail: () => false,
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
		await expect(runService(contextWith(options), exampleService())).rejects.toThrow(/must be/);
	});

	it('can be numbers as text', async () => {
		const context = contextWith({ itemsAtOnce: '2', batchSize: '2', batchPause: '0' });
		expect((await runService(context, exampleService()))[0]).toHaveLength(3);
	});
});

test.each(['__proto__', 'constructor', 'unknown'])(
	'the resource %s does not exist',
	async (resource) => {
		const context = contextWith({});
		const { getNodeParameter } = context;
		context.getNodeParameter = ((name: string, item: number) =>
			name === 'resource' ? resource : getNodeParameter(name, item)) as typeof getNodeParameter;
		await expect(runService(context, exampleService())).rejects.toThrow(
			`has no operation ${resource}: get`,
		);
	},
);
