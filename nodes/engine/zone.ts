/** Dates as a person writes them in n8n: without an offset, in the time zone of the workflow. */

const local = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;

/**
 * A date and time without an offset as the moment it means in a time zone; anything else as it is.
 * @param zone IANA name, such as Europe/Berlin
 */
export function toUtc(value: unknown, zone: string): unknown {
	if (typeof value !== 'string' || !local.test(value)) return value;
	const asUtc = Date.parse(`${value.replace(' ', 'T')}Z`);
	if (Number.isNaN(asUtc)) return value;
	// The offset belongs to the moment, which is only known with it: the second guess is right on the days of change too.
	const guess = asUtc - offsetMs(asUtc, zone);
	return new Date(asUtc - offsetMs(guess, zone)).toISOString();
}

/** Offset of a zone from UTC at a moment, milliseconds. */
function offsetMs(at: number, zone: string): number {
	const name =
		new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
			.formatToParts(at)
			.find(({ type }) => type === 'timeZoneName')?.value ?? '';
	const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):?(\d{2})?/.exec(name) ?? [];
	return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
