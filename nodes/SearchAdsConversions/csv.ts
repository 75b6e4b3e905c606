/** CSV as csv-parse reads it, which the build puts into this file (gulpfile.js). Nothing else is imported here: it would be copied as well. */
import { parse } from 'csv-parse/sync';

/** Cells by row; or that the text ends inside of quotes; or why it is no CSV. */
export type Parsed = { readonly rows: string[][] } | { readonly isOpen: true } | { readonly wrong: string };

export function parseCsv(text: string): Parsed {
	try {
		return { rows: parse(text, { bom: true, skip_empty_lines: true, relax_column_count: true }) as string[][] };
	} catch (error) {
		const { code, message } = error as { code?: string; message: string };
		return code === 'CSV_QUOTE_NOT_CLOSED' ? { isOpen: true } : { wrong: message };
	}
}
