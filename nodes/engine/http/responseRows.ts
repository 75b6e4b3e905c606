/** Finds the rows in a response. */
import type { IDataObject } from 'n8n-workflow';
import { type HttpResponse, PackError, type Paging, valueAt } from '../describe';

/**
 * The rows of a response. Text, such as a diff, is one row.
 * @param name path of the array, such as `data.items`, or a function that finds it; the response
 * itself if undefined
 * @throws PackError if the value is not a list
 */
export function responseRows(response: HttpResponse, name?: Paging['rows']): IDataObject[] {
	if (typeof name === 'function') return name(response.body);
	if (typeof response.body === 'string') return [response.body as unknown as IDataObject];
	const rows = name === undefined ? response.body : valueAt(response.body as IDataObject, name);
	if (rows === undefined || rows === null) return [];
	if (Array.isArray(rows)) return rows as IDataObject[];
	throw new PackError(`The response does not contain a list${name ? ` named ${name}` : ''}`, {
		hint: 'Check the base URL in the credential.',
	});
}
