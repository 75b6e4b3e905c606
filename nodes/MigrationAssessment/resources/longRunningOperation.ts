import { type Call, flag, operation, resource } from '../../engine/describe';
import { act, family, filter } from '../family';
import { completed, wait, waitOptions, type LongRunning, type WaitInput } from '../longRunning';
import { inLocation } from '../place';
import { operationId } from '../records';
import { longRunning as shape } from '../shapes';

const operations = family({
	one: 'operation',
	many: 'operations',
	collection: 'operations',
	key: 'operationId',
	id: operationId,
	shape,
});

export const longRunningOperation = resource('Operation', {
	default: 'getAll',
	operations: {
		cancel: act({
			name: 'Cancel',
			action: 'Cancel an operation',
			description: 'Ask the service to cancel an operation; it may end successfully all the same',
			request: 'POST /operations/{operationId}:cancel',
			replay: 'safe',
			output: 'done',
			fields: { operationId },
		}),
		delete: operations.delete({
			isLong: false,
			requestId: undefined,
			replay: 'safe',
			description: 'Forget an operation; this does not cancel it',
		}),
		get: operations.get(),
		getAll: operations.getAll({
			options: {
				filter,
				returnPartialSuccess: flag('Return Partial Success', {
					description: 'Whether to get what can be reached where a location cannot',
					default: true,
				}),
			},
		}),
		wait: operation({
			name: 'Wait',
			action: 'Wait for an operation',
			description: 'Ask until an operation is done, for example one that was begun without a wait',
			request: 'GET /operations/{operationId}',
			under: inLocation,
			fields: { operationId, wait },
			options: waitOptions,
			shape,
			async run(call) {
				const begun = (await call.request(call.operation.request!, { values: call.input }))
					.body as LongRunning;
				return [await completed(call as Call<WaitInput>, begun)];
			},
		}),
	},
});
