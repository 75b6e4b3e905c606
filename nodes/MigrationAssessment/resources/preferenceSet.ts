import { json, list, resource } from '../../engine/describe';
import { preferenceSetId } from '../recordFields';
import { preferenceSet as shape } from '../shapes';
import { nameAndDescription, orderBy, standardOperations } from '../standardOperations';

const sets = standardOperations({ path: 'preferenceSets', record: { preferenceSetId }, shape });
const fields = {
	...nameAndDescription,
	preferredRegions: list('Preferred Regions', {
		description: 'Regions to migrate to, most preferred first, as a list or separated by commas',
		placeholder: 'e.g. europe-west1, europe-west4',
		apiName: 'regionPreferences.preferredRegions',
	}),
	virtualMachinePreferences: json('Virtual Machine Preferences', {
		description:
			'A JSON object with targetProduct, commitmentPlan, sizingOptimizationStrategy, computeEnginePreferences and other preferences',
		placeholder: 'e.g. {"targetProduct": "COMPUTE_MIGRATION_TARGET_PRODUCT_COMPUTE_ENGINE"}',
	}),
	databasePreferences: json('Database Preferences', {
		description: 'A JSON object with the preferences for each type of database',
	}),
};

export const preferenceSet = resource('Preference Set', {
	default: 'getAll',
	operations: {
		create: sets.create({ idIsOptional: true, options: fields }),
		delete: sets.delete(),
		get: sets.get(),
		getAll: sets.getAll({ options: { orderBy } }),
		update: sets.update({ options: fields }),
	},
});
