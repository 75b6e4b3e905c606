/** CSV as csv-parse reads it, which the build puts into this file (gulpfile.js). Nothing else is imported here: it would be copied as well. */
import { parse } from 'csv-parse/sync';

/** Cells by row, or why it is no CSV. */
export type Parsed = { readonly rows: string[][] } | { readonly wrong: string };

export function parseCsv(text: string): Parsed {
	try {
		return { rows: parse(text, { bom: true, skip_empty_lines: true, relax_column_count: true }) as string[][] };
	} catch (error) {
		return { wrong: (error as Error).message };
	}
}
