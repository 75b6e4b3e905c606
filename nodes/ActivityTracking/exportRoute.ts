/** Implements the exports of Route. */
import { type Call, fileSizeOption, type Row, text } from '../engine/describe';
import { fillPath } from '../engine/request/path';
import { recordsInPath } from '../engine/request/recordReferences';
import { download } from '../engine/run/download';
import { fileSize } from '../engine/run/inputFile';

export const exportOptions = {
	outputProperty: text('Put Output File in Field', {
		description: 'Name of the output binary field to put the file in',
		default: 'data',
		in: 'none',
		hideFromAgents: true,
	}),
	...fileSizeOption,
};

interface ExportInput {
	readonly routeId: string;
	readonly outputProperty?: string;
}

/** Streams the file of a route into a binary property. */
export async function exportRoute(
	{ context, connection, operation, input }: Call<ExportInput>,
	format: 'gpx' | 'tcx',
	mimeType: string,
): Promise<Row[]> {
	const { routeId, outputProperty = 'data' } = input;
	const url = fillPath(`/routes/{routeId}/export_${format}`, () => routeId);
	const fileName = `route-${routeId}.${format}`;
	const file = await download(context, connection, {
		url,
		fileName,
		mimeType,
		records: recordsInPath(operation.request!, operation.fields, { routeId }),
	});
	return [
		{
			json: { id: routeId, fileName, size: await fileSize(context, file), mimeType },
			binary: { [outputProperty]: file },
		},
	];
}
