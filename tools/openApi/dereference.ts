/** Follows the references of a document. */
import type { OpenApiDocument } from './document';

/** The value at a reference such as `#/components/schemas/Pet`. */
const lookUp = (document: OpenApiDocument, reference: string): unknown =>
	reference
		.replace(/^#\/?/, '')
		.split('/')
		.map((part) => decodeURIComponent(part).replace(/~1/g, '/').replace(/~0/g, '~'))
		.reduce<unknown>(
			(at, key) =>
				Object.hasOwn(at ?? {}, key) ? (at as Record<string, unknown>)[key] : undefined,
			document,
		);

/** Follows references. Properties beside a reference, such as a description, are kept. */
export function resolve<T extends object>(document: OpenApiDocument, value: T): T {
	let found = value as T & { $ref?: string };
	for (let depth = 0; typeof found.$ref === 'string' && depth < 20; depth++) {
		const { $ref, ...beside } = found;
		found = { ...(lookUp(document, $ref) as T), ...beside };
	}
	return found;
}

/**
 * A copy in which each reference has the content of its target. A schema that contains itself
 * contains the same object.
 */
export function dereference(document: OpenApiDocument): OpenApiDocument {
	const copies = new Map<unknown, unknown>();
	const copy = (value: unknown): unknown => {
		if (typeof value !== 'object' || value === null) return value;
		if (!copies.has(value)) {
			const copied: object = Array.isArray(value) ? [] : {};
			copies.set(value, copied);
			for (const [key, inner] of Object.entries(resolve(document, value)))
				Object.defineProperty(copied, key, {
					value: copy(inner),
					enumerable: true,
					writable: true,
				});
		}
		return copies.get(value);
	};
	return copy(document) as OpenApiDocument;
}
