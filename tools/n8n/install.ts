// Installs n8n into the user's cache, once per lock file, so that all clones of the repository can
// reuse it.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { cacheFolder, inRoot, logFile } from '../system/paths';
import { runStep } from '../system/step';

/** The n8n versions that the pack is tested with. Their lock files are in tools/n8n/versions/. */
export const NEWEST_N8N = '2.41.1';
export const OLDER_N8N = '1.123.81';
/** The version in use: TENFOLD_N8N, or the newest one. */
export const N8N_VERSION = process.env.TENFOLD_N8N || NEWEST_N8N;
const NODE_MAJOR = 24;

export interface InstalledN8n {
	folder: string;
	/** n8n's entry script, to run with `node`. */
	bin: string;
	node: string;
}

/**
 * Installs n8n into the cache if it is missing (about five minutes, 3 GB).
 * @param version a version with a lock file in tools/n8n/versions/
 * @throws Error that names the missing prerequisite, such as a compiler
 */
export async function ensureN8n(version: string = N8N_VERSION): Promise<InstalledN8n> {
	const source = inRoot('tools', 'n8n', 'versions', version);
	const lockFile = join(source, 'package-lock.json');
	if (!existsSync(lockFile)) throw new Error(`No lock file for n8n ${version} found in ${source}`);
	const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex').slice(0, 16);
	const folder = join(
		cacheFolder(),
		`host-${hash}-node${NODE_MAJOR}-${process.platform}-${process.arch}`,
	);
	const node = node24();
	if (!existsSync(folder)) await install(version, source, folder, node);
	return { folder, node, bin: join(folder, 'node_modules', 'n8n', 'bin', 'n8n') };
}

// Installs into a temporary folder that is renamed at the end, so an interrupted installation is
// never used. If several processes install at the same time, the first one that has finished wins.
async function install(
	version: string,
	source: string,
	folder: string,
	node: string,
): Promise<void> {
	const partial = `${folder}-${process.pid}`;
	process.once('exit', () => rmSync(partial, { recursive: true, force: true }));
	const env = installEnvironment(node);
	cpSync(source, partial, { recursive: true });
	await runStep({
		title: `[1/2] Installing n8n ${version} into ${folder}`,
		estimate: 'two to four minutes, 3 GB',
		// With install scripts, npm would also compile a native Kafka client, which is not used here.
		command: ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'],
		cwd: partial,
		env,
		log: logFile('n8n-install'),
	});
	await runStep({
		title: "[2/2] Building n8n's SQLite driver",
		estimate: 'about a minute',
		// Overrides the ignore-scripts setting that npm passes on from the project's .npmrc.
		command: ['npm', 'rebuild', 'sqlite3', '--ignore-scripts=false'],
		cwd: partial,
		env,
		log: logFile('n8n-sqlite'),
	}).catch((error: Error) => {
		throw new Error(`${error.message}\n\n${compilerHint}`);
	});
	if (!existsSync(folder)) renameSync(partial, folder);
}

const compilerHint = `n8n's SQLite driver is compiled. If a compiler or Python is missing, install them and try again:
  Debian, Ubuntu   sudo apt-get install build-essential python3
  Fedora           sudo dnf install gcc-c++ make python3
  macOS            xcode-select --install   (Xcode command line tools)
  Windows          Visual Studio Build Tools, workload "Desktop development with C++", and Python 3`;

/**
 * Path of a Node 24 executable: the one that runs this process, or the one from the npm package
 * `node`.
 */
function node24(): string {
	const program = process.platform === 'win32' ? 'node.exe' : 'node';
	const isRunning = process.versions.node.startsWith(`${NODE_MAJOR}.`);
	const node = isRunning ? process.execPath : inRoot('node_modules', 'node', 'bin', program);
	if (existsSync(node)) return node;
	throw new Error(
		'Node 24 is not installed. Run "npm rebuild node --ignore-scripts=false" in the repository, or use npm start or npm test.',
	);
}

/** The environment without what npm and Jest set for this repository. */
const installEnvironment = (node: string): NodeJS.ProcessEnv => ({
	...process.env,
	PATH: [dirname(node), process.env.PATH].join(delimiter),
	npm_config_local_prefix: undefined,
	NODE_OPTIONS: undefined,
});
