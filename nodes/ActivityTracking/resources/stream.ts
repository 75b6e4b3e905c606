import { operation, resource, several } from '../../engine/describe';
import {
	activityId,
	effortId,
	resolutionOptions,
	routeId,
	segmentId,
	streamOutput,
} from '../fields';
import { stream as shape } from '../shapes';
import { readActivityStreams, readStreams, segmentStreamLabels, streamLabels } from '../streams';

const types = several('Streams', streamLabels, {
	description: 'The streams to get. Streams that the record does not have are left out.',
	default: ['time', 'latlng'],
	required: true,
});
const segmentTypes = several('Streams', segmentStreamLabels, {
	description: 'The streams to get',
	default: ['distance', 'altitude', 'latlng'],
	required: true,
});

export const stream = resource('Stream', {
	default: 'getForActivity',
	operations: {
		getForActivity: operation({
			name: 'Get for Activity',
			action: 'Get the streams of an activity',
			request: 'GET /activities/{activityId}/streams/{types}',
			output: 'rows',
			fields: { activityId, types, streamOutput },
			options: resolutionOptions,
			shape: { ...shape, activity_id: 'string' },
			permission:
				'activity:read (activity:read_all, formerly view_private, for the parts of a stream inside privacy zones)',
			run: readActivityStreams,
		}),
		getForRoute: operation({
			name: 'Get for Route',
			action: 'Get the streams of a route',
			description: 'Get the distance, altitude and position along a route',
			request: 'GET /routes/{routeId}/streams',
			output: 'rows',
			fields: { routeId, streamOutput },
			shape: { ...shape, route_id: 'string' },
			permission: 'read (read_all for private routes)',
			run: async (call) =>
				await readStreams(call, ['route_id', call.input.routeId], '/routes/{routeId}/streams'),
		}),
		getForSegment: operation({
			name: 'Get for Segment',
			action: 'Get the streams of a segment',
			request: 'GET /segments/{segmentId}/streams/{segmentTypes}',
			output: 'rows',
			fields: { segmentId, segmentTypes, streamOutput },
			options: resolutionOptions,
			shape: { ...shape, segment_id: 'string' },
			permission: 'read (read_all for private segments)',
			run: async (call) =>
				await readStreams(
					call,
					['segment_id', call.input.segmentId],
					'/segments/{segmentId}/streams',
					call.input.segmentTypes,
				),
		}),
		getForSegmentEffort: operation({
			name: 'Get for Segment Effort',
			action: 'Get the streams of a segment effort',
			request: 'GET /segment_efforts/{effortId}/streams/{types}',
			output: 'rows',
			fields: { effortId, types, streamOutput },
			options: resolutionOptions,
			shape: { ...shape, segment_effort_id: 'string' },
			permission:
				'activity:read (read_all, formerly view_private, for the parts of a stream inside privacy zones)',
			run: async (call) =>
				await readStreams(
					call,
					['segment_effort_id', call.input.effortId],
					'/segment_efforts/{effortId}/streams',
					call.input.types,
				),
		}),
	},
});
