import { resource } from '../../engine/describe';
import { family, filter, orderBy } from '../family';
import { relationId } from '../records';
import { relation as shape } from '../shapes';

const relations = family({
	one: 'relation',
	many: 'relations',
	collection: 'relations',
	key: 'relationId',
	id: relationId,
	shape,
});

export const relation = resource('Relation', {
	default: 'getAll',
	operations: { get: relations.get(), getAll: relations.getAll({ options: { filter, orderBy } }) },
});
