// node tools/run.mjs <entry.ts> [arguments]: makes a fresh clone ready, then runs a TypeScript program on Node 24.
// Uses nothing but Node itself, since it is what installs everything else.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, ensureNodeVersion, node24, toolEnvironment } from './bootstrap/install.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const [entry, ...args] = process.argv.slice(2);

ensureNodeVersion();
if (entry === undefined) {
	process.stderr.write('Say what to run: node tools/run.mjs <entry.ts> [arguments]\n');
	process.exit(2);
}
// A signal during installation ends us through `exit`, where the running step is ended too.
const early = new Map(signals().map((signal) => [signal, () => process.exit(exitCodeOf(signal))]));
for (const [signal, leave] of early) process.on(signal, leave);

try {
	await ensureInstalled(root);
	const program = await bundle(entry);
	for (const [signal, leave] of early) process.off(signal, leave);
	run(program);
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exit(1);
}

/** Bundles the entry and its relative imports into build/; packages stay where npm put them. */
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
	// Its helper process would otherwise stay as long as we do.
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
	endWithNpm(child);
	child.once('error', (error) => {
		process.stderr.write(`Node 24 could not be started: ${error.message}\n`);
		process.exit(1);
	});
	child.once('exit', (code, signal) => process.exit(signal ? exitCodeOf(signal) : (code ?? 1)));
}

// A signal to npm ends npm and its shell, and neither tells us. Their going is what we can see.
function endWithNpm(child) {
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
