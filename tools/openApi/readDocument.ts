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

/** A copy of a document without `x-n8n`, which only overlays of the user may contain. */
export const withoutDecisions = <T extends object>(document: T): T =>
	JSON.parse(
		JSON.stringify(document, (key, value: unknown) => (key === 'x-n8n' ? undefined : value)),
	) as T;

/**
 * Reads what a document at a URL refers to, only from the origin of the document. Elsewhere could be
 * the user's files and network.
 * @param refused receives what is somewhere else
 */
export const originLoader = (source: string, refused: string[]) => ({
	type: 'loader' as const,
	validate: () => true,
	async exec(url: string): Promise<{ ok: true; data: unknown; raw: string } | { ok: false }> {
		const isAllowed = isUrl(url) && new URL(url).origin === new URL(source).origin;
		// A redirect could lead to another origin.
		const response = isAllowed
			? await fetch(url, { redirect: 'error' }).catch(() => undefined)
			: undefined;
		if (!response?.ok) {
			refused.push(url);
			return { ok: false };
		}
		const raw = await response.text();
		return { ok: true, data: parseText(raw), raw };
	},
});

/**
 * The document as OpenAPI 3.1 or later, with the changes of the overlays. References to other files
 * are embedded. The document itself contains no decisions.
 * @throws Error if a file cannot be read, is no API description, or refers to another origin
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
	const refused: string[] = [];
	const loaders = isUrl(source)
		? [originLoader(source, refused)]
		: [plugins.readFiles(), plugins.fetchUrls(), plugins.parseJson(), plugins.parseYaml()];
	await bundle(document, { origin: source, treeShake: true, plugins: loaders });
	if (refused.length > 0)
		throw new Error(
			`${source} refers to ${refused.join(', ')}, which is at another origin or cannot be read. Save the document and its files, and pass the file instead.`,
		);
	document = withoutDecisions(document);
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
