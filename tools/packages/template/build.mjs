// Builds dist/: the nodes and credentials with the code they share, bundled with their libraries.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(fileURLToPath(import.meta.url));
const dist = join(root, 'dist');
const { n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const common = { absWorkingDir: root, outdir: dist, platform: 'node', target: 'node20' };

rmSync(dist, { recursive: true, force: true });
// Shared code goes to chunks of its own, so that all nodes of the package share its state. esbuild
// does this only for ES modules. n8n loads CommonJS.
const { metafile } = await build({
	...common,
	metafile: true,
	entryPoints: [...n8n.nodes, ...n8n.credentials].map((file) =>
		file.replace(/^dist\/(.+)\.js$/, '$1.ts'),
	),
	outbase: '.',
	bundle: true,
	splitting: true,
	chunkNames: 'shared/[hash]',
	format: 'esm',
	external: ['n8n-workflow'],
	drop: ['console'],
	logLevel: 'warning',
});
await build({
	...common,
	entryPoints: readdirSync(dist, { recursive: true })
		.filter((file) => file.endsWith('.js'))
		.map((file) => join(dist, file)),
	outbase: dist,
	format: 'cjs',
	allowOverwrite: true,
	logLevel: 'warning',
});
// Every copy of a library must contain its license.
const libraries = new Set(
	Object.keys(metafile.inputs).flatMap(
		(path) => /.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
	),
);
const licenses = [...libraries].map((path) => {
	const file = readdirSync(join(root, path)).find((name) => /^licen[cs]e/i.test(name));
	const [name] = /[^/]+$/.exec(path);
	return `This package contains ${name}, under this license:\n\n${readFileSync(join(root, path, file), 'utf8')}`;
});
writeFileSync(join(dist, 'licenses.txt'), licenses.join('\n\n'));
cpSync(join(root, 'icons'), join(dist, 'icons'), { recursive: true });
// The codex and the output schemas of the nodes.
cpSync(join(root, 'nodes'), join(dist, 'nodes'), {
	recursive: true,
	filter: (path) => !/\.(ts|md)$/.test(path) && !/nodes[\\/](engine|google)$/.test(path),
});
