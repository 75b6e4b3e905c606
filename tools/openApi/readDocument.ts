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
 * Lets operations of Swagger 2 with an empty list of media types use those of the document. With an
 * empty list, the upgrade would drop their bodies.
 */
export function withMediaTypes<T extends object>(document: T): T {
	return JSON.parse(
		JSON.stringify(document, (key, value: unknown) =>
			/^(?:consumes|produces)$/.test(key) && Array.isArray(value) && value.length === 0
				? undefined
				: value,
		),
	) as T;
}

/**
 * The document as OpenAPI 3.1 or later, with the changes of the overlays. References to other files
 * are embedded.
 * @throws Error if a file cannot be read, or is no API description
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
	await bundle(document, {
		origin: source,
		treeShake: true,
		plugins: [plugins.readFiles(), plugins.fetchUrls(), plugins.parseJson(), plugins.parseYaml()],
	});
	for (const overlay of overlays)
		document = applyOverlay(document, parseText(await readText(overlay)) as Overlay);
	const upgraded = upgrade(
		'swagger' in document ? withMediaTypes(document) : document,
		'3.1',
	) as OpenApiDocument;
	const servers = upgraded.servers?.map((server) => ({
		...server,
		url:
			isUrl(source) && server.url.startsWith('/') ? new URL(server.url, source).href : server.url,
	}));
	return { ...upgraded, ...(servers ? { servers } : {}) };
}
