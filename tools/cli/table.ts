// A table of plain text.

/** A column: its heading, and whether its values are numbers (aligned to the right). */
export interface Column {
	title: string;
	right?: boolean;
}

/** Lays out rows of text under their headings, as lines without trailing blanks. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
	const widths = columns.map(({ title }, at) =>
		Math.max(title.length, ...rows.map((row) => (row[at] ?? '').length)),
	);
	const line = (cells: readonly string[]) =>
		columns
			.map(({ right }, at) =>
				right
					? (cells[at] ?? '').padStart(widths[at] ?? 0)
					: (cells[at] ?? '').padEnd(widths[at] ?? 0),
			)
			.join('  ')
			.trimEnd();
	return [
		line(columns.map(({ title }) => title)),
		line(widths.map((width) => '-'.repeat(width))),
		...rows.map(line),
	].join('\n');
}
