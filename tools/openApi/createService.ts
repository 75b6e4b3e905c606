/** Writes the files of a service, and adds it to the files that list all services. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ServiceNames } from '../generate/serviceNames';

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
	{ camel, pascal, kebab }: ServiceNames,
	paths: readonly string[],
): void {
	// A single word could be one of the code.
	if (!kebab.includes('-'))
		throw new Error('Choose a name with two words, for example weather-reports.');
	const taken = [`nodes/${pascal}`, `test/services/${camel}`, ...paths].find((path) =>
		existsSync(join(root, path)),
	);
	if (taken !== undefined) throw new Error(`${taken} already exists. Choose another name.`);
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
