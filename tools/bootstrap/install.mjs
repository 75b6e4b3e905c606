// Prerequisites of the TypeScript commands: a supported Node version, the locked dependencies and
// Node 24.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import step from './step.cjs';

const { npm, runStep } = step;
const MIN_NODE = [20, 19];

/**
 * Exits with an error message if this Node version is older than `engines` in package.json allows.
 */
export function requireSupportedNode() {
	const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
	if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return;
	process.stderr.write(
		`Node ${MIN_NODE.join('.')} or later is required, got ${process.versions.node}.\n` +
			'Install a current version from https://nodejs.org or with your version manager (nvm install --lts), then try again.\n',
	);
	process.exit(1);
}

/**
 * Installs the dependencies from package-lock.json if they are missing or outdated, and Node 24,
 * which n8n requires.
 * @param {string} root folder of package.json
 */
export async function ensureInstalled(root) {
	const modules = join(root, 'node_modules');
	const stamp = join(modules, '.tenfold-install');
	const lockHash = createHash('sha256')
		.update(readFileSync(join(root, 'package-lock.json')))
		.digest('hex');
	if (readIfExists(stamp) === lockHash && existsSync(node24(root))) return;
	const log = (name) => join(root, 'build', 'logs', `${name}.log`);
	if (!matchesLock(root)) {
		await runStep({
			title: 'Installing dependencies',
			estimate: 'about a minute',
			command: npm('ci', '--no-audit', '--no-fund'),
			cwd: root,
			log: log('install'),
		});
	}
	if (!runs(node24(root))) {
		await runStep({
			title: 'Downloading Node 24, which n8n requires',
			estimate: 'a few seconds',
			// The project's .npmrc disables install scripts, but this package downloads Node in its
			// install script.
			command: npm('rebuild', 'node', '--ignore-scripts=false'),
			cwd: root,
			log: log('node'),
		});
	}
	if (!runs(node24(root))) {
		throw new Error(
			`The npm package "node" did not install a Node executable that runs on ${process.platform}-${process.arch}. See ${log('node')}`,
		);
	}
	writeFileSync(stamp, lockHash);
}

/** Path of the Node 24 executable from the npm package `node`. */
export function node24(root) {
	return join(
		root,
		'node_modules',
		'node',
		'bin',
		process.platform === 'win32' ? 'node.exe' : 'node',
	);
}

/** The current environment with node_modules/.bin and Node 24 first in PATH. */
export function toolEnvironment(root) {
	const pathKey = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
	const modules = join(root, 'node_modules');
	const path = [
		join(modules, '.bin'),
		join(modules, 'node', 'bin'),
		process.env[pathKey] ?? '',
	].join(delimiter);
	return { ...process.env, [pathKey]: path };
}

// npm records the installed versions in node_modules/.package-lock.json, so a manual `npm install`
// counts too.
function matchesLock(root) {
	const hiddenLock = readIfExists(join(root, 'node_modules', '.package-lock.json'));
	if (hiddenLock === undefined) return false;
	const installed = JSON.parse(hiddenLock).packages ?? {};
	const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages ?? {};
	return Object.entries(locked).every(
		([path, entry]) =>
			path === '' || entry.optional || entry.peer || installed[path]?.version === entry.version,
	);
}

function runs(program) {
	return existsSync(program) && spawnSync(program, ['--version'], { timeout: 30_000 }).status === 0;
}

function readIfExists(file) {
	return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
