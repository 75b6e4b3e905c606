/** Builds the operations that are the same for most objects. */
import {
	type Fields,
	operation,
	type Operation,
	type Shape,
	withArticle,
} from '../engine/describe';
import { batchRead, batchWrite } from './batches';
import { change, details, propertyValue, taggedListOptions } from './fields';
import { byLastUuid } from './pagination';
import { withParsedValue } from './requestBody';
import { changed, deleted } from './shapes';

interface ObjectType {
	/** Singular noun for use in sentences, such as "volume template". */
	readonly noun: string;
	/** Added to the names of the operations if the resource has several types of objects. */
	readonly part?: string;
	/** Path of the list, without the slash at the start. */
	readonly path: string;
	/** Name of the list in the response. Default: the first segment of the path. */
	readonly listName?: string;
	/** The field that identifies an object. */
	readonly id: Fields;
	readonly shape: Shape;
	readonly simplify?: Operation['simplify'];
}

type Overrides = Partial<Pick<Operation, 'description' | 'options' | 'shape'>>;

/** Delete, Get, Get Many and Update of a type of objects. */
export function standardOperations({
	noun,
	part = '',
	path,
	listName = path.split('/')[0]!,
	id,
	shape,
	simplify,
}: ObjectType) {
	const target = Object.keys(id).join();
	return {
		delete: (overrides: Overrides = {}) =>
			operation({
				name: `Delete ${part}`.trim(),
				action: `Delete ${withArticle(noun)}`,
				request: `DELETE /${path}`,
				effect: 'irreversible',
				output: 'single',
				shape: deleted,
				fields: id,
				batch: batchWrite({ target, adds: { deleted: true } }),
				...overrides,
			}),
		get: (options: Fields = { details }) =>
			operation({
				name: `Get ${part}`.trim(),
				action: `Get ${withArticle(noun)}`,
				request: `GET /${path}`,
				shape,
				simplify,
				fields: id,
				options,
				batch: batchRead({ target, local: `GET /${path}/{uuid}` }),
			}),
		getAll: (overrides: Overrides = {}) =>
			operation({
				name: part === '' ? 'Get Many' : `Get Many ${part}s`,
				action: `Get many ${noun}s`,
				request: `GET /${path}`,
				paging: byLastUuid(listName),
				shape,
				simplify,
				options: taggedListOptions,
				...overrides,
			}),
		/** @param property the field with the properties that can change */
		update: (property: Fields) =>
			operation({
				name: `Update ${part}`.trim(),
				action: `Update ${withArticle(noun)}`,
				description: `Change one property of ${withArticle(noun)}`,
				request: `PATCH /${path}`,
				output: 'single',
				shape: changed,
				fields: { ...id, ...property, change, propertyValue },
				batch: batchWrite({ target, entry: withParsedValue }),
			}),
	};
}
