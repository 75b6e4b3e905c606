import { aboutField, type Field, formatValue, PackError, toText } from '../describe';

export const placeholdersOf = (request: string): string[] =>
	[...request.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

export type PathFields = Readonly<Record<string, Partial<Pick<Field, 'label' | 'allowSlashes'>>>>;

/**
 * Fills the placeholders of a path and its query with encoded values. A path value must not be `.`
 * or `..`, or contain slashes, backslashes or control characters, because servers and proxies
 * resolve these even if they are encoded. Query values may contain all of them.
 * @throws PackError for an empty or rejected value
 */
export function fillPath(
	template: string,
	values: Readonly<Record<string, unknown>>,
	fields: PathFields = {},
): string {
	const query = template.indexOf('?');
	return template.replace(/\{(\w+)\}/g, (_, name: string, at: number) => {
		const { label = name, allowSlashes = false } = fields[name] ?? {};
		const given = values[name] ?? '';
		const value = Array.isArray(given) ? given.map(toText).join(',') : toText(given);
		if (query >= 0 && at > query && isWellFormed(value)) return encodeURIComponent(value);
		if (!(allowSlashes ? value.split('/') : [value]).every(isSegment))
			throw new PackError(
				given === ''
					? aboutField(label, 'is required')
					: `${label} cannot be used in a URL path, got ${formatValue(given)}`,
				{
					field: label,
					hint:
						given === ''
							? 'Fill in the field, or set its default in the credential.'
							: 'Enter the plain ID or name, without slashes. A single or double dot is not allowed.',
				},
			);
		return encodeURIComponent(value);
	});
}

const isSegment = (value: string): boolean =>
	value !== '' &&
	value !== '.' &&
	value !== '..' &&
	!/[/\\\u0000-\u001f\u007f]/.test(value) &&
	isWellFormed(value);

const isWellFormed = (value: string): boolean =>
	!/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(value);
