import { choice, flag, integer, resource } from '../../engine/describe';
import { described, family, filter, orderBy } from '../family';
import { sourceId } from '../records';
import { source as shape, sourceBrief } from '../shapes';

const sources = family({
	one: 'source',
	many: 'sources',
	collection: 'sources',
	key: 'sourceId',
	id: sourceId,
	shape,
	simplify: sourceBrief,
});
const fields = {
	...described,
	sourceType: choice(
		'Type',
		[
			'SOURCE_TYPE_UNKNOWN',
			'SOURCE_TYPE_UPLOAD',
			'SOURCE_TYPE_GUEST_OS_SCAN',
			'SOURCE_TYPE_INVENTORY_SCAN',
			'SOURCE_TYPE_CUSTOM',
			'SOURCE_TYPE_DISCOVERY_CLIENT',
		],
		{
			description: 'Where the data of the source comes from',
			wire: 'type',
		},
	),
	isManaged: flag('Managed', {
		description: 'Whether the service manages the source',
		default: true,
	}),
	priority: integer('Priority', {
		description: 'Which source wins where several tell of the same asset',
		default: 0,
	}),
};

export const source = resource('Source', {
	default: 'getAll',
	operations: {
		create: sources.create('sourceId', { options: fields }),
		delete: sources.delete(),
		get: sources.get(),
		getAll: sources.getAll({ options: { filter, orderBy } }),
		update: sources.update({ options: fields }),
	},
});
