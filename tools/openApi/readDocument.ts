/** Reads an API description: file or URL, JSON or YAML, Swagger 2 or OpenAPI 3. */
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { OpenApiDocument } from './document';
import { applyOverlay, type Overlay } from './overlay';

const isUrl = (source: string): boolean => /^https?:\/\//.test(source);

async function readText(source: string): Promise<string> {
	if (!isUrl(source)) return await readFile(source, 'utf8');
	const response = await fetch(source);
	if (!response.ok) throw new Error(`${source} responded with status ${response.status}`);
	return await response.text();
}

/** JSON or YAML, where the documents of large services have thousands of aliases. */
const parseText = (text: string): unknown =>
	/^\s*\{/.test(text) ? JSON.parse(text) : parse(text, { maxAliasCount: -1, logLevel: 'error' });

/**
 * A copy without `x-n8n`, which only overlays of the user may contain, and without empty lists of
 * media types. With such a list, the upgrade of Swagger 2 would drop the bodies of an operation.
 */
export const cleaned = <T extends object>(document: T): T =>
	JSON.parse(
		JSON.stringify(document, (key, value: unknown) => {
			const isEmptyList = Array.isArray(value) && value.length === 0;
			const isIgnored = key === 'x-n8n' || (/^(?:consumes|produces)$/.test(key) && isEmptyList);
			return isIgnored ? undefined : value;
		}),
	) as T;

/**
 * References to other files in a document from a URL. They are not followed, because they could lead
 * to the user's files and network.
 */
export function otherFiles(document: unknown): string[] {
	const found: string[] = [];
	JSON.stringify(document, (key, value: unknown) => {
		if (key === '$ref' && typeof value === 'string' && !value.startsWith('#')) found.push(value);
		return value;
	});
	return found;
}

/**
 * The document as OpenAPI 3.1 or later, with the changes of the overlays. References to other files
 * are embedded. The document itself contains no decisions.
 * @throws Error if a file cannot be read or is no API description, or if a document from a URL refers
 * to other files
 */
export async function readDocument(
	source: string,
	overlays: readonly string[] = [],
): Promise<OpenApiDocument> {
	let document = parseText(await readText(source)) as object;
	if (!('openapi' in document || 'swagger' in document))
		throw new Error(`${source} is neither an OpenAPI nor a Swagger document.`);
	// Both packages are ES modules, which CommonJS can only import at run time.
	const [{ bundle }, plugins, { upgrade }] = await Promise.all([
		import('@scalar/json-magic/bundle'),
		import('@scalar/json-magic/bundle/plugins/node'),
		import('@scalar/openapi-upgrader'),
	]);
	const files = isUrl(source) ? otherFiles(document) : [];
	if (files.length > 0)
		throw new Error(
			`${source} refers to ${files.slice(0, 3).join(', ')}. Save the document and its files, and pass the file instead.`,
		);
	const loaders = [
		plugins.readFiles(),
		plugins.fetchUrls(),
		plugins.parseJson(),
		plugins.parseYaml(),
	];
	if (!isUrl(source)) await bundle(document, { origin: source, treeShake: true, plugins: loaders });
	document = cleaned(document);
	for (const overlay of overlays)
		document = applyOverlay(document, parseText(await readText(overlay)) as Overlay);
	const upgraded = upgrade(document, '3.1') as OpenApiDocument;
	const servers = upgraded.servers?.map((server) =>
		isUrl(source) && server.url.startsWith('/')
			? { ...server, url: new URL(server.url, source).href }
			: server,
	);
	return { ...upgraded, ...(servers ? { servers } : {}) };
}
