/** Requests whose answer is a status alone. */
import type { IDataObject } from 'n8n-workflow';
import { type Call, PackError, type Row } from '../engine/describe';

/**
 * Sends the operation's own request and says what was done. 304 is the service's word for: it was so already.
 * @throws Refusal for a redirect, which a writing request does not follow
 */
export async function acknowledged(
	call: Call<unknown>,
	said: IDataObject,
	body?: IDataObject,
): Promise<Row[]> {
	const { status } = await call.request(
		call.operation.request!,
		{ values: call.input as IDataObject, ...(body ? { body } : {}) },
		{ as: 'location' },
	);
	if (status >= 300 && status !== 304) {
		throw new PackError('The service points to another address for this', {
			status,
			hint: 'A repository may have been renamed: give its present owner and name.',
		});
	}
	return [
		{
			json: {
				...said,
				...(status === 304 ? { unchanged: true } : {}),
				...(status === 202 ? { accepted: true } : {}),
			},
		},
	];
}
