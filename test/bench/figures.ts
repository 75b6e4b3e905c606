// Looks up saved results, and formats them for sentences and charts.
import { formatNumber, type Line, type Results } from './report';

/** A row of the table with some of its variants. */
export interface RowPlan {
	/** Name on the command line. */
	readonly benchmark: string;
	readonly row: string;
	/** Names of variants in the table, and their texts elsewhere. */
	readonly variants: ReadonlyArray<readonly [what: string, text: string]>;
}

export const findLine = (
	{ rows }: Results,
	{ benchmark, row }: RowPlan,
	what: string,
): Line | undefined =>
	rows[benchmark]?.lines.find((line) => line.row === row && line.what === what);

/** Milliseconds below a second, otherwise seconds. */
export function formatDuration(ms: number): string {
	if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`;
	const tenths = Math.round(ms / 100);
	return `${tenths < 1000 ? (tenths / 10).toFixed(1) : Math.round(ms / 1000).toLocaleString('en')} s`;
}

/** The median, with its unit. */
export const formatMedian = ({ median, unit = 'ms' }: Line): string =>
	unit === 'ms' ? formatDuration(median) : `${formatNumber(median)} ${unit}`;
