// Amounts keep their digits: texts for versions of 2023, bare numbers from 2024-04-30 on.

export const VERSIONS = ['2024-08-31', '2024-04-30', '2023-03-14', '2023-02-07'] as const;
export type Version = (typeof VERSIONS)[number];

export const isVersion = (value: unknown): value is Version => VERSIONS.includes(value as Version);

/** Decimal digits as they are kept here. */
export class Amount {
	constructor(readonly digits: string) {}
}

const BARE = /"\\u0000(-?\d+(?:\.\d+)?)\\u0000"/g;

/** JSON in the representation of a version. A bare number may have more digits than JavaScript's own numbers. */
export function json(value: unknown, version: Version): string {
	const text = JSON.stringify(value, (_, inner: unknown) =>
		inner instanceof Amount ? (version < '2024' ? inner.digits : `\0${inner.digits}\0`) : inner,
	);
	return text.replace(BARE, '$1');
}
