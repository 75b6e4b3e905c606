/** Outputs of a job as binary properties. Their links need no credential, and get none. */
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import type { Connection, Row } from '../engine/describe';
import { download, type FileContext } from '../engine/run/download';
import { toRow } from '../engine/run/output';

/**
 * The job as a row with its files: the first in `property`, the next in `property_1` and so on, first frames of videos in `property_poster`.
 * @throws Refusal when a file cannot be read to its end
 */
export async function withOutputs(
	context: FileContext,
	connection: Connection,
	job: IDataObject,
	property: string,
): Promise<Row> {
	const binary: IBinaryKeyData = {};
	for (const [index, output] of ((job.outputs ?? []) as IDataObject[]).entries()) {
		const name = index === 0 ? property : `${property}_${index}`;
		binary[name] = await download(context, connection, {
			url: String(output.url),
			fileName: String(output.filename),
			mimeType: String(output.content_type),
			foreign: true,
		});
		if (output.poster_url) {
			binary[`${name}_poster`] = await download(context, connection, {
				url: String(output.poster_url),
				fileName: `${String(output.id)}.jpg`,
				mimeType: 'image/jpeg',
				foreign: true,
			});
		}
	}
	return Object.keys(binary).length > 0 ? { ...toRow(job), binary } : toRow(job);
}
