import { flag, operation, resource, text } from '../../engine/describe';
import { act, filter } from '../family';
import { byToken, inLocation, inProject, location as locationId, record } from '../place';
import { location as shape, settings } from '../shapes';

const { required, ...preferenceSet } = record(
	'Standard Preference Set',
	'preferenceSets',
	'preferenceSet',
	{ description: 'The preference set that the location uses unless another is chosen' },
);
void required;

export const location = resource('Location', {
	default: 'getAll',
	operations: {
		get: operation({
			name: 'Get',
			action: 'Get a location',
			request: 'GET /locations/{location}',
			under: inProject,
			fields: { location: locationId },
			shape,
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many locations',
			description: 'Get the locations that the service supports for a project',
			request: 'GET /locations',
			under: inProject,
			paging: byToken('locations'),
			shape,
			options: {
				filter,
				extraLocationTypes: text('Extra Location Types', {
					description: 'Further kinds of locations to list',
				}),
			},
		}),
		getSettings: operation({
			name: 'Get Settings',
			action: 'Get the settings of a location',
			request: 'GET /settings',
			under: inLocation,
			shape: settings,
		}),
		updateSettings: act({
			name: 'Update Settings',
			action: 'Update the settings of a location',
			description: 'Change the settings of a location that are given, and no others',
			request: 'PATCH /settings',
			isLong: true,
			patches: true,
			requestId: 'query',
			names: { preferenceSet: 'preferenceSets' },
			shape: settings,
			options: {
				preferenceSet,
				disableCloudLogging: flag('Disable Cloud Logging', {
					description: 'Whether the service stops writing to the log of the cloud',
					default: true,
				}),
				salesConsent: flag('Sales Access', {
					description: 'Whether sales people of the vendor may see the assessment',
					wire: 'customerConsentForGoogleSalesToAccessMigrationCenter',
				}),
			},
		}),
	},
});
