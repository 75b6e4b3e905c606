/** Downloads the output files of a job into binary properties. */
import type { IBinaryKeyData, IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { download, type FileContext, nodeError, toRow } from '../engine';
import {
	type Connection,
	PackError,
	reject,
	type Row,
	type Step,
	toText,
} from '../engine/describe';

export interface OutputFileOptions {
	readonly downloadOutputs?: boolean;
	readonly outputProperty?: string;
}

/**
 * The output item of a job. With `downloadOutputs`, the first file is in the binary property
 * `outputProperty`. Further files are in `<outputProperty>_1`, `<outputProperty>_2` and so on. The
 * first frame of a video is in the property of the video with the suffix `_poster`.
 * @throws PackError if a file cannot be downloaded
 */
export async function rowOfJob(
	context: FileContext,
	connection: Connection,
	job: IDataObject,
	{ downloadOutputs, outputProperty = 'data' }: OutputFileOptions,
): Promise<Row> {
	const outputs = downloadOutputs ? ((job.outputs ?? []) as IDataObject[]) : [];
	const binary: IBinaryKeyData = {};
	for (const [index, output] of outputs.entries()) {
		const property = index === 0 ? outputProperty : `${outputProperty}_${index}`;
		binary[property] = await download(context, connection, {
			url: urlIn(output.url),
			fileName: toText(output.filename),
			mimeType: toText(output.content_type),
			external: true,
		});
		if (output.poster_url) {
			binary[`${property}_poster`] = await download(context, connection, {
				url: urlIn(output.poster_url),
				fileName: `${toText(output.id)}.jpg`,
				mimeType: 'image/jpeg',
				external: true,
			});
		}
	}
	return Object.keys(binary).length > 0 ? { ...toRow(job), binary } : toRow(job);
}

/**
 * The output item of a job that a callback reported. If a file cannot be downloaded, returns the
 * response to the callback instead: a 503, after which the service repeats the callback.
 */
export async function rowOfCallback(
	context: IWebhookFunctions,
	connection: Connection,
	job: IDataObject,
	options: OutputFileOptions,
): Promise<Step<Row>> {
	try {
		return { value: await rowOfJob(context, connection, job, options) };
	} catch (error) {
		const { message } = nodeError(context.getNode(), error, 0, connection.redact);
		// The caller is not authenticated, so it does not receive the reason.
		context.logger.warn(`The output files of a job could not be downloaded: ${message}`, {
			nodeName: context.getNode().name,
			workflowId: context.getWorkflow().id,
		});
		return reject(503, 'The output files are temporarily unavailable');
	}
}

/**
 * The URL of an output file.
 * @throws PackError if it is missing, because the node would download the base URL instead
 */
function urlIn(value: unknown): string {
	if (typeof value !== 'string' || value === '')
		throw new PackError('The response contains no URL for an output file');
	return value;
}
