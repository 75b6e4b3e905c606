// The verification gate: what n8n's own scanner refuses, n8n's template lints, and the built descriptions break, each as one leg.
// node tools/run.mjs tools/commands/gate.ts
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { ESLint, Linter } from 'eslint';
import { root } from '../system/paths';
import { builtNodes, ensureBuilt, manifest, type BuiltNode } from '../pack/builtPack';
import { npm } from '../bootstrap/step.cjs';

export interface Leg {
	readonly leg: string;
	readonly ok: boolean;
	/** One line where it is well, else all findings. */
	readonly details: string;
}

interface Scanner {
	readonly SOURCE_FILE_PATTERNS: string[];
	analyzePackage(
		folder: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
	buildScanConfig(): Promise<Linter.Config[]>;
}

interface Packed {
	readonly filename: string;
	readonly size: number;
	readonly files: ReadonlyArray<{ readonly path: string }>;
}

/** What a tarball of this pack may hold. */
const published = /^(dist\/.+|index\.js|package\.json|README\.md|LICENSE)$/;

// ESM-only packages and ones without types; a bundler must not follow them.
const imported = async <T>(name: string): Promise<T> => (await import(name)) as T;

/** Runs all legs, one after another. */
export async function gate(): Promise<Leg[]> {
	await ensureBuilt();
	const scratch = mkdtempSync(join(tmpdir(), 'tenfold-gate-'));
	try {
		const packed = pack(scratch);
		const unpacked = join(scratch, 'package');
		const legs: Array<[string, () => Promise<string>]> = [
			['Package', async () => await Promise.resolve(packageIsClean(packed))],
			['Source, by the scanner', async () => await scanned(root)],
			['Tarball, by the scanner', async () => await scanned(unpacked, ['**/*.js', 'package.json'])],
			['Repository, by the newer rules', linted],
			['Built descriptions', async () => await descriptionsLinted(join(scratch, 'built'))],
		];
		const results: Leg[] = [];
		for (const [leg, work] of legs) results.push(await settled(leg, work));
		return results;
	} finally {
		rmSync(scratch, { recursive: true, force: true });
	}
}

async function settled(leg: string, work: () => Promise<string>): Promise<Leg> {
	try {
		return { leg, ok: true, details: await work() };
	} catch (error) {
		return { leg, ok: false, details: error instanceof Error ? error.message : String(error) };
	}
}

/** Packs as `npm publish` would, and unpacks. */
function pack(scratch: string): Packed {
	const [program, ...args] = npm(
		'pack',
		'--json',
		'--ignore-scripts',
		'--pack-destination',
		scratch,
	);
	const done = spawnSync(program, args, {
		cwd: root,
		encoding: 'utf8',
		timeout: 120_000,
		shell: process.platform === 'win32' && program !== process.execPath,
	});
	if (done.status !== 0) throw new Error(`npm pack failed: ${done.error?.message ?? done.stderr}`);
	// npm 11 answers a list, npm 12 an object by package name.
	const packed = Object.values(JSON.parse(done.stdout) as Record<string, Packed>)[0]!;
	const unpacked = spawnSync('tar', ['-xzf', packed.filename], {
		cwd: scratch,
		encoding: 'utf8',
		timeout: 60_000,
	});
	if (unpacked.status !== 0)
		throw new Error(
			`${packed.filename} could not be unpacked: ${unpacked.error?.message ?? unpacked.stderr}`,
		);
	return packed;
}

function packageIsClean({ size, files }: Packed): string {
	const runtime = Object.keys(manifest().dependencies ?? {});
	if (runtime.length > 0)
		throw new Error(`package.json has runtime dependencies: ${runtime.join(', ')}`);
	const stray = files.map(({ path }) => path).filter((path) => !published.test(path));
	if (stray.length > 0)
		throw new Error(`The tarball holds files that are not to be published: ${stray.join(', ')}`);
	return `${files.length} files, ${Math.round(size / 1024)} KB packed, no runtime dependency`;
}

/** The scanner's own verdict, and its findings below an error, which it keeps to itself. */
async function scanned(folder: string, patterns?: string[]): Promise<string> {
	const scanner = await imported<Scanner>('@n8n/scan-community-package/scanner/scanner.mjs');
	const wanted = patterns ?? scanner.SOURCE_FILE_PATTERNS;
	const { passed, message, details } = await scanner.analyzePackage(folder, wanted);
	if (!passed) throw new Error([message, details].filter(Boolean).join('\n'));
	return await clean(
		{
			cwd: folder,
			allowInlineConfig: false,
			overrideConfigFile: true,
			overrideConfig: await scanner.buildScanConfig(),
		},
		wanted,
	);
}

const linted = async (): Promise<string> => await clean({ cwd: root }, ['.']);

/** Rules of hand-written parameters see literals only, so what the catalogues make is written out as one. */
async function descriptionsLinted(folder: string): Promise<string> {
	const { default: plugin } = await imported<{
		default: ESLint.Plugin & { configs: { nodes: { rules: Linter.RulesRecord } } };
	}>('eslint-plugin-n8n-nodes-base');
	const { default: tseslint } = await imported<{ default: { parser: Linter.Parser } }>(
		'typescript-eslint',
	);
	for (const node of builtNodes()) {
		const place = join(folder, 'nodes', node.folder);
		mkdirSync(place, { recursive: true });
		writeFileSync(join(place, `${node.name}.node.ts`), asClass(node));
	}
	const config: Linter.Config = {
		files: ['**/*.ts'],
		plugins: { 'n8n-nodes-base': plugin },
		languageOptions: { parser: tseslint.parser },
		rules: {
			...plugin.configs.nodes.rules,
			// The same exceptions as in eslint.config.mjs, which are those of n8n's template.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	};
	return await clean(
		{ cwd: folder, allowInlineConfig: false, overrideConfigFile: true, overrideConfig: config },
		['nodes/**/*.ts'],
	);
}

const asClass = ({ name, description }: BuiltNode): string =>
	`import type { INodeType, INodeTypeDescription } from 'n8n-workflow';\n\nexport class ${name} implements INodeType {\n\tdescription: INodeTypeDescription = ${literal(description, '\t')};\n}\n`;

/** A value as a TypeScript literal with bare keys: the rules look for identifiers. */
function literal(value: unknown, indent: string): string {
	if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
	const inner = `${indent}\t`;
	const parts = Array.isArray(value)
		? value.map((one) => literal(one, inner))
		: Object.entries(value)
				.filter(([, one]) => one !== undefined)
				.map(
					([key, one]) =>
						`${/^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key)}: ${literal(one, inner)}`,
				);
	const [open, close] = Array.isArray(value) ? '[]' : '{}';
	return parts.length === 0
		? `${open}${close}`
		: `${open}\n${inner}${parts.join(`,\n${inner}`)},\n${indent}${close}`;
}

/** Lints without mercy: a warning counts as much as an error. */
async function clean(options: ESLint.Options, files: string[]): Promise<string> {
	const { ESLint: Linting } = await imported<typeof import('eslint')>('eslint');
	const results = await new Linting(options).lintFiles(files);
	const places = new Map<string, string[]>();
	for (const { filePath, messages } of results) {
		for (const one of messages) {
			const what = finding(filePath, one);
			places.set(what, [
				...(places.get(what) ?? []),
				`${relative(options.cwd ?? root, filePath)}:${one.line}`,
			]);
		}
	}
	if (places.size === 0) return `${results.length} files, no error, no warning`;
	const told = [...places]
		.sort(([a], [b]) => a.localeCompare(b))
		.map(
			([what, [first, ...more]]) =>
				`  ${what}\n    ${first}${more.length > 0 ? ` and ${more.length} more` : ''}`,
		);
	throw new Error([`${places.size} findings`, ...told].join('\n'));
}

/** A parameter that many operations share is written out many times, and told once. */
function finding(file: string, { line, ruleId, message }: Linter.LintMessage): string {
	const written = (readFileSync(file, 'utf8').split('\n')[line - 1] ?? '').trim();
	return `${ruleId ?? 'parser'}: ${message}\n    ${written.slice(0, 200)}`;
}

async function main(): Promise<void> {
	const legs = await gate();
	for (const { leg, ok, details } of legs)
		process.stdout.write(`${ok ? 'ok  ' : 'FAIL'}  ${leg}: ${details}\n`);
	process.exitCode = legs.every(({ ok }) => ok) ? 0 : 1;
}

// Bundled into another program, this module must stay quiet; `require.main` is that program's then.
if (process.argv[1]?.endsWith('tools-commands-gate.cjs')) {
	main().catch((error: unknown) => {
		process.stderr.write(
			`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
		);
		process.exitCode = 1;
	});
}
