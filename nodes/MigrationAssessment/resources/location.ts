import { flag, operation, resource, text } from '../../engine/describe';
import { inLocation, inProject, location as locationId } from '../location';
import { byPageToken } from '../pagination';
import { optionalRecord, recordField } from '../recordFields';
import { location as shape, settings } from '../shapes';
import { filter, writeOperation } from '../standardOperations';

const preferenceSet = optionalRecord(
	recordField('preferenceSets', 'preferenceSet', 'searchStandardPreferenceSet', {
		label: 'Standard Preference Set',
		description: 'The preference set that the location uses by default',
	}),
);

export const location = resource('Location', {
	default: 'getAll',
	operations: {
		get: operation({
			request: 'GET /locations/{location}',
			basePath: inProject,
			fields: { location: locationId },
			shape,
		}),
		getAll: operation({
			description: 'Get the locations that the service supports for a project',
			request: 'GET /locations',
			basePath: inProject,
			paging: byPageToken('locations'),
			shape,
			options: {
				filter,
				extraLocationTypes: text('Extra Location Types', {
					description: 'Additional types of locations to list',
					collection: 'options',
				}),
			},
		}),
		getSettings: operation({
			action: 'Get the settings of a location',
			request: 'GET /settings',
			basePath: inLocation,
			shape: settings,
		}),
		updateSettings: writeOperation({
			action: 'Update the settings of a location',
			collection: 'updateFields',
			description: 'Change settings of a location; fields that are not set keep their values',
			request: 'PATCH /settings',
			isLong: true,
			patches: true,
			requestId: 'query',
			names: { preferenceSet: 'preferenceSets' },
			shape: settings,
			options: {
				preferenceSet,
				disableCloudLogging: flag('Disable Cloud Logging', {
					description: 'Whether to stop the service from writing to cloud logging',
					default: true,
				}),
				salesConsent: flag('Sales Access', {
					description: 'Whether to allow sales staff of the vendor to access the assessment',
					apiName: 'customerConsentForGoogleSalesToAccessMigrationCenter',
				}),
			},
		}),
	},
});
