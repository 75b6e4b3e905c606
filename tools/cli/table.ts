// Plain-text tables.

export interface Column {
	title: string;
	/** Aligns the values to the right, for numbers. */
	right?: boolean;
}

/** Formats rows as a table, without trailing spaces. */
export function formatTable(
	columns: readonly Column[],
	rows: readonly (readonly string[])[],
): string {
	const widths = columns.map(({ title }, index) =>
		Math.max(title.length, ...rows.map((row) => (row[index] ?? '').length)),
	);
	const line = (cells: readonly string[]) =>
		columns
			.map(({ right }, index) =>
				right
					? (cells[index] ?? '').padStart(widths[index] ?? 0)
					: (cells[index] ?? '').padEnd(widths[index] ?? 0),
			)
			.join('  ')
			.trimEnd();
	return [
		line(columns.map(({ title }) => title)),
		line(widths.map((width) => '-'.repeat(width))),
		...rows.map(line),
	].join('\n');
}
