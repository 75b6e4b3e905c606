// Looks up saved results, and formats them for sentences and charts.
import { formatNumber, type Line, type Results } from './report';

/** A row of the table with some of its variants. */
export interface RowPlan {
	/** Name on the command line. */
	readonly benchmark: string;
	readonly row: string;
	/**
	 * Names of variants in the table, and their texts elsewhere. If only one variant has a name with
	 * this beginning, the beginning is enough.
	 */
	readonly variants: ReadonlyArray<readonly [what: string, text: string]>;
}

/** Undefined if the variant was not measured. */
export function findLine(
	{ rows }: Results,
	{ benchmark, row }: RowPlan,
	what: string,
): Line | undefined {
	const matching = (rows[benchmark]?.lines ?? []).filter(
		(line) => line.row === row && line.what.startsWith(what),
	);
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
