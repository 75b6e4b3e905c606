/** What an operation is about: an object by its UUID or by its name (specification part C). Pure. */
import { PackError } from '../engine/describe';

export type Target = { readonly uuid: string } | { readonly name: string };

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => uuidShape.test(text);

const longestName = 121;
const longestLabel = 63;

/** What is wrong with a name, completing "Name …"; nothing when it is one (a relative domain name after RFC 1035). */
export function nameComplaint(name: string): string | undefined {
	if (name === '') return 'must not be empty';
	if (name.length > longestName)
		return `must be at most ${longestName} characters long, got ${name.length}`;
	if (name.endsWith('.')) return 'must not end with a dot';
	if (name.includes('..')) return 'must not have two dots in a row';
	if (name.includes('--')) return 'must not have two hyphens in a row';
	const wrong = /[^A-Za-z0-9.-]/.exec(name);
	if (wrong)
		return `may have letters, digits, hyphens and dots only, got ${JSON.stringify(wrong[0])}`;
	for (const label of name.split('.')) {
		if (label.length > longestLabel)
			return `must have at most ${longestLabel} characters between dots, got ${label.length}`;
		if (!/^[A-Za-z]/.test(label))
			return `must begin with a letter, also after a dot, got "${label}"`;
		if (!/[A-Za-z0-9]$/.test(label))
			return `must end with a letter or digit, also before a dot, got "${label}"`;
	}
	return undefined;
}

/** The same for what may be a UUID or a name. */
export function referenceComplaint(text: string): string | undefined {
	if (isUuid(text)) return undefined;
	const complaint = nameComplaint(text);
	return complaint && `is no UUID, and as a name it ${complaint}`;
}

/** Names are in lower case; the service would make them so. */
export const lowered = (name: string): string => name.toLowerCase();

/** @throws Refusal when the text is neither a UUID nor a name */
export function targetOf(text: string, label = 'The reference'): Target {
	const complaint = referenceComplaint(text);
	if (complaint) throw new PackError(`${label} ${complaint}`, { field: label });
	return isUuid(text) ? { uuid: lowered(text) } : { name: lowered(text) };
}
