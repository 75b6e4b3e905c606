/** Cropped images of regions as binary properties. Their links expire within minutes and need no credential, and get none. */
import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { type Call, CanceledError, PackError, type Row } from '../engine/describe';
import { runConcurrently } from '../engine/run/concurrency';
import { download } from '../engine/run/download';
import { toResult } from '../engine/transport/result';
import { resultsOf } from './results';

const atOnce = 5;

interface Wanted {
	readonly region: IDataObject;
	readonly result: number;
	readonly name: string;
	file?: IBinaryData;
}

/**
 * Downloads the images of all regions, and puts them on the rows: by result where each has a row, else all on the one row.
 * A region names its binary property, or says why its image could not be read: the text is worth having all the same.
 */
export async function withRegionImages(
	call: Call<unknown>,
	answer: IDataObject,
	rows: readonly Row[],
	perResult: boolean,
): Promise<Row[]> {
	const wanted = resultsOf(answer).flatMap((result, index) =>
		((result.regions ?? []) as IDataObject[])
			.filter(({ image_url }) => typeof image_url === 'string' && image_url !== '')
			.map((region, at): Wanted => ({
				region,
				result: index,
				name: perResult ? `region_${at + 1}` : `result_${index + 1}_region_${at + 1}`,
			})),
	);
	await runConcurrently(
		0,
		wanted.length,
		atOnce,
		call.connection.signal,
		async (index) => await fetched(call, wanted[index]!),
	);
	return rows.map((row, index) => {
		const files = wanted.filter(({ file, result }) => file && (!perResult || result === index));
		return files.length === 0
			? row
			: { ...row, binary: Object.fromEntries(files.map(({ name, file }) => [name, file!])) };
	});
}

async function fetched({ context, connection }: Call<unknown>, wanted: Wanted): Promise<void> {
	const { region, name } = wanted;
	const url = String(region.image_url);
	const stored = await toResult(download(context, connection, { url, foreign: true }));
	if ('value' in stored) {
		wanted.file = stored.value;
		region.binary_property = name;
	} else {
		if (stored.error instanceof CanceledError || !(stored.error instanceof PackError))
			throw stored.error;
		region.image_problem = stored.error.message;
	}
}
