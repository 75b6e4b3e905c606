// Usage: node tools/run.mjs <entry.ts> [arguments]
// Installs the dependencies if necessary, then runs a TypeScript program on Node 24.
// Uses only Node's built-in modules, because in a fresh clone nothing else is installed yet.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// The version in `engines` in package.json.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
	console.error(
		`Node 20.19 or later is required, got ${process.versions.node}.\n` +
			'Install a current version from https://nodejs.org or with your version manager (nvm install --lts), then try again.',
	);
	process.exit(1);
}
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const isWindows = process.platform === 'win32';
const inModules = (...path) => join(root, 'node_modules', ...path);
const node24 = inModules('node', 'bin', isWindows ? 'node.exe' : 'node');
const [entry, ...args] = process.argv.slice(2);

if (!matchesLock()) {
	console.error('Installing dependencies (usually about a minute) …');
	await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, shell: isWindows });
}
if (!existsSync(node24)) {
	console.error('Downloading Node 24, which n8n requires (usually a few seconds) …');
	// The project's .npmrc disables install scripts, but this package downloads Node in its install
	// script.
	await run('npm', ['rebuild', 'node', '--ignore-scripts=false'], { cwd: root, shell: isWindows });
}
process.env.PATH = [inModules('.bin'), inModules('node', 'bin'), process.env.PATH].join(delimiter);
await run(node24, ['--enable-source-maps', await bundle(entry), ...args]);

/**
 * Whether the installed versions are those of package-lock.json. npm records them in
 * node_modules/.package-lock.json.
 */
function matchesLock() {
	const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
	if (!existsSync(inModules('.package-lock.json'))) return false;
	const installed = packagesIn(inModules('.package-lock.json'));
	return Object.entries(packagesIn(join(root, 'package-lock.json'))).every(
		([path, { version, optional, peer }]) =>
			path === '' || optional || peer || installed[path]?.version === version,
	);
}

/**
 * Bundles the entry and its relative imports into build/run/. Packages are loaded from
 * node_modules.
 */
async function bundle(file) {
	const outfile = join(root, 'build', 'run', `${file.replace(/\W+/g, '-')}.cjs`);
	const { build, stop } = createRequire(import.meta.url)('esbuild');
	await build({
		entryPoints: [resolve(root, file)],
		outfile,
		bundle: true,
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

/** Runs a program, and passes signals on to it. Exits with its exit code if it fails. */
async function run(program, parameters, options) {
	const child = spawn(program, parameters, { stdio: 'inherit', ...options });
	const forward = (signal) => child.kill(signal);
	const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
	for (const signal of signals) process.on(signal, forward);
	// npm does not pass on a signal that is sent to npm itself, but its exit changes the parent.
	const parent = process.ppid;
	const timer = setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 1000);
	const code = await new Promise((done) => {
		child.once('error', (error) => {
			console.error(`Could not start ${program}: ${error.message}`);
			done(1);
		});
		child.once('exit', (exitCode, signal) => done(exitCode ?? 128 + constants.signals[signal]));
	});
	clearInterval(timer);
	for (const signal of signals) process.off(signal, forward);
	if (code !== 0) process.exit(code);
}
