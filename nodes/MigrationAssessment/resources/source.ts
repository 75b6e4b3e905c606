import { choice, flag, integer, resource } from '../../engine/describe';
import { enumOf } from '../enums';
import { sourceId } from '../recordFields';
import { source as shape, sourceBrief } from '../shapes';
import { filter, nameAndDescription, orderBy, standardOperations } from '../standardOperations';

const sources = standardOperations({
	path: 'sources',
	record: { sourceId },
	shape,
	simplify: sourceBrief,
});
const fields = {
	...nameAndDescription,
	sourceType: choice(
		'Type',
		enumOf('SOURCE_TYPE', 'UPLOAD GUEST_OS_SCAN INVENTORY_SCAN CUSTOM DISCOVERY_CLIENT UNKNOWN'),
		{
			description: 'Where the data comes from',
			apiName: 'type',
		},
	),
	isManaged: flag('Managed', {
		description: 'Whether the service manages the source',
		default: true,
	}),
	priority: integer('Priority', {
		description: 'Decides which source takes precedence if several report the same asset',
		default: 0,
	}),
};

export const source = resource('Source', {
	default: 'getAll',
	operations: {
		create: sources.create({ options: fields }),
		delete: sources.delete(),
		get: sources.get(),
		getAll: sources.getAll({ options: { filter, orderBy } }),
		update: sources.update({ options: fields }),
	},
});
