/** The file that maps ids of the classic product to those of the renewed one: as a file, or as one item a row. Either way it is never in memory as a whole. */
import type { IDataObject } from 'n8n-workflow';
import {
	type Call,
	CanceledError,
	isReadable,
	PackError,
	type Readable,
	type Row,
} from '../engine/describe';
import { fillPath } from '../engine/request/path';
import { download } from '../engine/run/download';
import { toResult } from '../engine/transport/result';
import { parseCsv } from './csv';

export interface MappingInput extends IDataObject {
	agencyId: string;
	advertiserId: string;
	mappingOutput?: string;
	outputProperty?: string;
	maximumRows?: number;
}

export const standardRows = 10_000;

export async function idMapping({
	context,
	connection,
	input,
	request,
}: Call<MappingInput>): Promise<readonly Row[]> {
	const {
		agencyId,
		advertiserId,
		mappingOutput,
		outputProperty = 'data',
		maximumRows = standardRows,
	} = input;
	const path = '/agency/{agencyId}/advertiser/{advertiserId}/idmapping';
	if (mappingOutput !== 'rows') {
		const url = `${fillPath(path, (name) => input[name])}?alt=media`;
		const file = await download(context, connection, {
			url,
			fileName: `id-mapping-${advertiserId}.csv`,
			mimeType: 'text/csv',
		});
		return [
			{
				json: { agencyId, advertiserId, fileName: file.fileName, fileSize: file.fileSize },
				binary: { [outputProperty]: file },
			},
		];
	}
	const answer = await request(
		`GET ${path}`,
		{ values: input, query: { alt: 'media' }, headers: { accept: 'text/csv' } },
		{ as: 'stream' },
	);
	const { rows, isWhole } = await rowsOf(answer.stream!, maximumRows, connection);
	if (!isWhole)
		context.addExecutionHints?.({
			message: `The file has more rows than the ${maximumRows} that Maximum Rows allows`,
			location: 'outputPane',
		});
	return rows.map((json) => ({ json }));
}

/** Reads rows up to a number. @throws Refusal, Stopped */
async function rowsOf(
	stream: Readable,
	most: number,
	{ timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
): Promise<{ rows: IDataObject[]; isWhole: boolean }> {
	// A file may take long; ten times the time for an answer bounds one that drips.
	const deadline = AbortSignal.timeout(Math.min(timeoutMs * 10, 2 ** 31 - 1));
	const stop = () => stream.destroy();
	for (const one of [deadline, signal]) one?.addEventListener('abort', stop, { once: true });
	const result = await toResult(collected(stream, most));
	for (const one of [deadline, signal]) one?.removeEventListener('abort', stop);
	if (isReadable(stream)) stream.destroy();
	if (signal?.aborted) throw new CanceledError();
	if ('value' in result) return result.value;
	if (result.error instanceof PackError) throw result.error;
	throw new PackError('The mapping file could not be read to its end', {
		hint: deadline.aborted
			? 'It took longer than ten times the timeout. Raise Timeout in Options.'
			: 'The connection broke. Run the node again.',
	});
}

async function collected(
	stream: AsyncIterable<unknown>,
	most: number,
): Promise<{ rows: IDataObject[]; isWhole: boolean }> {
	const rows: IDataObject[] = [];
	for await (const row of csvRecords(stream as AsyncIterable<Buffer>)) {
		if (rows.length === most) return { rows, isWhole: false };
		rows.push(row);
	}
	return { rows, isWhole: true };
}

/** Text is parsed in pieces of about so many characters. */
const pieceLength = 256 * 1024;
const longestRow = 16 * 1024 * 1024;
const [quote, lineBreak] = ['"'.charCodeAt(0), '\n'.charCodeAt(0)];

/** Records of a CSV under the names of its first row, piece by piece. @throws Refusal for what is no UTF-8 or no CSV */
export async function* csvRecords(source: AsyncIterable<Buffer>): AsyncGenerator<IDataObject> {
	let names: string[] | undefined;
	let number = 0;
	for await (const cells of csvRows(source)) {
		number++;
		if (names === undefined) {
			names = cells.map((name, at) => name.trim() || `column ${at + 1}`);
			continue;
		}
		if (cells.length > names.length)
			throw noCsv(`row ${number} has ${cells.length} cells, but the header has ${names.length}`);
		yield Object.fromEntries(cells.map((cell, at) => [names![at]!, cell]));
	}
}

async function* csvRows(source: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
	let rest = '';
	let scanned = 0;
	let isQuoted = false;
	/** After the last row that is whole. */
	let end = 0;
	for await (const text of decoded(source)) {
		rest += text;
		// A line break in quotes ends no row; quotes inside of quotes are doubled, which comes to the same.
		for (; scanned < rest.length; scanned++) {
			const letter = rest.charCodeAt(scanned);
			if (letter === quote) isQuoted = !isQuoted;
			else if (letter === lineBreak && !isQuoted) end = scanned + 1;
		}
		if (end === 0 && rest.length > longestRow) throw noCsv('a row has no end');
		if (rest.length < pieceLength || end === 0) continue;
		yield* parsed(rest.slice(0, end));
		rest = rest.slice(end);
		scanned -= end;
		end = 0;
	}
	yield* parsed(rest);
}

function parsed(text: string): string[][] {
	const result = parseCsv(text);
	if ('rows' in result) return result.rows;
	throw noCsv(result.wrong);
}

async function* decoded(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	for await (const chunk of source) yield utf8(() => decoder.decode(chunk, { stream: true }));
	yield utf8(() => decoder.decode());
}

function utf8(decode: () => string): string {
	const text = textOf(decode);
	if (text === undefined)
		throw new PackError('The mapping file is no UTF-8 text', {
			hint: 'Get it as a file, and look at it.',
		});
	return text;
}

function textOf(decode: () => string): string | undefined {
	try {
		return decode();
	} catch {
		return undefined;
	}
}

const noCsv = (why: string): PackError =>
	new PackError(`The mapping file is no CSV: ${why}`, {
		hint: 'Get it as a file, and look at it.',
	});
