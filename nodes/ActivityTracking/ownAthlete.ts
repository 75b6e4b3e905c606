/** The athlete that the credential belongs to. Some paths contain the ID of this athlete. */
import type { IDataObject } from 'n8n-workflow';
import { cachePerRun } from '../engine';
import { type Call, PackError, toText } from '../engine/describe';

const idOfRun = cachePerRun<string>();

export const ownAthleteId = async ({ connection, request }: Call<unknown>): Promise<string> =>
	await idOfRun(connection, 'athlete', async () => await readId(request));

async function readId(request: Call<unknown>['request']): Promise<string> {
	const { body } = await request('GET /athlete', {}, { idempotency: 'safe' });
	const id = toText((body as IDataObject | undefined)?.id);
	if (id !== '') return id;
	throw new PackError('The response does not contain the ID of the athlete', {
		hint: 'Check the base URL in the credential.',
	});
}
