/**
 * Downloads the cropped images of regions into binary properties. Their links expire within minutes
 * and need no credential.
 */
import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { download, runConcurrently } from '../engine';
import {
	type Call,
	CanceledError,
	PackError,
	type Row,
	toResult,
	toText,
} from '../engine/describe';
import { resultsIn } from './queryOutput';

const maxConcurrentDownloads = 5;

interface RegionImage {
	readonly region: IDataObject;
	readonly resultIndex: number;
	readonly property: string;
	file?: IBinaryData;
}

/**
 * Downloads the images of all regions. With `rowPerResult`, each image is added to the row of its
 * result. Without `rowPerResult`, all images are added to the only row. Each region receives the
 * name of its binary property, or the reason why the download failed. A failed download does not
 * fail the item.
 */
export async function addRegionImages(
	call: Call<unknown>,
	response: IDataObject,
	rows: readonly Row[],
	rowPerResult: boolean,
): Promise<Row[]> {
	const images = resultsIn(response).flatMap((result, resultIndex) =>
		((result.regions ?? []) as IDataObject[])
			.filter(({ image_url }) => typeof image_url === 'string' && image_url !== '')
			.map((region, index): RegionImage => ({
				region,
				resultIndex,
				property: rowPerResult
					? `region_${index + 1}`
					: `result_${resultIndex + 1}_region_${index + 1}`,
			})),
	);
	await runConcurrently(
		0,
		images.length,
		maxConcurrentDownloads,
		call.connection.signal,
		async (index) => await downloadImage(call, images[index]!),
	);
	return rows.map((row, rowIndex) => {
		const ofRow = images.filter(
			({ file, resultIndex }) => file && (!rowPerResult || resultIndex === rowIndex),
		);
		return ofRow.length === 0
			? row
			: {
					...row,
					binary: Object.fromEntries(ofRow.map(({ property, file }) => [property, file!])),
				};
	});
}

async function downloadImage(
	{ context, connection }: Call<unknown>,
	image: RegionImage,
): Promise<void> {
	const { region, property } = image;
	const url = toText(region.image_url);
	const result = await toResult(download(context, connection, { url, external: true }));
	if ('value' in result) {
		image.file = result.value;
		region.binary_property = property;
	} else {
		if (result.error instanceof CanceledError || !(result.error instanceof PackError))
			throw result.error;
		region.image_problem = result.error.message;
	}
}
