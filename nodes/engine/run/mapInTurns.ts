import { sleep } from 'n8n-workflow';

/** How many rows are converted without a break: a few milliseconds of work. */
const rowsPerTurn = 2000;

/** Converts many rows in turns. n8n handles its other executions and requests in between. */
export async function mapInTurns<From, To>(
	rows: readonly From[],
	convert: (row: From) => To,
): Promise<To[]> {
	const converted: To[] = [];
	for (const row of rows) {
		if (converted.length > 0 && converted.length % rowsPerTurn === 0) await sleep(0);
		converted.push(convert(row));
	}
	return converted;
}
