/** Sends requests whose responses have a status but no body. */
import type { IDataObject } from 'n8n-workflow';
import { type Call, PackError, type Row, statusOf, toResult } from '../engine/describe';

/**
 * Sends the request of the operation and returns `result` as the item. Status 304 adds `unchanged`,
 * status 202 adds `accepted`.
 * @throws PackError for a redirect: write requests do not follow redirects
 */
export async function sendAndConfirm(
	call: Call<unknown>,
	result: IDataObject,
	body?: IDataObject,
): Promise<Row[]> {
	const { status } = await call.request(
		call.operation.request!,
		{ values: call.input as IDataObject, ...(body ? { body } : {}) },
		{ as: 'location' },
	);
	if (status >= 300 && status !== 304) {
		throw new PackError(`The service redirected the write request to another URL (${status})`, {
			status,
			hint: 'If the repository was renamed, enter its current owner and name.',
		});
	}
	return [
		{
			json: {
				...result,
				...(status === 304 ? { unchanged: true } : {}),
				...(status === 202 ? { accepted: true } : {}),
			},
		},
	];
}

/** Whether the service responds to the request of the operation with 204, or with 404. */
export async function checkExistence(call: Call<unknown>, property: string): Promise<Row[]> {
	const result = await toResult(
		call.request(call.operation.request!, { values: call.input as IDataObject }),
	);
	if ('error' in result && statusOf(result.error) !== 404) throw result.error;
	return [{ json: { [property]: 'value' in result && result.value.status === 204 } }];
}
