/** The lines of the benchmark, as a table of plain text and as one for the documentation. */
import { arch, cpus, platform, totalmem } from 'node:os';
import { HOST_VERSION } from '../../tools/n8n/install';
import { table } from '../../tools/cli/table';

/** Median, least and most of some numbers. */
export interface Spread {
	readonly median: number;
	readonly min: number;
	readonly max: number;
}

export interface Line extends Spread {
	readonly row: string;
	readonly what: string;
	/** Milliseconds where it is absent. */
	readonly unit?: string;
	/** How many runs it is the median of. */
	readonly runs: number;
	/** Further figures, under their names. */
	readonly beside?: Readonly<Record<string, number>>;
}

export interface Results {
	readonly machine: Readonly<Record<string, string | number | undefined>>;
	/** By the name under which a row is run, in the order of the table. */
	readonly rows: Readonly<Record<string, { readonly at: string; readonly lines: readonly Line[] }>>;
}

export function spreadOf(values: readonly number[]): Spread {
	const sorted = [...values].sort((a, b) => a - b);
	return { median: sorted[Math.floor(sorted.length / 2)]!, min: sorted[0]!, max: sorted.at(-1)! };
}

/** The facts of this machine without which the figures say nothing. */
export const machine = (): Results['machine'] => ({
	platform: platform(),
	arch: arch(),
	cpu: cpus()[0]?.model,
	cores: cpus().length,
	memoryGiB: Math.round(totalmem() / 2 ** 30),
	node: process.version,
	n8n: HOST_VERSION,
});

/** Three digits that count, however large or small. */
export const shortened = (value: number): string =>
	Math.abs(value) >= 100
		? Math.round(value).toLocaleString('en')
		: Math.abs(value) >= 10
			? value.toFixed(1)
			: value.toFixed(2);

/** How many times the first line of its row. */
function timesFirst(lines: readonly Line[], line: Line): string {
	const first = lines.find(({ row }) => row === line.row)!;
	return first === line || first.median === 0 || (line.unit ?? 'ms') !== (first.unit ?? 'ms')
		? ''
		: shortened(line.median / first.median);
}

const titles = ['Row', 'What', 'Median', 'Least', 'Most', '× first', 'Runs', 'Beside it'];

const cellsOf = (lines: readonly Line[]): string[][] =>
	lines.map((line, index) => [
		lines[index - 1]?.row === line.row ? '' : line.row,
		line.what,
		`${shortened(line.median)} ${line.unit ?? 'ms'}`,
		shortened(line.min),
		shortened(line.max),
		timesFirst(lines, line),
		String(line.runs),
		Object.entries(line.beside ?? {})
			.map(
				([name, value]) =>
					`${Number.isInteger(value) ? value.toLocaleString('en') : shortened(value)} ${name}`,
			)
			.join(', '),
	]);

/** For the terminal. */
export const printed = (lines: readonly Line[]): string =>
	table(
		titles.map((title, at) => ({ title, right: at >= 2 && at <= 6 })),
		cellsOf(lines),
	);

/** For docs/performance.md. */
export function markdown({ machine: facts, rows }: Results): string {
	if (Object.keys(rows).length === 0) return 'Not measured yet.';
	const days = [...new Set(Object.values(rows).map(({ at }) => at.slice(0, 10)))].sort();
	const told = `Measured on ${days.join(' and ')}: ${facts.cores} cores (${facts.cpu}), ${facts.memoryGiB} GiB, ${facts.platform} ${facts.arch}, Node ${facts.node}, n8n ${facts.n8n}.`;
	const lines = Object.values(rows).flatMap(({ lines: measured }) => measured);
	const cells = [
		titles,
		titles.map((_, index) => (index >= 2 && index <= 6 ? '--:' : '---')),
		...cellsOf(lines),
	];
	return [told, '', ...cells.map((row) => `| ${row.join(' | ')} |`)].join('\n');
}
