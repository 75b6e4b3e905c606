/** Reads CSV from a stream without loading the complete file into memory. */
import type { IDataObject } from 'n8n-workflow';
import { PackError } from '../engine/describe';
import { parseCsv } from './csv';

/** Approximate number of characters that are parsed at once. */
const chunkLength = 256 * 1024;
const maxRowLength = 16 * 1024 * 1024;
const [quote, lineBreak] = ['"'.charCodeAt(0), '\n'.charCodeAt(0)];

/**
 * Yields the records of a CSV file, with the values of its first row as keys.
 * @throws PackError if the file is not valid UTF-8 or not valid CSV
 */
export async function* csvRecords(source: AsyncIterable<Buffer>): AsyncGenerator<IDataObject> {
	let names: string[] | undefined;
	let rowNumber = 0;
	for await (const cells of csvRows(source)) {
		rowNumber++;
		if (names === undefined) {
			names = cells.map((name, index) => name.trim() || `column ${index + 1}`);
			continue;
		}
		if (cells.length > names.length)
			throw csvError(
				`row ${rowNumber} has ${cells.length} cells, but the header has ${names.length}`,
			);
		yield Object.fromEntries(cells.map((cell, index) => [names![index]!, cell]));
	}
}

async function* csvRows(source: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
	let buffer = '';
	let scanned = 0;
	let isQuoted = false;
	/** End of the last complete row in the buffer. */
	let rowEnd = 0;
	for await (const text of decodeUtf8(source)) {
		buffer += text;
		// A line break in quotes does not end a row. An escaped quote ("") toggles `isQuoted` twice, so
		// it needs no special case.
		for (; scanned < buffer.length; scanned++) {
			const character = buffer.charCodeAt(scanned);
			if (character === quote) isQuoted = !isQuoted;
			else if (character === lineBreak && !isQuoted) rowEnd = scanned + 1;
		}
		if (rowEnd === 0 && buffer.length > maxRowLength)
			throw csvError(`a row is longer than ${maxRowLength} characters`);
		if (buffer.length < chunkLength || rowEnd === 0) continue;
		yield* parseRows(buffer.slice(0, rowEnd));
		buffer = buffer.slice(rowEnd);
		scanned -= rowEnd;
		rowEnd = 0;
	}
	yield* parseRows(buffer);
}

function parseRows(text: string): string[][] {
	const result = parseCsv(text);
	if ('rows' in result) return result.rows;
	throw csvError(result.problem);
}

async function* decodeUtf8(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	for await (const chunk of source)
		yield requireUtf8(() => decoder.decode(chunk, { stream: true }));
	yield requireUtf8(() => decoder.decode());
}

function requireUtf8(decode: () => string): string {
	const text = textOrUndefined(decode);
	if (text === undefined) throw fileError('The mapping file is not valid UTF-8 text');
	return text;
}

function textOrUndefined(decode: () => string): string | undefined {
	try {
		return decode();
	} catch {
		return undefined;
	}
}

const csvError = (problem: string): PackError =>
	fileError(`The mapping file is not valid CSV: ${problem}`);

const fileError = (message: string): PackError =>
	new PackError(message, { hint: 'Set Output to One File, and check the file.' });
