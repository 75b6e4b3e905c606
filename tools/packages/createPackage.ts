// Writes a package with a single service: renamed sources, generated files, and the build in dist/.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { codexOf, schemasOf } from '../generate/nodeMetadata';
import { aliasesOf } from '../generate/providerNames';
import { builtNodes, readManifest, type BuiltNode } from '../pack/builtPack';
import { inBuild, inRoot, logFile, packageName } from '../system/paths';
import { runStep } from '../system/step';
import { changelogOf, readmeOf } from './readme';
import { renamed, repositoryUrl, type SinglePackage } from './table';

const libraries = ['csv-parse', 'luxon', '@types/luxon'];
const buildTools = ['esbuild', 'eslint', 'n8n-workflow', 'typescript'];

export const packageFolder = ({ npmName }: SinglePackage): string => inBuild('packages', npmName);

/** Writes and builds a package. The pack must be built. @returns its folder */
export async function createPackage(one: SinglePackage): Promise<string> {
	const folder = packageFolder(one);
	rmSync(folder, { recursive: true, force: true });
	cpSync(inRoot('tools', 'packages', 'template'), folder, { recursive: true });
	for (const [path, text] of Object.entries(filesOf(one))) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), text);
	}
	await runStep({
		title: `Building ${one.npmName}`,
		command: ['node', join(folder, 'build.mjs')],
		cwd: folder,
		log: logFile(one.npmName),
	});
	return folder;
}

/** Text by path, relative to the folder of the package. */
function filesOf(one: SinglePackage): Record<string, string> {
	const { from, npmName } = one;
	const nodes = builtNodes().filter(({ folder }) => folder === from.pascal);
	const service = nodes[0]!.service!;
	const credentials = service.credentials.flatMap(({ type }) => (type ? [type] : []));
	const own = filesIn(`nodes/${from.pascal}`);
	const isGoogle = own.some((path) => readFileSync(inRoot(path), 'utf8').includes('/google/'));
	const copied = [
		...own,
		...filesIn('nodes/engine').filter((path) => path.endsWith('.ts')),
		...(isGoogle ? filesIn('nodes/google') : []),
		...credentials.map((type) => `credentials/${pascal(type)}.credentials.ts`),
		...['', '.dark'].map((theme) => `icons/${from.camel}${theme}.svg`),
		...examplesOf(nodes),
	];
	const description = nodes.find(({ name }) => name === from.pascal)!.description.description;
	const codex = {
		...codexOf(service, ''),
		resources: {
			primaryDocumentation: [{ url: `${repositoryUrl(one)}#readme` }],
			credentialDocumentation: [{ url: `${repositoryUrl(one)}#credentials` }],
		},
	};
	const nodeFolder = `nodes/${one.to.pascal}`;
	return {
		...Object.fromEntries(
			copied.map((path) => [renamed(path, one), packaged(readFileSync(inRoot(path), 'utf8'), one)]),
		),
		'nodes/engine/describe/edition.ts':
			`export const packageName: string = '${npmName}';\n\n` +
			'export const offersOther: boolean = false;\n',
		...Object.fromEntries(
			nodes.map(({ name, description: { name: type } }) => [
				`${nodeFolder}/${renamed(name, one)}.node.json`,
				json({ ...codex, node: renamed(`${packageName}.${type}`, one) }),
			]),
		),
		...Object.fromEntries(
			Object.entries(schemasOf(service)).map(([place, schema]) => [
				`${nodeFolder}/__schema__/v1.0.0/${place}.json`,
				json(schema),
			]),
		),
		LICENSE: readFileSync(inRoot('LICENSE'), 'utf8'),
		'tsconfig.json': readFileSync(inRoot('tsconfig.json'), 'utf8'),
		'README.md': readmeOf(one, service, description),
		'CHANGELOG.md': changelogOf(one),
		'package.json': json({
			...manifestOf(one, packaged(description, one)),
			keywords: ['n8n-community-node-package', ...keywordsOf(aliasesOf(service))],
			n8n: {
				n8nNodesApiVersion: 1,
				strict: true,
				credentials: credentials.map((type) =>
					renamed(`dist/credentials/${pascal(type)}.credentials.js`, one),
				),
				nodes: nodes.map(({ name }) => renamed(`dist/nodes/${from.pascal}/${name}.node.js`, one)),
			},
		}),
	};
}

function manifestOf(one: SinglePackage, description: string): Record<string, unknown> {
	const { version, license, author, engines, publishConfig, peerDependencies, devDependencies } =
		readManifest() as unknown as Record<string, Record<string, string>>;
	const used = [...libraries, ...buildTools].sort();
	return {
		name: one.npmName,
		version,
		description,
		license,
		author,
		homepage: `${repositoryUrl(one)}#readme`,
		repository: { type: 'git', url: `git+${repositoryUrl(one)}.git` },
		engines,
		files: ['dist'],
		// Lets the build leave out what the package does not use.
		sideEffects: false,
		scripts: { build: 'node build.mjs', lint: 'n8n-node lint', typecheck: 'tsc --noEmit' },
		publishConfig,
		peerDependencies,
		devDependencies: {
			'@n8n/node-cli': '*',
			...Object.fromEntries(used.map((name) => [name, devDependencies![name] ?? '*'])),
		},
	};
}

const keywordsOf = (aliases: readonly string[]): string[] =>
	aliases.map((alias) => alias.toLowerCase().replaceAll(' ', '-'));

/** Text of the package: with its names, and without the sentence about compatible providers. */
const packaged = (text: string, one: SinglePackage): string =>
	renamed(text.replaceAll(/\. Works with [^.'"]+\./g, ''), one);

const json = (value: unknown): string => `${JSON.stringify(value, null, '\t')}\n`;
const pascal = (type: string): string => type.charAt(0).toUpperCase() + type.slice(1);

/** All files in a folder, as paths relative to the folder of package.json. */
const filesIn = (folder: string): string[] =>
	readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => relative(inRoot(), join(parentPath, name)));

/** The examples that use the nodes of this service, and no others of the pack. */
function examplesOf(nodes: readonly BuiltNode[]): string[] {
	const types = nodes.map(({ description: { name } }) => name);
	return readdirSync(inRoot('examples'))
		.map((name) => `examples/${basename(name)}`)
		.filter((path) => {
			const used = readFileSync(inRoot(path), 'utf8').matchAll(
				new RegExp(`"${packageName}\\.(\\w+?)(?:Tool)?"`, 'g'),
			);
			const names = Array.from(used, ([, name]) => name!);
			return names.length > 0 && names.every((name) => types.includes(name));
		});
}
