// Runs the checks that n8n applies to community packages: its package scanner, and its lint rules
// for built nodes. Checks the pack, or with --packages the packages with a single service.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { inspect } from 'node:util';
import type { Linter } from 'eslint';
import { runMain } from '../cli/signals';
import { builtNodes, ensureBuilt, readManifest, type BuiltNode } from '../pack/builtPack';
import { installPack, packTarball } from '../pack/pack';
import { createPackage } from '../packages/createPackage';
import { singlePackages } from '../packages/table';
import { root } from '../system/paths';

interface Scanner {
	readonly SOURCE_FILE_PATTERNS: string[];
	buildScanConfig(): Promise<Linter.Config[]>;
}

/** The files that the tarball may contain. */
const publishable = /^(dist\/.+|index\.js|package\.json|README\.md|LICENSE)$/;

// Imports a package that esbuild must not bundle: an ESM-only package, or a package without types.
const importPackage = async <T>(name: string): Promise<T> => (await import(name)) as T;

/** Finds all problems, or describes what was checked. */
type Check = readonly [name: string, check: () => Promise<string>];

async function packChecks(folder: string): Promise<Check[]> {
	const unpacked = installPack(folder, await packTarball({ build: false }));
	return [
		['Tarball contents', async () => await Promise.resolve(checkTarball(unpacked))],
		['Scanner, sources', async () => await scan(root)],
		['Scanner, tarball', async () => await scan(unpacked, ['**/*.js', 'package.json'])],
		['ESLint, built nodes', async () => await lintBuiltNodes(join(folder, 'built'), builtNodes())],
	];
}

const packageChecks = (folder: string): Check[] =>
	singlePackages.map((one) => [
		one.npmName,
		async () => {
			const packageRoot = await createPackage(one);
			await scan(packageRoot);
			await scan(packageRoot, ['dist/**/*.js', 'package.json']);
			return await lintBuiltNodes(join(folder, one.npmName), builtNodes(packageRoot));
		},
	]);

function checkTarball(unpacked: string): string {
	const { dependencies = {}, n8n } = readManifest();
	const paths = readdirSync(unpacked, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(unpacked, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
	const failIfAny = (problem: string, names: readonly string[]): void => {
		if (names.length > 0) throw new Error(`${problem}: ${names.join(', ')}`);
	};
	failIfAny('package.json has runtime dependencies', Object.keys(dependencies));
	failIfAny(
		'The tarball contains files that must not be published',
		paths.filter((path) => !publishable.test(path)),
	);
	failIfAny(
		'Files listed in package.json are missing from the tarball',
		[...n8n.nodes, ...n8n.credentials].filter((path) => !paths.includes(path)),
	);
	failIfAny(
		'index.js does not export the service descriptions of these folders',
		builtNodes().flatMap(({ service, folder }) => (service ? [] : [folder])),
	);
	return `${paths.length} files, no runtime dependencies`;
}

/**
 * Lints the descriptions that the engine builds. The rules check only literals in node files, so
 * each description is written to a node file as a literal first.
 */
async function lintBuiltNodes(folder: string, nodes: readonly BuiltNode[]): Promise<string> {
	for (const node of nodes) {
		const nodeFolder = join(folder, 'nodes', node.folder);
		mkdirSync(nodeFolder, { recursive: true });
		writeFileSync(join(nodeFolder, `${node.name}.node.ts`), nodeSource(node));
	}
	return await scan(folder, ['nodes/**/*.ts'], exceptions);
}

/**
 * Rules for sources only, and those that the built descriptions break on purpose:
 * - Request Options is the last entry of Options, and its fields are in the order in which users need
 *   them. Lines of records begin with what they require.
 * - The action "GraphQL" is a name.
 * test/contract/form.test.ts and writableFields.test.ts check the same more precisely.
 */
const exceptions =
	/^@n8n\/community-nodes\/|collection-type-unsorted-items$|operation-option-action-miscased$/;

function nodeSource({ name, description }: BuiltNode): string {
	// Not JSON, because the rules look for keys without quotes.
	const literal = inspect(JSON.parse(JSON.stringify(description)), {
		depth: Infinity,
		maxArrayLength: Infinity,
		maxStringLength: Infinity,
		breakLength: Infinity,
		compact: false,
	});
	return `import type { INodeType, INodeTypeDescription } from 'n8n-workflow';\n\nexport class ${name} implements INodeType {\n\tdescription: INodeTypeDescription = ${literal};\n}\n`;
}

/**
 * Runs ESLint with the rules of n8n's scanner, which does the same but does not report warnings.
 * @throws Error that lists all errors and warnings
 */
async function scan(cwd: string, patterns?: string[], exceptions?: RegExp): Promise<string> {
	const scanner = await importPackage<Scanner>('@n8n/scan-community-package/scanner/scanner.mjs');
	const { ESLint: Linting } = await importPackage<typeof import('eslint')>('eslint');
	const config = await scanner.buildScanConfig();
	const rules = config
		.flatMap((part) => Object.keys(part.rules ?? {}))
		.filter((name) => exceptions?.test(name))
		.map((name) => [name, 'off']);
	const eslint = new Linting({
		cwd,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: [...config, { rules: Object.fromEntries(rules) as Linter.RulesRecord }],
	});
	const results = await eslint.lintFiles(patterns ?? scanner.SOURCE_FILE_PATTERNS);
	const formatter = await eslint.loadFormatter('stylish');
	const findings = await formatter.format(results);
	if (findings !== '') throw new Error(findings);
	return `${results.length} files, no errors or warnings`;
}

runMain(async () => {
	await ensureBuilt();
	const folder = mkdtempSync(join(tmpdir(), 'tenfold-scan-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	const isOfPackages = process.argv.includes('--packages');
	let code = 0;
	for (const [name, check] of isOfPackages ? packageChecks(folder) : await packChecks(folder))
		try {
			console.log(`ok    ${name}: ${await check()}`);
		} catch (error) {
			code = 1;
			console.log(`FAIL  ${name}: ${(error as Error).message}`);
		}
	return code;
});
