/** The athlete that the credential belongs to. Some paths contain the ID of this athlete. */
import type { IDataObject } from 'n8n-workflow';
import { type Call, PackError, toResult, toText, valueOf } from '../engine/describe';

/** By run. */
const ids = new WeakMap<object, Promise<string>>();

/** Reads the ID once per run, unless reading it fails. */
export async function ownAthleteId({ connection, request }: Call<unknown>): Promise<string> {
	const { runKey } = connection;
	const id = ids.get(runKey) ?? readId(request);
	ids.set(runKey, id);
	const result = await toResult(id);
	if ('error' in result) ids.delete(runKey);
	return valueOf(result);
}

async function readId(request: Call<unknown>['request']): Promise<string> {
	const { body } = await request('GET /athlete', {}, { idempotency: 'safe' });
	const id = toText((body as IDataObject | undefined)?.id);
	if (id !== '') return id;
	throw new PackError('The response does not contain the ID of the athlete', {
		hint: 'Check the base URL in the credential.',
	});
}
