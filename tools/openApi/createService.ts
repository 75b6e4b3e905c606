/** Writes the files of a service, and adds it to the files that list all services. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ServiceNames } from '../generate/serviceNames';
import { templateFiles } from './writeFiles';

type Texts = Readonly<Record<string, string>>;

/**
 * @param root folder of package.json
 * @param files text by path
 * @returns paths of the files that were written or changed
 * @throws Error if the name cannot be used; in that case no file has been written
 */
export function createService(root: string, names: ServiceNames, files: Texts): string[] {
	requireFreeName(root, names, Object.keys(files));
	const written = { ...files, ...registrations(root, names, Object.keys(files)) };
	for (const [path, text] of Object.entries(written)) {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
	}
	return Object.keys(written).sort();
}

function requireFreeName(
	root: string,
	{ camel, pascal }: ServiceNames,
	paths: readonly string[],
): void {
	const taken = [`nodes/${pascal}`, `test/services/${camel}`, ...paths]
		.map((path) => existingPath(root, path))
		.find((path) => path !== undefined);
	if (taken !== undefined) throw new Error(`${taken} already exists. Choose another name.`);
	const code = Object.entries(templateFiles(root)).filter(([path]) => path.endsWith('.ts'));
	const words = new Set(code.flatMap(([, text]) => text.match(/\w+/g)));
	const conflict = [camel, pascal].find((name) => words.has(name));
	if (conflict !== undefined)
		throw new Error(
			`The generated code contains the word “${conflict}”. Choose another name, for example one with two words.`,
		);
}

/**
 * Returns the file or folder that already has this path, or undefined. A name that differs only in
 * case counts as the same name, because some file systems ignore case.
 */
function existingPath(root: string, path: string): string | undefined {
	const folder = dirname(path);
	if (!existsSync(join(root, folder))) return undefined;
	const name = readdirSync(join(root, folder)).find(
		(entry) => entry.toLowerCase() === basename(path).toLowerCase(),
	);
	return name && `${folder}/${name}`;
}

/**
 * package.json and the list of local test services, each with an entry for the service.
 * test/contract/registration.test.ts checks these entries.
 */
function registrations(
	root: string,
	{ pascal, camel }: ServiceNames,
	paths: readonly string[],
): Record<string, string> {
	const read = (path: string): string => readFileSync(join(root, path), 'utf8');
	const manifest = JSON.parse(read('package.json')) as {
		n8n: { credentials: string[]; nodes: string[] };
	};
	const built = paths.filter((path) => /^credentials\/|\.node\.ts$/.test(path));
	for (const path of built)
		manifest.n8n[path.startsWith('nodes/') ? 'nodes' : 'credentials'].push(
			`dist/${path.replace(/\.ts$/, '.js')}`,
		);
	const list = 'test/services/list.ts';
	return {
		'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
		[list]: read(list)
			.replace(
				/^([^]*\nimport [^\n]+\n)/,
				`$1import { start${pascal} } from './${camel}/service';\n`,
			)
			.replace(
				/^(export const localServices\b[^]*?\n)(\];)$/m,
				`$1\t{ name: '${camel}', start: start${pascal} },\n$2`,
			),
	};
}
