/** Keeps the secrets of a credential out of everything that a person may see. */
import type { IDataObject } from 'n8n-workflow';

const secretKey = /key|secret|token|password|assertion/i;
const mark = '[secret]';

/** All secret texts of a credential, with the forms in which a service may echo them. Longest first. */
export function secretsOf(credential: unknown, parentIsSecret = false): string[] {
	if (typeof credential === 'string') return parentIsSecret ? echoesOf(credential) : [];
	if (typeof credential !== 'object' || credential === null) return [];
	return Object.entries(credential as IDataObject)
		.flatMap(([key, value]) => secretsOf(value, (parentIsSecret || secretKey.test(key)) && !/url$/i.test(key)))
		.sort((a, b) => b.length - a.length);
}

/** A secret in the forms in which a service may echo it. */
export const echoesOf = (secret: string): string[] => (secret.length >= 4 ? [...new Set([secret, encodeURIComponent(secret)])] : []);

/** A function that replaces the secrets in a text. */
export function scrubber(secrets: readonly string[]): (text: string) => string {
	return (text) => {
		let clean = text;
		for (const secret of secrets) if (clean.includes(secret)) clean = clean.split(secret).join(mark);
		return clean;
	};
}
