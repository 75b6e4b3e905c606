/**
 * Creates the skeleton of a service: copies the files of template/ under the new name, and adds the
 * service to the files that list all services.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { rename, type ServiceNames } from './names';
import { registrations } from './registrations';

interface TemplateFile {
	/** Path of the generated file, relative to the folder of package.json. */
	readonly path: string;
	readonly text: string;
}

/** Paths relative to the folder of package.json. */
interface WrittenFiles {
	readonly created: readonly string[];
	readonly changed: readonly string[];
}

/**
 * Writes the skeleton of a service, or the files of a service that is generated from its API.
 * @param root folder of package.json
 * @throws Error if the name cannot be used; in that case no file has been written
 */
export function createService(
	root: string,
	names: ServiceNames,
	generated?: { readonly files: Readonly<Record<string, string>> },
): WrittenFiles {
	const template = templateFiles(join(root, 'tools', 'newService', 'template'), names);
	const created = generated
		? Object.entries(generated.files).map(([path, text]) => ({ path, text }))
		: template.map(({ path, text }) => ({ path, text: rename(text, names) }));
	const paths = created.map(({ path }) => path);
	const credentials = paths.flatMap(
		(path) => /^credentials\/(\w+)\.credentials\.ts$/.exec(path)?.[1] ?? [],
	);
	requireFreeName(root, names, template, paths);
	const changed = registrations(root, names, credentials, !generated);
	for (const { path, text } of [...created, ...changed]) {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
	}
	return { created: [...paths].sort(), changed: changed.map(({ path }) => path) };
}

const templateFiles = (template: string, names: ServiceNames): TemplateFile[] =>
	readdirSync(template, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.map((file) => ({
			path: rename(relative(template, file), names),
			text: readFileSync(file, 'utf8'),
		}));

/** @param template files with the names of the engine, which generated code uses, too */
function requireFreeName(
	root: string,
	{ camel, pascal }: ServiceNames,
	template: readonly TemplateFile[],
	created: readonly string[],
): void {
	const paths = [`nodes/${pascal}`, `test/services/${camel}`, ...created];
	const taken = paths.map((path) => existingPath(root, path)).find((path) => path !== undefined);
	if (taken !== undefined) throw new Error(`${taken} already exists. Choose another name.`);
	const words = new Set(
		template.flatMap(({ path, text }) => (path.endsWith('.ts') ? text.match(/\w+/g) : [])),
	);
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
