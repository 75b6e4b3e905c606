/** Adds dates to tokens, whose times are in milliseconds. */
import type { IDataObject } from 'n8n-workflow';

/** Names of the dates, by the property that contains the time in milliseconds since 1970. */
const dateNames: Readonly<Record<string, string>> = {
	creation_time: 'created_at',
	expiry_time: 'expires_at',
};

/** Adds each date after its time. The date is null if the token does not expire. */
export function withDates(token: IDataObject = {}): IDataObject {
	const result: IDataObject = {};
	for (const [name, value] of Object.entries(token)) {
		result[name] = value;
		if (Object.hasOwn(dateNames, name)) result[dateNames[name]!] = toIsoDate(Number(value));
	}
	return result;
}

/** The service returns -1 for a token that does not expire. */
function toIsoDate(milliseconds: number): string | null {
	const date = new Date(milliseconds >= 0 ? milliseconds : NaN);
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
