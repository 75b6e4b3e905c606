/** Finds the rows in a response. */
import type { IDataObject } from 'n8n-workflow';
import { type HttpResponse, PackError } from '../describe';

/** Rows of an answer: the array of that name, the answer itself, or nothing when it is absent; dots nest. A text, such as a diff, is one row. */
export function responseRows(answer: HttpResponse, name?: string): IDataObject[] {
	if (typeof answer.body === 'string') return [answer.body as unknown as IDataObject];
	const rows =
		name === undefined
			? answer.body
			: name
					.split('.')
					.reduce<unknown>((at, key) => (at as IDataObject | null | undefined)?.[key], answer.body);
	if (rows === undefined || rows === null) return [];
	if (Array.isArray(rows)) return rows as IDataObject[];
	throw new PackError(`The response does not contain a list${name ? ` named ${name}` : ''}`, {
		hint: 'Check the base URL in the credential.',
	});
}
