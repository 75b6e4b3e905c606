import {
	choice,
	decimal,
	failOnTimeout,
	flag,
	integer,
	list,
	operation,
	resource,
	several,
	text,
} from '../../engine/describe';
import { batchRead, batchWrite, readTarget } from '../batches';
import { instanceId, nonNegative, property, timeoutSeconds, waitTimeout } from '../fields';
import { defaultListenFor, defaultMaximumEvents, readEvents } from '../events';
import { readLogs } from '../logs';
import {
	auditEvent,
	deleted,
	history,
	instance as shape,
	instanceBrief,
	logs,
	metrics,
	stateChange,
	withState,
} from '../shapes';
import { standardOperations } from '../standardOperations';
import { targetOf } from '../targets';
import { states, waitForState } from '../waitForState';
import { checkpointOperations, templateOperations } from './checkpointsAndTemplates';
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
const drainTimeout = nonNegative('Drain Timeout (Milliseconds)', {
	apiName: 'drain_timeout_ms',
	description: 'Milliseconds to wait for open connections to finish',
});

const instances = standardOperations({
	noun: 'instance',
	path: 'instances',
	id: { instanceId },
	shape,
	simplify: instanceBrief,
});

export const instance = resource('Instance', {
	default: 'getAll',
	operations: {
		create,
		delete: instances.delete({
			description: 'Delete an instance and the contents of its memory',
			shape: { ...deleted, previous_state: 'string' },
			options: {
				timeoutSeconds,
				dontRetain: flag("Don't Retain", {
					apiName: 'dont_retain',
					description: 'Whether to delete the instance without retaining any of its data',
				}),
			},
		}),
		get: instances.get(),
		getAll: instances.getAll(),
		getEvents: operation({
			action: 'Get events of instances',
			description:
				'Listen for changes of the state of instances and for failed starts, one item per event',
			request: 'GET /audit',
			output: 'rows',
			shape: auditEvent,
			options: {
				eventTypes: several(
					'Event Types',
					{
						'vm.state_change': 'State Changed',
						'vm.start_failed': 'Start Failed',
					},
					{ description: 'Return only these events', in: 'none', collection: 'filters' },
				),
				instanceUuids: list('Instance UUIDs', {
					description: 'Return only events of these instances, separated by commas',
					placeholder: 'e.g. 69b31ad2-7d28-4a19-85ab-f0a3a11f5c31',
					in: 'none',
					collection: 'filters',
				}),
				instanceTags: list('Tags', {
					description: 'Return only events of instances with these tags, separated by commas',
					placeholder: 'e.g. web, blue',
					in: 'none',
					collection: 'filters',
				}),
				listenFor: integer('Listen For (Seconds)', {
					description: 'Seconds to wait for events. Earlier events are not returned.',
					default: defaultListenFor,
					minimum: 1,
					maximum: 3600,
					in: 'none',
					collection: 'options',
				}),
				maximumEvents: integer('Maximum Events', {
					description: 'Number of events after which the operation ends',
					default: defaultMaximumEvents,
					minimum: 1,
					maximum: 10_000,
					in: 'none',
					collection: 'options',
				}),
			},
			run: readEvents,
		}),
		getHistory: operation({
			action: 'Get the checkpoints of an instance',
			request: 'GET /instances/history',
			shape: history,
			fields: { instanceId },
			batch: batchRead({ target: 'instanceId', local: 'GET /instances/{uuid}/history' }),
		}),
		getLogs: operation({
			action: 'Get the logs of an instance',
			description:
				'Get the console output of an instance as text, and optionally wait for more output',
			request: 'GET /instances/log',
			shape: logs,
			fields: { instanceId },
			options: {
				lastBytes: nonNegative('Last Bytes', {
					description: 'Start this many bytes before the end',
				}),
				fromOffset: integer('From Offset', {
					apiName: 'offset',
					description:
						'Start at this byte, for example at range.end of an earlier item. A negative offset counts from the end.',
				}),
				maximumBytes: integer('Max Bytes', {
					apiName: 'limit',
					description: 'Maximum number of bytes to read. If not set: 1 MiB.',
					default: 1_048_576,
					minimum: 1,
					maximum: 33_554_432,
				}),
				followFor: decimal('Follow For (Seconds)', {
					description: 'Seconds to wait for more output. Waiting ends when the instance stops.',
					default: 30,
					minimum: 0,
					maximum: 86_400,
				}),
				asLines: flag('As Lines', {
					description: 'Whether to return the output as a list of lines in addition to the text',
					default: true,
				}),
			},
			run: readLogs,
		}),
		getMetrics: operation({
			action: 'Get the metrics of an instance',
			request: 'GET /instances/metrics',
			shape: metrics,
			fields: { instanceId },
			batch: batchRead({ target: 'instanceId', local: 'GET /instances/{uuid}/metrics' }),
		}),
		getStatus: operation({
			action: 'Get the status of an instance',
			description: 'Get an instance; each item is a separate request',
			request: 'GET /instances/{instanceId}',
			shape,
			simplify: instanceBrief,
			fields: { instanceId },
			run: async (call) =>
				await readTarget(
					call,
					{ global: 'GET /instances', local: 'GET /instances/{uuid}' },
					targetOf(call.input.instanceId, 'Instance'),
				),
		}),
		start: operation({
			request: 'PUT /instances/start',
			shape: stateChange,
			fields: { instanceId },
			options: {
				waitTimeout,
				timeoutSeconds,
				ignoreIfStarted: flag('Ignore If Already Started', {
					description:
						'Whether an instance that is already starting or running is no error. Its item then contains its state.',
					default: true,
					in: 'none',
				}),
			},
			batch: batchWrite({
				target: 'instanceId',
				ignores: { option: 'ignoreIfStarted', states: ['starting', 'running'] },
			}),
		}),
		stop: operation({
			request: 'PUT /instances/stop',
			shape: stateChange,
			fields: { instanceId },
			options: {
				force: flag('Force', {
					description: 'Whether to stop the instance without a graceful shutdown',
				}),
				drainTimeout,
				quick: flag('Quick', { description: 'Whether to use the quick mode of the service' }),
				ifState: text('If State', {
					apiName: 'ifstate',
					description:
						'Stop the instance only if it is in this state. In another state, its item fails.',
					placeholder: 'e.g. running',
					rejectEmptyExpression: 'the state would not be checked',
				}),
				dump: flag('Dump', { description: 'Whether to dump the memory' }),
				ignoreIfStopped: flag('Ignore If Already Stopped', {
					description:
						'Whether an instance that is already stopping or stopped is no error. Its item then contains its state.',
					default: true,
					in: 'none',
				}),
			},
			batch: batchWrite({
				target: 'instanceId',
				ignores: { option: 'ignoreIfStopped', states: ['stopping', 'stopped'] },
			}),
		}),
		suspend: operation({
			request: 'PUT /instances/suspend',
			shape: stateChange,
			fields: { instanceId },
			options: { drainTimeout },
			batch: batchWrite({ target: 'instanceId' }),
		}),
		update: instances.update({ instanceProperty: property(instanceProperties) }),
		wait: operation({
			name: 'Wait for State',
			action: 'Wait until an instance reaches a state',
			request: 'GET /instances/wait',
			shape: { ...withState, timedOut: 'boolean' },
			fields: {
				instanceId,
				wantedState: choice('State', states, {
					apiName: 'state',
					required: true,
					default: 'running',
					description: 'The state to wait for',
				}),
			},
			options: {
				maximumWait: decimal('Maximum Wait (Minutes)', {
					description:
						'How long to wait. After that, the item contains the instance in its current state, with timedOut set to true.',
					default: 5,
					minimum: 0.01,
					maximum: 1440,
				}),
				failOnTimeout,
			},
			run: waitForState,
		}),
		...checkpointOperations,
		...templateOperations,
	},
});
