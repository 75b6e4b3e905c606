import { rejectField, responseToRows } from '../../engine';
import {
	choice,
	date,
	decimal,
	file,
	flag,
	id,
	integer,
	operation,
	resource,
	text,
} from '../../engine/describe';
import { activityId, decodePolylines, numericId, onePage, paging, toLocalTime } from '../fields';
import { addDecodedPoints } from '../polyline';
import { formBody } from '../publicInterface';
import {
	activityBrief,
	activityZone,
	athlete,
	comment,
	lap,
	lapBrief,
	photo,
	upload as uploadShape,
	writtenActivity,
	writtenActivityBrief,
} from '../shapes';
import { sportTypeLabels } from '../sportTypes';
import { fileFormats, uploadActivity, uploadRow } from '../upload';

const readScope = 'activity:read (activity:read_all for activities visible only to the athlete)';
const writeScope = 'activity:write';

const description = text('Description', { lines: 3 });
const trainer = flag('Trainer', {
	description: 'Whether the activity was recorded on a training machine',
	default: true,
});
const commute = flag('Commute', {
	description: 'Whether the activity is a commute',
	default: true,
});

export const activity = resource('Activity', {
	default: 'getAll',
	operations: {
		create: operation({
			collection: 'additionalFields',
			description: 'Create a manual activity, without a recorded file',
			request: 'POST /activities',
			fields: {
				name: text('Name', { required: true, placeholder: 'e.g. Evening ride' }),
				sportType: choice('Sport Type', sportTypeLabels, {
					required: true,
					default: 'Run',
					apiName: 'sport_type',
				}),
				startDate: date('Start Date', {
					description:
						'Start of the activity, in local time where it took place. Time zone offsets are ignored.',
					required: true,
					format: 'local',
					apiName: 'start_date_local',
				}),
				elapsedTime: integer('Elapsed Time (Seconds)', {
					required: true,
					minimum: 1,
					apiName: 'elapsed_time',
					placeholder: 'e.g. 3600',
				}),
			},
			options: {
				commute,
				description,
				distance: decimal('Distance (Meters)', { minimum: 0 }),
				trainer,
			},
			simplify: writtenActivityBrief,
			shape: writtenActivity,
			permission: writeScope,
			run: async ({ operation: own, input, request }) =>
				responseToRows(
					own,
					await request('POST /activities', {
						open: formBody({
							name: input.name,
							sport_type: input.sportType,
							start_date_local: toLocalTime(input.startDate, '00:00:00'),
							elapsed_time: input.elapsedTime,
							description: input.description,
							distance: input.distance,
							trainer: input.trainer,
							commute: input.commute,
						}),
					}),
				),
		}),
		get: operation({
			description: 'Get an activity with its segment efforts',
			request: 'GET /activities/{activityId}',
			fields: { activityId },
			options: {
				decodePolylines,
				includeAllEfforts: flag('Include All Efforts', {
					description: 'Whether to include hidden segment efforts',
					default: true,
					apiName: 'include_all_efforts',
				}),
			},
			simplify: { ...activityBrief, segment_efforts: 'segment_efforts' },
			permission: readScope,
			refine: addDecodedPoints,
		}),
		getAll: operation({
			description: 'Get the activities of the authenticated athlete',
			request: 'GET /athlete/activities',
			paging,
			options: {
				after: date('After', {
					description:
						'Return only activities that started after this time. The service then returns the oldest activities first, so Limit keeps the oldest ones. To get the newest ones, turn on Return All, or do not set this field.',
					format: 'epoch-s',
				}),
				before: date('Before', {
					description: 'Return only activities that started before this time',
					format: 'epoch-s',
				}),
				decodePolylines,
			},
			simplify: activityBrief,
			permission: 'activity:read',
			refine: addDecodedPoints,
		}),
		getAllComments: operation({
			action: 'Get many comments on an activity',
			request: 'GET /activities/{activityId}/comments',
			paging,
			fields: { activityId },
			shape: comment,
			permission: readScope,
		}),
		getAllKudos: operation({
			action: 'Get many athletes who gave kudos to an activity',
			request: 'GET /activities/{activityId}/kudos',
			paging,
			fields: { activityId },
			shape: athlete,
			permission: readScope,
		}),
		getAllLaps: operation({
			action: 'Get many laps of an activity',
			request: 'GET /activities/{activityId}/laps',
			paging: onePage,
			fields: { activityId },
			simplify: lapBrief,
			shape: lap,
			permission: readScope,
		}),
		getAllPhotos: operation({
			action: 'Get many photos of an activity',
			description: 'Get the photos of an activity with their URLs',
			request: 'GET /activities/{activityId}/photos?photo_sources=true',
			paging: onePage,
			fields: { activityId },
			options: {
				photoSize: integer('Photo Size (Pixels)', {
					apiName: 'size',
					minimum: 1,
					description:
						'The smallest available size with this width or height. Default: a thumbnail.',
				}),
			},
			shape: photo,
			permission: readScope,
		}),
		getAllZones: operation({
			action: 'Get many zones of an activity',
			description:
				'Get the time in each heart rate and power zone during an activity, for premium members only',
			request: 'GET /activities/{activityId}/zones',
			paging: onePage,
			fields: { activityId },
			shape: activityZone,
			permission: readScope,
		}),
		getUpload: operation({
			action: 'Get the status of an upload',
			description: 'Get the status of an uploaded file, and the activity that was created from it',
			request: 'GET /uploads/{uploadId}',
			fields: {
				uploadId: id('Upload', {
					...numericId,
					description:
						'ID of the upload, as returned by Activity: Upload, not the ID of the activity',
					placeholder: 'e.g. 16486788',
				}),
			},
			shape: uploadShape,
			permission: writeScope,
			refine: (rows) => rows.map(({ json }) => uploadRow(json)),
		}),
		update: operation({
			collection: 'updateFields',
			request: 'PUT /activities/{activityId}',
			fields: { activityId },
			options: {
				commute,
				description: { ...description, clearable: true },
				gearId: text('Gear ID', {
					description: 'ID of the bike or the shoes. Enter none to remove the gear.',
					placeholder: 'e.g. b12345678987655',
					apiName: 'gear_id',
				}),
				hideFromHome: flag('Hide From Home', {
					description: 'Whether to mute the activity, so that it is not in the feeds of followers',
					default: true,
					apiName: 'hide_from_home',
				}),
				name: text('Name'),
				sportType: choice('Sport Type', sportTypeLabels, { apiName: 'sport_type' }),
				trainer,
			},
			prepare(input) {
				if (Object.keys(input).length === 1)
					rejectField({ label: 'Update Fields' }, 'must contain at least one field');
				return input;
			},
			simplify: writtenActivityBrief,
			shape: writtenActivity,
			permission: `${writeScope} (also activity:read_all for activities visible only to the athlete)`,
		}),
		upload: operation({
			collection: 'additionalFields',
			description: 'Create an activity from a recorded file in the format FIT, TCX or GPX',
			request: 'POST /uploads',
			agents: false,
			fields: {
				binaryPropertyName: file('Input Binary Field', {
					default: 'data',
					required: true,
					hint: 'The name of the input field containing the recorded file',
				}),
				waitForProcessing: flag('Wait for Processing', {
					description:
						'Whether to wait until the service has created the activity, and fail if it cannot process the file. Otherwise, the item contains the ID of the upload.',
					default: true,
					in: 'none',
				}),
			},
			options: {
				acceptDuplicates: flag('Accept Duplicates', {
					description:
						'Whether to return the existing activity if the file is a duplicate, with duplicate set to true, instead of failing',
					default: true,
					in: 'none',
				}),
				commute,
				description,
				externalId: text('External ID', {
					description: 'ID of the activity in your own system',
					placeholder: 'e.g. ride-2026-01-31',
					apiName: 'external_id',
				}),
				fileFormat: choice('File Format', fileFormats, {
					description: 'If not set, the node uses the extension of the file name',
					apiName: 'data_type',
				}),
				maximumWait: decimal('Maximum Wait (Minutes)', {
					description:
						'How long to wait for processing. After that, the item contains the upload as last read, with timedOut set to true.',
					default: 5,
					minimum: 0.05,
					maximum: 60,
					in: 'none',
				}),
				name: text('Name'),
				sportType: choice('Sport Type', sportTypeLabels, {
					description:
						'If not set, the service uses the sport type in the file, or the default of the athlete',
					apiName: 'sport_type',
				}),
				trainer,
			},
			shape: uploadShape,
			permission: writeScope,
			overlapWaits: true,
			run: uploadActivity,
		}),
	},
});
