import { flag, operation, resource } from '../../engine/describe';
import { inLocation } from '../location';
import { type LongRunning, waitForCompletion, waitIfRequested, waitOptions } from '../longRunning';
import { operationId } from '../recordFields';
import { longRunning as shape } from '../shapes';
import { filter, standardOperations, writeOperation } from '../standardOperations';

const operations = standardOperations({ path: 'operations', record: { operationId }, shape });

export const longRunningOperation = resource('Operation', {
	default: 'getAll',
	operations: {
		cancel: writeOperation({
			description: 'Request the cancellation of an operation (it may still complete successfully)',
			request: 'POST /operations/{operationId}:cancel',
			idempotency: 'safe',
			output: 'done',
			fields: { operationId },
		}),
		delete: operations.delete({
			isLong: false,
			requestId: undefined,
			idempotency: 'safe',
			description: 'Delete the record of an operation without canceling the operation',
		}),
		get: operations.get(),
		getAll: operations.getAll({
			options: {
				filter,
				returnPartialSuccess: flag('Return Partial Success', {
					description: 'Whether to return a partial list if a location cannot be reached',
					default: true,
					collection: 'options',
				}),
			},
		}),
		wait: operation({
			action: 'Wait for an operation',
			description:
				'Poll an operation until it is done, for example one that was started without waiting',
			request: 'GET /operations/{operationId}',
			basePath: inLocation,
			fields: { operationId, wait: waitForCompletion },
			options: waitOptions,
			async run(call) {
				const started = (await call.request(call.operation.request!, { values: call.input }))
					.body as LongRunning;
				return [await waitIfRequested(call, started)];
			},
		}),
	},
});
