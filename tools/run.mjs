// Usage: node tools/run.mjs <entry.ts> [arguments]
// Installs the dependencies if necessary, then runs a TypeScript program on Node 24.
// Uses only Node's built-in modules, because in a fresh clone nothing else is installed yet.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
	ensureInstalled,
	node24,
	requireSupportedNode,
	toolEnvironment,
} from './bootstrap/install.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const [entry, ...args] = process.argv.slice(2);

requireSupportedNode();
if (entry === undefined) {
	process.stderr.write('Usage: node tools/run.mjs <entry.ts> [arguments]\n');
	process.exit(2);
}
// During installation, a signal exits the process. The exit handler in step.cjs kills the step.
const exitHandlers = new Map(
	signals().map((signal) => [signal, () => process.exit(exitCodeOf(signal))]),
);
for (const [signal, handler] of exitHandlers) process.on(signal, handler);

try {
	await ensureInstalled(root);
	const program = await bundle(entry);
	for (const [signal, handler] of exitHandlers) process.off(signal, handler);
	run(program);
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exit(1);
}

/**
 * Bundles the entry and its relative imports into build/run/. Packages are loaded from
 * node_modules.
 */
async function bundle(file) {
	const { build, stop } = createRequire(join(root, 'package.json'))('esbuild');
	const outfile = join(
		root,
		'build',
		'run',
		`${file.replace(/\.[cm]?ts$/, '').replace(/[^\w.-]+/g, '-')}.cjs`,
	);
	await build({
		entryPoints: [resolve(root, file)],
		outfile,
		bundle: true,
		format: 'cjs',
		platform: 'node',
		target: 'node24',
		packages: 'external',
		sourcemap: true,
		logLevel: 'warning',
	});
	// Otherwise, the helper process of esbuild would run until this process exits.
	await stop();
	return outfile;
}

function run(program) {
	const child = spawn(node24(root), ['--enable-source-maps', program, ...args], {
		stdio: 'inherit',
		env: toolEnvironment(root),
	});
	for (const signal of signals()) process.on(signal, () => child.kill(signal));
	process.on('exit', () => child.kill());
	stopWithNpm(child);
	child.once('error', (error) => {
		process.stderr.write(`Could not start Node 24: ${error.message}\n`);
		process.exit(1);
	});
	child.once('exit', (code, signal) => process.exit(signal ? exitCodeOf(signal) : (code ?? 1)));
}

// npm does not forward a signal that is sent to npm itself, so check whether the parent process is
// still there.
function stopWithNpm(child) {
	if (process.env.npm_lifecycle_event === undefined) return;
	const parent = process.ppid;
	setInterval(() => {
		if (process.ppid !== parent) child.kill('SIGTERM');
	}, 1000).unref();
}

function signals() {
	return process.platform === 'win32' ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];
}

function exitCodeOf(signal) {
	return 128 + (constants.signals[signal] ?? 0);
}
