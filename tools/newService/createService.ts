/**
 * Creates the skeleton of a service: copies the files of template/ under the new name, and adds the
 * service to the files that list all services.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { rename, type ServiceNames } from './names';
import { registrations } from './registrations';

interface TemplateFile {
	/** Path of the generated file, relative to the folder of package.json. */
	readonly path: string;
	/** Text of the template file, before the names are replaced. */
	readonly text: string;
}

/** Paths relative to the folder of package.json. */
export interface WrittenFiles {
	readonly created: readonly string[];
	readonly changed: readonly string[];
}

/**
 * @param root folder of package.json
 * @throws Error if the name cannot be used; in that case no file has been written
 */
export function createService(root: string, names: ServiceNames): WrittenFiles {
	const files = templateFiles(join(root, 'tools', 'newService', 'template'), names);
	requireFreeName(root, names, files);
	const created = files.map(({ path, text }) => ({ path, text: rename(text, names) }));
	const changed = registrations(root, names);
	for (const { path, text } of [...created, ...changed]) {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
	}
	return {
		created: created.map(({ path }) => path).sort(),
		changed: changed.map(({ path }) => path),
	};
}

const templateFiles = (template: string, names: ServiceNames): TemplateFile[] =>
	readdirSync(template, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.map((file) => ({
			path: rename(relative(template, file), names),
			text: readFileSync(file, 'utf8'),
		}));

function requireFreeName(
	root: string,
	{ camel, pascal }: ServiceNames,
	files: readonly TemplateFile[],
): void {
	const paths = [`nodes/${pascal}`, `test/services/${camel}`, ...files.map(({ path }) => path)];
	const taken = paths.map((path) => existingPath(root, path)).find((path) => path !== undefined);
	if (taken !== undefined) throw new Error(`${taken} already exists. Choose another name.`);
	const identifiers = new Set(files.flatMap(identifiersIn));
	const conflict = [camel, pascal].find((name) => isKeyword(name) || identifiers.has(name));
	if (conflict !== undefined)
		throw new Error(
			`“${conflict}” is a keyword or an identifier of the generated code. Choose another name, for example one with two words.`,
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

function identifiersIn({ path, text }: TemplateFile): string[] {
	if (!path.endsWith('.ts')) return [];
	const identifiers: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isIdentifier(node)) identifiers.push(node.text);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
	return identifiers;
}

function isKeyword(name: string): boolean {
	const scanner = ts.createScanner(ts.ScriptTarget.Latest, true);
	scanner.setText(name);
	return scanner.scan() !== ts.SyntaxKind.Identifier;
}
