import type { IDataObject } from 'n8n-workflow';
import { type HttpResponse, isObject, PackError, type Paging, valueAt } from '../describe';

/** Properties of a page without a list. Google and Databricks omit empty lists. */
const pageProperty =
	/^(?:@.*|.*(?:kind|etag|token|cursor|count|total|size|number|page|more|mask|id|unreachable|summary|facets).*)$/i;

/**
 * The rows of a response. Text, such as a diff, is one row. Without the list, there are no rows if the
 * response has nothing but properties of a page.
 * @param name path of the array, such as `data.items`, or a function that finds it; the response
 * itself if undefined, or if it is an array
 * @param isRequired whether the list must be in the response. Later pages, records and responses to
 * writes may omit it.
 * @throws PackError if the value is not a list, or the response has others instead
 */
export function responseRows(
	{ body }: HttpResponse,
	name?: Paging['rows'],
	isRequired = true,
): IDataObject[] {
	if (typeof name === 'function') return name(body);
	if (typeof body === 'string') return [body as unknown as IDataObject];
	const rows =
		name === undefined || Array.isArray(body) ? body : valueAt(body as IDataObject, name);
	if (Array.isArray(rows)) return rows as IDataObject[];
	const parent = valueAt(body as IDataObject, name?.split('.').slice(0, -1).join('.') ?? '');
	const holder = parent === undefined ? body : parent;
	const others = Object.keys(isObject(holder) ? holder : {}).filter(
		(key) => !pageProperty.test(key),
	);
	const isEmptyPage = rows === undefined && (others.length === 0 || !isRequired);
	if (rows === null || isEmptyPage) return [];
	throw new PackError(`The response does not contain a list${name ? ` named ${name}` : ''}`, {
		hint: `${others.length > 0 ? `It contains ${others.slice(0, 10).join(', ')}. ` : ''}Check the base URL in the credential.`,
	});
}
