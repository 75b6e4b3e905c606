/** Requests whose body is a form. */
import type { IDataObject } from 'n8n-workflow';
import { buildRequest, responseToRows } from '../engine';
import { allFieldsOf, type Call, type Row, toText } from '../engine/describe';

/** The pairs of a form. Keys in objects and positions in lists are in brackets. */
const pairsOf = (value: unknown, name: string): Array<[string, string]> =>
	typeof value === 'object' && value !== null
		? Object.entries(value).flatMap(([key, inner]) =>
				pairsOf(inner, name === '' ? key : `${name}[${key}]`),
			)
		: [[name, toText(value)]];

/** Sends the values as application/x-www-form-urlencoded. */
export async function sendForm(call: Call<IDataObject>): Promise<readonly Row[]> {
	const { operation, request, input } = call;
	const built = buildRequest(operation.request!, allFieldsOf(operation), input);
	const body = new URLSearchParams(pairsOf(built.body ?? {}, '')).toString();
	const headers = { 'content-type': 'application/x-www-form-urlencoded' };
	const response = await request(operation.request!, {
		values: input,
		query: built.query,
		headers: built.headers,
		open: async () => await Promise.resolve({ body, headers }),
	});
	return responseToRows(operation, response, input);
}
