import { resource } from '../../engine/describe';
import { relationId } from '../recordFields';
import { relation as shape } from '../shapes';
import { filter, orderBy, standardOperations } from '../standardOperations';

const relations = standardOperations({ path: 'relations', record: { relationId }, shape });

export const relation = resource('Relation', {
	default: 'getAll',
	operations: { get: relations.get(), getAll: relations.getAll({ options: { filter, orderBy } }) },
});
