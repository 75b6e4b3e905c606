/**
 * Parses CSV with csv-parse. The build (gulpfile.js) bundles csv-parse into this file. Do not
 * import anything else here, because it would be bundled as well.
 */
import { parse } from 'csv-parse/sync';

/** The cells of each row, or why the text is not valid CSV. */
export type CsvResult = { readonly rows: string[][] } | { readonly problem: string };

export function parseCsv(text: string): CsvResult {
	try {
		return {
			rows: parse(text, {
				bom: true,
				skip_empty_lines: true,
				relax_column_count: true,
			}),
		};
	} catch (error) {
		return { problem: (error as Error).message };
	}
}
