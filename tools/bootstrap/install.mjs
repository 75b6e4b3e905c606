// What must be true before a TypeScript entry can run: a Node that is new enough, and the locked packages installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import step from './step.cjs';

const { npm, runStep } = step;
const OLDEST_NODE = [20, 19];

/** Ends the program with a friendly message where this Node is older than package.json's `engines`. */
export function ensureNodeVersion() {
	const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
	if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
	process.stderr.write(
		`This needs Node ${OLDEST_NODE.join('.')} or newer, and you have ${process.versions.node}.\n` +
			'Install a current one from https://nodejs.org or with your version manager (nvm install --lts), and start again.\n',
	);
	process.exit(1);
}

/**
 * Installs what package-lock.json names where it is missing or differs, and the Node 24 that n8n needs.
 * @param {string} root folder of package.json
 */
export async function ensureInstalled(root) {
	const modules = join(root, 'node_modules');
	const stamp = join(modules, '.tenfold-install');
	const locked = createHash('sha256')
		.update(readFileSync(join(root, 'package-lock.json')))
		.digest('hex');
	if (readIfThere(stamp) === locked && existsSync(node24(root))) return;
	const log = (name) => join(root, 'build', 'logs', `${name}.log`);
	if (!matchesLock(root)) {
		await runStep({
			title: 'Installing the development tools',
			usually: 'about a minute',
			// Install scripts of three hundred packages are not run; the one that is needed follows.
			command: npm('ci', '--ignore-scripts', '--no-audit', '--no-fund'),
			cwd: root,
			log: log('install'),
		});
	}
	if (!runs(node24(root))) {
		await runStep({
			title: 'Fetching Node 24, which n8n needs',
			usually: 'a few seconds',
			command: npm('rebuild', 'node'),
			cwd: root,
			log: log('node'),
		});
	}
	if (!runs(node24(root))) {
		throw new Error(
			`The devDependency "node" brought no Node that runs on ${process.platform}-${process.arch}. See ${log('node')}`,
		);
	}
	writeFileSync(stamp, locked);
}

/** The program file of the Node 24 that the devDependency `node` brings. */
export function node24(root) {
	return join(
		root,
		'node_modules',
		'node',
		'bin',
		process.platform === 'win32' ? 'node.exe' : 'node',
	);
}

/** This environment with the installed tools and Node 24 first on PATH. */
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

// npm keeps what it installed in a hidden lock file; an install done by hand with the same lock is as good as ours.
function matchesLock(root) {
	const installed = readIfThere(join(root, 'node_modules', '.package-lock.json'));
	if (installed === undefined) return false;
	const have = JSON.parse(installed).packages ?? {};
	const want = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages ?? {};
	return Object.entries(want).every(
		([path, entry]) =>
			path === '' || entry.optional || entry.peer || have[path]?.version === entry.version,
	);
}

function runs(program) {
	return existsSync(program) && spawnSync(program, ['--version'], { timeout: 30_000 }).status === 0;
}

function readIfThere(file) {
	return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
