import type { IDataObject } from 'n8n-workflow';
import type { Call } from '../engine/describe';
import { locationPath } from './location';

/** Reads an import job, including its reports. */
export const readImportJob = async (
	call: Pick<Call<object>, 'input' | 'request'>,
	importJobId: unknown,
): Promise<IDataObject> =>
	(
		await call.request(
			`GET ${locationPath}/importJobs/{importJobId}`,
			{
				values: { ...call.input, importJobId: importJobId as string },
				query: { view: 'IMPORT_JOB_VIEW_FULL' },
			},
			{ idempotency: 'safe' },
		)
	).body as IDataObject;
