// Builds the pack into dist/: compiled code, icons, and generated files. The generated files are
// the codex, the output schemas, and the metadata that n8n loads at startup instead of the nodes.
const { execFileSync } = require('node:child_process');
const fs = require('node:fs/promises');
const path = require('node:path');
const { series, parallel, src, dest } = require('gulp');

const dist = path.join(__dirname, 'dist');
const run = (file, args) =>
	execFileSync(file, args, { cwd: __dirname, stdio: ['ignore', 'inherit', 'inherit'] });

const clean = () => fs.rm(dist, { recursive: true, force: true });

const compile = async () =>
	run(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.json']);

/** Files that are bundled with their libraries, because the pack has no runtime dependencies. */
const bundled = {
	'nodes/CodeHosting/secrets/sealedBox.ts': ['blakejs', 'tweetnacl'],
	'nodes/SearchAdsConversions/csv.ts': ['csv-parse'],
	'nodes/engine/read/luxon.ts': ['luxon'],
};

/** The license of a library, which every copy of it must contain. */
const licenseOf = async (library) => {
	const folder = path.join(__dirname, 'node_modules', library);
	const file = (await fs.readdir(folder)).find((name) => /^licen[cs]e/i.test(name));
	const text = (await fs.readFile(path.join(folder, file), 'utf8')).trim();
	return `/*!\n * This file contains ${library}, under this license:\n *\n${text.replace(/^ ?/gm, ' * ')}\n */`;
};

const bundle = async () => {
	const { build } = require('esbuild');
	await Promise.all(
		Object.entries(bundled).map(async ([file, libraries]) =>
			build({
				entryPoints: [path.join(__dirname, file)],
				outfile: path.join(dist, file.replace(/\.ts$/, '.js')),
				bundle: true,
				format: 'cjs',
				platform: 'node',
				target: 'node20',
				drop: ['console'],
				banner: { js: (await Promise.all(libraries.map(licenseOf))).join('\n') },
				logLevel: 'warning',
			}),
		),
	);
};

/** The bundled code that generates files during the build. It is not part of the package. */
const generators = path.join(__dirname, 'build', 'nodeMetadata.cjs');

const bundleGenerators = async () => {
	const { build } = require('esbuild');
	await build({
		entryPoints: [path.join(__dirname, 'tools', 'generate', 'nodeMetadata.ts')],
		outfile: generators,
		bundle: true,
		format: 'cjs',
		platform: 'node',
		packages: 'external',
		logLevel: 'warning',
	});
};

const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));

/** The node files listed in package.json. */
const nodeFiles = () =>
	require('./package.json').n8n.nodes.map((file) => {
		const folder = path.dirname(path.join(__dirname, file));
		return { file: path.join(__dirname, file), folder, base: path.basename(file, '.node.js') };
	});

const serviceOf = ({ folder }) =>
	Object.values(require(path.join(folder, 'service.js'))).find((value) => value && value.resources);

const write = async (file, value) => {
	await fs.mkdir(path.dirname(file), { recursive: true });
	await fs.writeFile(file, `${JSON.stringify(value, null, '\t')}\n`);
};

const codex = async () => {
	const { codexOf } = require(generators);
	const { name } = require('./package.json');
	for (const node of nodeFiles()) {
		const { description } = new (require(node.file)[node.base])();
		await write(
			path.join(node.folder, `${node.base}.node.json`),
			codexOf(serviceOf(node), `${name}.${description.name}`),
		);
	}
};

const schemas = async () => {
	const { schemasOf } = require(generators);
	for (const node of nodeFiles().filter(({ base }) => !base.endsWith('Trigger'))) {
		for (const [place, schema] of Object.entries(schemasOf(serviceOf(node)))) {
			await write(path.join(node.folder, '__schema__', 'v1.0.0', `${place}.json`), schema);
		}
	}
};

const metadata = async () =>
	run(process.execPath, [require.resolve('n8n-core/bin/generate-metadata')]);

/** docs/convert.html. Not part of the build, so that a test finds an outdated page. */
exports.convertPage = async () =>
	await require('./tools/convert/page/buildPage.cjs').writeConvertPage();
exports.build = series(
	clean,
	parallel(series(compile, bundle), bundleGenerators, icons),
	parallel(codex, schemas),
	metadata,
);
exports.default = exports.build;
