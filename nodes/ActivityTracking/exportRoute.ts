/** Implements the exports of Route. */
import { buildRequest, downloadRow, recordsInPath } from '../engine';
import type { Call, Row } from '../engine/describe';

interface ExportInput {
	readonly routeId: string;
	readonly outputProperty?: string;
}

/** Streams the file of a route into a binary property. */
export async function exportRoute(
	call: Call<ExportInput>,
	extension: 'gpx' | 'tcx',
	mimeType: string,
): Promise<Row[]> {
	const { fields, request } = call.operation;
	const { routeId } = call.input;
	const row = await downloadRow(
		call,
		{
			url: buildRequest(request!, fields, { routeId }).url,
			fileName: `route-${routeId}.${extension}`,
			mimeType,
			records: recordsInPath(request!, fields, { routeId }),
		},
		{ id: routeId },
	);
	return [row];
}
