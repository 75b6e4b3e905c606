/** The object that an operation refers to, by UUID or by name (README.md, Targets). Pure. */
import { PackError } from '../engine/describe';

export type Target = { readonly uuid: string } | { readonly name: string };

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => uuidPattern.test(text);

const maxNameLength = 121;
const maxLabelLength = 63;

/**
 * Describes the problem with a name, to be appended to its label, as in "Name must not be empty".
 * Undefined for a valid name (a relative domain name, RFC 1035).
 */
export function nameProblem(name: string): string | undefined {
	if (name === '') return 'must not be empty';
	if (name.length > maxNameLength)
		return `must be at most ${maxNameLength} characters long, got ${name.length}`;
	if (name.endsWith('.')) return 'must not end with a dot';
	if (name.includes('..')) return 'must not contain consecutive dots';
	if (name.includes('--')) return 'must not contain consecutive hyphens';
	const invalid = /[^A-Za-z0-9.-]/.exec(name);
	if (invalid)
		return `can contain only letters, digits, hyphens and dots, got ${JSON.stringify(invalid[0])}`;
	for (const label of name.split('.')) {
		if (label.length > maxLabelLength)
			return `must have at most ${maxLabelLength} characters between dots, got ${label.length}`;
		if (!/^[A-Za-z]/.test(label))
			return `must start with a letter, including after each dot, got "${label}"`;
		if (!/[A-Za-z0-9]$/.test(label))
			return `must end with a letter or digit, including before each dot, got "${label}"`;
	}
	return undefined;
}

/** Describes the problem with a reference. Undefined for a UUID or a valid name. */
export function referenceProblem(text: string): string | undefined {
	if (isUuid(text)) return undefined;
	const problem = nameProblem(text);
	return problem && `is neither a UUID nor a valid name. A name ${problem}`;
}

/**
 * Converts a reference to a UUID or a name in lowercase. The service also converts names to
 * lowercase.
 * @throws PackError if the text is neither a UUID nor a valid name
 */
export function targetOf(text: string, label = 'The reference'): Target {
	const problem = referenceProblem(text);
	if (problem) throw new PackError(`${label} ${problem}`, { field: label });
	return isUuid(text) ? { uuid: text.toLowerCase() } : { name: text.toLowerCase() };
}
