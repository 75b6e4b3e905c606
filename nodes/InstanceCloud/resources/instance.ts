import { choice, decimal, flag, integer, operation, resource, text } from '../../engine/describe';
import {
	change,
	count,
	details,
	instanceId,
	property,
	propertyValue,
	seconds,
	taggedListOptions,
	waitTimeout,
	withValue,
} from '../fields';
import { readLogs } from '../logs';
import { byLastUuid, reading, targetsIn, together } from '../requests';
import {
	changed,
	deleted,
	history,
	instance as shape,
	instanceBrief,
	logs,
	metrics,
	moved,
	stated,
} from '../shapes';
import { states, waitForState } from '../wait';
import { checkpointOperations, templateOperations } from './instanceCopies';
import { create } from './instanceCreate';

const instanceProperties = [
	'image',
	'args',
	'env',
	'memory_mb',
	'vcpus',
	'scale_to_zero',
	'tags',
	'delete_lock',
	'schedules',
	'autokill',
	'hostname',
	'roms',
	'dependencies',
	'sched_priority',
	'plugins',
	'annotations',
];
const drainTimeout = count('Drain Timeout (Ms)', {
	wire: 'drain_timeout_ms',
	description: 'Milliseconds that open connections may take to finish',
});

export const instance = resource('Instance', {
	default: 'getAll',
	operations: {
		create,
		delete: operation({
			name: 'Delete',
			action: 'Delete an instance',
			description: 'Delete an instance; what it holds in memory is lost',
			request: 'DELETE /instances',
			output: 'single',
			agents: false,
			shape: { ...deleted, previous_state: 'string' },
			fields: { instanceId },
			options: {
				timeoutSeconds: seconds,
				dontRetain: flag("Don't Retain", {
					wire: 'dont_retain',
					description: 'Whether nothing is kept of the instance',
				}),
			},
			batch: together({ target: 'instanceId', adds: { deleted: true } }),
		}),
		get: operation({
			name: 'Get',
			action: 'Get an instance',
			request: 'GET /instances',
			shape,
			simplify: instanceBrief,
			fields: { instanceId },
			options: { details, ...targetsIn },
			batch: reading({ target: 'instanceId' }),
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many instances',
			request: 'GET /instances',
			paging: byLastUuid('instances'),
			shape,
			simplify: instanceBrief,
			options: taggedListOptions,
		}),
		getHistory: operation({
			name: 'Get History',
			action: 'Get the checkpoints of an instance',
			request: 'GET /instances/history',
			shape: history,
			fields: { instanceId },
			options: targetsIn,
			batch: reading({ target: 'instanceId' }),
		}),
		getLogs: operation({
			name: 'Get Logs',
			action: 'Get the logs of an instance',
			description: 'Read the console output of an instance, as text, and follow it for a while',
			request: 'GET /instances/log',
			shape: logs,
			fields: { instanceId },
			options: {
				lastBytes: count('Last Bytes', { description: 'Begin so many bytes before the end' }),
				fromOffset: integer('From Offset', {
					wire: 'offset',
					description:
						'Begin at this byte, for example where an earlier item ended (range.end); a negative one counts from the end',
				}),
				maximumBytes: integer('Max Bytes', {
					wire: 'limit',
					description: 'Most bytes to read, 1 MiB unless set',
					default: 1_048_576,
					minimum: 1,
					maximum: 33_554_432,
				}),
				followFor: decimal('Follow For (Seconds)', {
					description: 'Wait so long for further output, while the instance is not stopped',
					default: 30,
					minimum: 0,
					maximum: 86_400,
				}),
				asLines: flag('As Lines', {
					description: 'Whether to put a list of lines on the item beside the text',
					default: true,
				}),
			},
			run: readLogs,
		}),
		getMetrics: operation({
			name: 'Get Metrics',
			action: 'Get the metrics of an instance',
			request: 'GET /instances/metrics',
			shape: metrics,
			fields: { instanceId },
			options: targetsIn,
			batch: reading({ target: 'instanceId' }),
		}),
		getStatus: operation({
			name: 'Get Status',
			action: 'Get the status of an instance',
			description:
				'Get the status at the endpoint that the specification shows for several instances',
			request: 'GET /instances/status',
			shape,
			simplify: instanceBrief,
			fields: { instanceId },
			options: targetsIn,
			batch: reading({ target: 'instanceId', globalOnly: true }),
		}),
		start: operation({
			name: 'Start',
			action: 'Start an instance',
			request: 'PUT /instances/start',
			shape: moved,
			fields: { instanceId },
			options: { waitTimeout, timeoutSeconds: seconds },
			batch: together({ target: 'instanceId' }),
		}),
		stop: operation({
			name: 'Stop',
			action: 'Stop an instance',
			request: 'PUT /instances/stop',
			shape: moved,
			fields: { instanceId },
			options: {
				force: flag('Force', { description: 'Whether it is stopped without being asked to end' }),
				drainTimeout,
				quick: flag('Quick', { description: 'Whether the service takes the quick way' }),
				ifState: text('If State', {
					wire: 'ifstate',
					description: 'Only where the instance is in this state',
					placeholder: 'e.g. running',
				}),
				dump: flag('Dump', { description: 'Whether the memory is written out' }),
			},
			batch: together({ target: 'instanceId' }),
		}),
		suspend: operation({
			name: 'Suspend',
			action: 'Suspend an instance',
			request: 'PUT /instances/suspend',
			shape: moved,
			fields: { instanceId },
			options: { drainTimeout },
			batch: together({ target: 'instanceId' }),
		}),
		update: operation({
			name: 'Update',
			action: 'Update an instance',
			description: 'Change one property of an instance',
			request: 'PATCH /instances',
			output: 'single',
			shape: changed,
			fields: { instanceId, instanceProperty: property(instanceProperties), change, propertyValue },
			batch: together({ target: 'instanceId', entry: withValue }),
		}),
		wait: operation({
			name: 'Wait for State',
			action: 'Wait until an instance is in a state',
			request: 'GET /instances/wait',
			shape: { ...stated, timedOut: 'boolean' },
			fields: {
				instanceId,
				wantedState: choice('State', states, {
					wire: 'state',
					required: true,
					default: 'running',
					description: 'The state to wait for',
				}),
			},
			options: {
				maximumWait: decimal('Maximum Wait (Minutes)', {
					description:
						'How long to wait. After that the item carries the instance as it is, marked timedOut.',
					default: 5,
					minimum: 0.01,
					maximum: 1440,
				}),
			},
			run: waitForState,
		}),
		...checkpointOperations,
		...templateOperations,
	},
});
