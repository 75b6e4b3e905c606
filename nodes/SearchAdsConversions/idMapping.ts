/**
 * Downloads the ID mapping file, which maps IDs of the classic product to IDs of the new product.
 * Returns it as a file or as one item per row.
 */
import type { IDataObject } from 'n8n-workflow';
import {
	consumeStream,
	download,
	fillPath,
	interruptedDownload,
	limitFileSize,
	recordsInPath,
	showHint,
} from '../engine';
import {
	type Call,
	type Connection,
	type MemoryMeter,
	type Readable,
	type Row,
} from '../engine/describe';
import { csvRecords } from './csvRecords';

export interface MappingInput extends IDataObject {
	agencyId: string;
	advertiserId: string;
	mappingOutput?: string;
	outputProperty?: string;
	maximumRows?: number;
}

export const defaultMaximumRows = 10_000;

export async function getIdMapping({
	context,
	connection,
	operation,
	input,
	request,
}: Call<MappingInput>): Promise<readonly Row[]> {
	const {
		agencyId,
		advertiserId,
		mappingOutput,
		outputProperty = 'data',
		maximumRows = defaultMaximumRows,
	} = input;
	const path = '/agency/{agencyId}/advertiser/{advertiserId}/idmapping';
	if (mappingOutput !== 'rows') {
		const url = `${fillPath(path, input)}?alt=media`;
		const file = await download(context, connection, {
			url,
			fileName: `id-mapping-${advertiserId}.csv`,
			mimeType: 'text/csv',
			records: recordsInPath(operation.request!, operation.fields, input),
		});
		return [
			{
				json: { agencyId, advertiserId, fileName: file.fileName, fileSize: file.fileSize },
				binary: { [outputProperty]: file },
			},
		];
	}
	const response = await request(
		`GET ${path}`,
		{ values: input, query: { alt: 'media' }, headers: { accept: 'text/csv' } },
		{ as: 'stream' },
	);
	const stream = limitFileSize(response, connection.limits.maxFileBytes);
	const { rows, isComplete } = await readRows(stream, maximumRows, connection);
	if (!isComplete)
		showHint(
			context,
			`The file has more rows than the ${maximumRows} allowed by Maximum Rows. The rest was not read.`,
		);
	return rows.map((json) => ({ json }));
}

/**
 * @throws PackError if the file is not valid or the download was interrupted
 * @throws CanceledError if the execution was canceled
 */
async function readRows(
	stream: Readable,
	maxRows: number,
	{ limits, signal, memory }: Pick<Connection, 'limits' | 'memory' | 'signal'>,
): Promise<{ rows: IDataObject[]; isComplete: boolean }> {
	return await consumeStream(
		stream,
		collectRows(counted(stream, memory), maxRows),
		// A large file can take longer than the timeout, so the limit is ten times the timeout. A
		// stalled download still ends.
		limits.timeoutMs * 10,
		signal,
		(timedOut) => interruptedDownload(' of the mapping file', timedOut),
	).finally(() => stream.destroy());
}

/** Counts the bytes that are read, because the rows stay in memory. */
async function* counted(
	stream: AsyncIterable<unknown>,
	memory?: MemoryMeter,
): AsyncGenerator<Buffer> {
	for await (const chunk of stream) {
		memory?.add((chunk as Buffer).length);
		yield chunk as Buffer;
	}
}

async function collectRows(
	stream: AsyncIterable<Buffer>,
	maxRows: number,
): Promise<{ rows: IDataObject[]; isComplete: boolean }> {
	const rows: IDataObject[] = [];
	for await (const row of csvRecords(stream)) {
		if (rows.length === maxRows) return { rows, isComplete: false };
		rows.push(row);
	}
	return { rows, isComplete: true };
}
