/** Reads an API description: JSON or YAML, Swagger 2 or OpenAPI 3. */
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { OpenApiDocument } from './document';

/** JSON or YAML, where the documents of large services have thousands of aliases. */
const parseText = (text: string): unknown =>
	/^\s*\{/.test(text) ? JSON.parse(text) : parse(text, { maxAliasCount: -1, logLevel: 'error' });

/**
 * A copy without empty lists of media types, with which the upgrade of Swagger 2 would drop the bodies
 * of an operation.
 */
const withoutEmptyMediaTypes = <T extends object>(document: T): T =>
	JSON.parse(
		JSON.stringify(document, (key, value: unknown) => {
			const isEmptyList = Array.isArray(value) && value.length === 0;
			return /^(?:consumes|produces)$/.test(key) && isEmptyList ? undefined : value;
		}),
	) as T;

/** References to other files, which are not followed: they could lead to the user's files and network. */
export function otherFiles(document: unknown): string[] {
	const found: string[] = [];
	JSON.stringify(document, (key, value: unknown) => {
		if (key === '$ref' && typeof value === 'string' && !value.startsWith('#')) found.push(value);
		return value;
	});
	return found;
}

/**
 * The document as OpenAPI 3.1 or later.
 * @throws Error if the file is a URL, cannot be read, is no API description, or refers to other files
 */
export async function readDocument(file: string): Promise<OpenApiDocument> {
	if (/^https?:/.test(file)) throw new Error('The document must be a file. Download it first.');
	const document = parseText(await readFile(file, 'utf8')) as object;
	if (!('openapi' in document || 'swagger' in document))
		throw new Error(`${file} is neither an OpenAPI nor a Swagger document.`);
	const files = otherFiles(document);
	if (files.length > 0)
		throw new Error(
			`${file} refers to ${files.slice(0, 3).join(', ')}. Bundle the document into one file first, for example with npx @redocly/cli bundle.`,
		);
	// An ES module, which CommonJS can only import at run time.
	const { upgrade } = await import('@scalar/openapi-upgrader');
	return upgrade(withoutEmptyMediaTypes(document), '3.1') as OpenApiDocument;
}
