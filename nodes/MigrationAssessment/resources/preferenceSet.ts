import { json, list, resource } from '../../engine/describe';
import { described, family, orderBy } from '../family';
import { preferenceSetId } from '../records';
import { preferenceSet as shape } from '../shapes';

const sets = family({
	one: 'preference set',
	many: 'preference sets',
	collection: 'preferenceSets',
	key: 'preferenceSetId',
	id: preferenceSetId,
	shape,
});
const fields = {
	...described,
	preferredRegions: list('Preferred Regions', {
		description: 'Regions to move to, the best first: a list, or a text with commas',
		placeholder: 'e.g. europe-west1, europe-west4',
		wire: 'regionPreferences.preferredRegions',
	}),
	virtualMachinePreferences: json('Virtual Machine Preferences', {
		description:
			'A JSON object with targetProduct, commitmentPlan, sizingOptimizationStrategy, computeEnginePreferences and the like',
		placeholder: 'e.g. {"targetProduct": "COMPUTE_MIGRATION_TARGET_PRODUCT_COMPUTE_ENGINE"}',
	}),
	databasePreferences: json('Database Preferences', {
		description: 'A JSON object with the preferences for each kind of database',
	}),
};

export const preferenceSet = resource('Preference Set', {
	default: 'getAll',
	operations: {
		create: sets.create('preferenceSetId', { idIsOptional: true, options: fields }),
		delete: sets.delete(),
		get: sets.get(),
		getAll: sets.getAll({ options: { orderBy } }),
		update: sets.update({ options: fields }),
	},
});
