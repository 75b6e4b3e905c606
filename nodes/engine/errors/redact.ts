/**
 * Redacts the secrets of a credential from errors and logs. Successful responses are data and stay
 * unchanged.
 */
import { trimEndOf, withoutScheme } from '../describe';

const secretProperty = /key|secret|token|password|assertion/i;

const publicProperty = /url$|^(token_?type|scopes?|expires?_?(in|at)|state)$/i;

/**
 * Names of the secrets in `oauthTokenData`, at any depth. n8n stores the complete token response
 * there, together with the query parameters of the OAuth callback. If all of these values were
 * redacted, words such as the scope `read` would be missing from every message.
 */
const tokenProperty = /^(?:access|refresh|id)_?token$/i;

/** All secrets of a credential, as they are and as they are sent. */
export const collectSecrets = (credential: unknown): string[] =>
	secretValues(credential).flatMap((secret) => [secret, withoutScheme(secret)]);

function secretValues(value: unknown, isSecret = false): string[] {
	if (typeof value === 'string') return isSecret ? [value] : [];
	return entriesOf(value).flatMap(([key, inner]) =>
		key === 'oauthTokenData'
			? tokensOf(inner)
			: secretValues(inner, (isSecret || secretProperty.test(key)) && !publicProperty.test(key)),
	);
}

const tokensOf = (data: unknown): string[] =>
	entriesOf(data).flatMap(([key, inner]) =>
		typeof inner !== 'string' ? tokensOf(inner) : tokenProperty.test(key) ? [inner] : [],
	);

const entriesOf = (value: unknown): [string, unknown][] =>
	typeof value === 'object' && value !== null ? Object.entries(value) : [];

/**
 * Creates a function that replaces secrets in a string, in every encoding in which a service may
 * echo them. Secrets shorter than six characters are not replaced:
 * a wrong token such as `wrong` would remove words from messages.
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
	const patterns = [...new Set(secrets)]
		.filter((secret) => secret.length >= 6)
		.sort((a, b) => b.length - a.length)
		.flatMap((secret) => [
			secret.replace(/\\+|./gsu, characterPattern),
			hexOf(secret),
			...base64Patterns(secret),
		]);
	if (patterns.length === 0) return (text) => text;
	// The hexadecimal digits of an encoding may be in upper or lower case.
	const pattern = new RegExp(patterns.join('|'), 'gi');
	return (text) => text.replace(pattern, '[secret]');
}

const hexOf = (text: string): string => Buffer.from(text).toString('hex');

const literal = (text: string): string => text.replace(/[^\w\s]/g, '\\$&');

const htmlNames = new Map([
	['&', 'amp'],
	['<', 'lt'],
	['>', 'gt'],
	['"', 'quot'],
	["'", 'apos'],
]);

/**
 * A character as it is, in JSON, in HTML, and percent-encoded once or twice. Libraries differ in
 * which characters they encode.
 * @param character or several backslashes: one by one, they would have too many possible matches
 */
function characterPattern(character: string): string {
	if (/[a-z\d]/i.test(character)) return character;
	const code = character.codePointAt(0)!;
	const jsonUnits = character.split('').map((unit) => unit.charCodeAt(0).toString(16));
	return `(?:${[
		...[character, JSON.stringify(character).slice(1, -1)].map(literal),
		...(character === '/' ? ['\\\\/'] : []),
		...(character === ' ' ? ['\\+', '%2B'] : []),
		jsonUnits.map((unit) => `\\\\u${unit.padStart(4, '0')}`).join(''),
		`&(?:${htmlNames.get(character) ?? '#'}|#0*${code}|#x0*${code.toString(16)});`,
		hexOf(character).replace(/../g, '%(?:25)?$&'),
	].join('|')})`;
}

/**
 * Parts of a longer text in base64, such as a Basic authentication header. Base64 encodes groups of
 * three bytes, so there are three variants, by the position of the secret in its group. They contain
 * the characters that depend on the secret alone. Short variants would match other words.
 */
function base64Patterns(secret: string): string[] {
	const bytes = Buffer.from(secret);
	return [0, 1, 2]
		.map((before) => {
			const base64 = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
			const end = Math.floor(((before + bytes.length) * 4) / 3);
			return trimEndOf(base64, '=').slice(Math.ceil((before * 4) / 3), end);
		})
		.filter((run) => run.length >= 10)
		.map((run) => run.replace(/\//g, '[/_]').replace(/\+/g, '[+-]'));
}
