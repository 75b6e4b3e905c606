// Opaque page tokens that encode the offset of the next page.

export const encodeOffset = (offset: number): string =>
	Buffer.from(String(offset)).toString('base64url');

/** Returns NaN if the token does not encode a number. */
export const decodeOffset = (token: string): number =>
	Number(Buffer.from(token, 'base64url').toString());
