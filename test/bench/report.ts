// The results of the benchmark, printed and as a Markdown table.
import { arch, cpus, platform, totalmem } from 'node:os';
import { N8N_VERSION } from '../../tools/n8n/install';

export interface Spread {
	readonly median: number;
	readonly min: number;
	readonly max: number;
}

export interface Line extends Spread {
	readonly row: string;
	readonly what: string;
	/** Default: milliseconds. */
	readonly unit?: string;
	/** Number of runs. */
	readonly runs: number;
	/** Additional figures by name. */
	readonly beside?: Readonly<Record<string, number>>;
}

export interface Results {
	readonly machine: Readonly<Record<string, string | number | undefined>>;
	/** By the name of the row on the command line, in the order of the table. */
	readonly rows: Readonly<Record<string, { readonly at: string; readonly lines: readonly Line[] }>>;
}

export function spreadOf(values: readonly number[]): Spread {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = (sorted.length - 1) / 2;
	const median = (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
	return { median, min: sorted[0]!, max: sorted.at(-1)! };
}

/** The hardware and versions, to compare results. */
export const machine = (): Results['machine'] => ({
	platform: platform(),
	arch: arch(),
	cpu: cpus()[0]?.model,
	cores: cpus().length,
	memoryGiB: Math.round(totalmem() / 2 ** 30),
	node: process.version,
	n8n: N8N_VERSION,
});

/** Formats a number with three significant digits. */
export const formatNumber = (value: number): string =>
	Math.abs(value) >= 100
		? Math.round(value).toLocaleString('en')
		: Math.abs(value) >= 10
			? value.toFixed(1)
			: value.toFixed(2);

/** The ratio to the first line of the row. */
function ratioToFirst(lines: readonly Line[], line: Line): string {
	const first = lines.find(({ row }) => row === line.row)!;
	return first === line || first.median === 0 || (line.unit ?? 'ms') !== (first.unit ?? 'ms')
		? ''
		: formatNumber(line.median / first.median);
}

const titles = ['Benchmark', 'Variant', 'Median', 'Min', 'Max', 'Ratio', 'Runs', 'Details'];

const cellsOf = (lines: readonly Line[]): string[][] =>
	lines.map((line, index) => [
		lines[index - 1]?.row === line.row ? '' : line.row,
		line.what,
		`${formatNumber(line.median)} ${line.unit ?? 'ms'}`,
		formatNumber(line.min),
		formatNumber(line.max),
		ratioToFirst(lines, line),
		String(line.runs),
		Object.entries(line.beside ?? {})
			.map(
				([name, value]) =>
					`${Number.isInteger(value) ? value.toLocaleString('en') : formatNumber(value)} ${name}`,
			)
			.join(', '),
	]);

/** Prints the lines as a table. */
export const printLines = (lines: readonly Line[]): void =>
	console.table(
		cellsOf(lines).map((cells) =>
			Object.fromEntries(cells.map((cell, index) => [titles[index]!, cell])),
		),
	);

/** The table in test/bench/README.md. */
export function markdown({ machine: facts, rows }: Results): string {
	if (Object.keys(rows).length === 0) return 'Not measured yet.';
	const days = [...new Set(Object.values(rows).map(({ at }) => at.slice(0, 10)))].sort();
	const summary = `Measured on ${days.join(' and ')}: ${facts.cores} cores (${facts.cpu}), ${facts.memoryGiB} GiB, ${facts.platform} ${facts.arch}, Node ${facts.node}, n8n ${facts.n8n}.`;
	const lines = Object.values(rows).flatMap(({ lines: measured }) => measured);
	const cells = [
		titles,
		titles.map((_, index) => (index >= 2 && index <= 6 ? '--:' : '---')),
		...cellsOf(lines),
	];
	return [summary, '', ...cells.map((row) => `| ${row.join(' | ')} |`)].join('\n');
}

/**
 * Looks up a variant by its name, or by the beginning of its name if only one variant of the row
 * has it. Undefined if it was not measured.
 */
export function findLine({ rows }: Results, row: string, what: string): Line | undefined {
	const matching = Object.values(rows)
		.flatMap(({ lines }) => lines)
		.filter((line) => line.row === row && line.what.startsWith(what));
	return (
		matching.find((line) => line.what === what) ?? (matching.length === 1 ? matching[0] : undefined)
	);
}

/** Milliseconds below a second, otherwise seconds. */
export function formatDuration(ms: number): string {
	if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`;
	const tenths = Math.round(ms / 100);
	return `${tenths < 1000 ? (tenths / 10).toFixed(1) : Math.round(ms / 1000).toLocaleString('en')} s`;
}

/** The median, with its unit. */
export const formatMedian = ({ median, unit = 'ms' }: Line): string =>
	unit === 'ms' ? formatDuration(median) : `${formatNumber(median)} ${unit}`;
