/** Resource names, such as `projects/p/locations/l/groups/g`. Pure. */
import type { IDataObject } from 'n8n-workflow';
import { toText } from '../engine/describe';

/** The last segment of a resource name. */
export const idOf = (name: unknown): string => toText(name).split('/').at(-1)!;

/**
 * The resource name of a record, as request bodies require it.
 * @param idOrName ID of the record, or its resource name, which is returned unchanged
 */
export const resourceName = (
	{ project, location }: IDataObject,
	collection: string,
	idOrName: unknown,
): string =>
	String(idOrName).startsWith('projects/')
		? String(idOrName)
		: `projects/${toText(project)}/locations/${toText(location)}/${collection}/${String(idOrName)}`;
