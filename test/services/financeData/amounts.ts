// Amounts of money. API versions of 2023 return them as strings, versions since 2024-04-30 as
// numbers.

const VERSIONS = ['2024-08-31', '2024-04-30', '2023-03-14', '2023-02-07'] as const;
export type Version = (typeof VERSIONS)[number];

export const isVersion = (value: unknown): value is Version => VERSIONS.includes(value as Version);

/** An exact decimal amount. */
export class Amount {
	constructor(readonly digits: string) {}

	toString(): string {
		return this.digits;
	}
}

const MARKED_AMOUNT = /"\\u0000(-?\d+(?:\.\d+)?)\\u0000"/g;

/**
 * JSON in the format of an API version. JSON.stringify would round amounts with many digits.
 * Therefore, amounts are first written as marked strings. The quotes and marks are removed
 * afterwards.
 */
export function toJson(value: unknown, version: Version): string {
	const text = JSON.stringify(value, (_, inner: unknown) =>
		inner instanceof Amount ? (version < '2024' ? inner.digits : `\0${inner.digits}\0`) : inner,
	);
	return text.replace(MARKED_AMOUNT, '$1');
}

/** Names of fields that contain money or rates. */
const AMOUNTS =
	/^(?:amount|fee|balance|sub_total|amount_due|currency_rate|total_\w+|\w+_(?:amount|tax_rate))$/;

/** Converts the fields that contain money to Amount. */
export const withAmounts = (fields: Record<string, unknown>): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(fields).map(([name, value]) => [
			name,
			AMOUNTS.test(name) && (typeof value === 'string' || typeof value === 'number')
				? new Amount(String(value))
				: value,
		]),
	);
