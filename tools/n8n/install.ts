// Installs the real n8n once into the person's cache, keyed by its lock file, so that a second clone starts in seconds.
import { createHash } from 'node:crypto';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { npm, runStep, StepError } from '../bootstrap/step.cjs';
import { withLock } from '../system/lock';
import { cacheFolder, inRoot, logFile } from '../system/paths';

/** The n8n that the pack is made for, and the older line that it is tried in as well. The older's lock file has a folder of its own. */
export const NEWEST = '2.41.1';
export const OLDER = '1.123.81';
/** The one that is used, as TENFOLD_N8N says. */
export const HOST_VERSION = process.env.TENFOLD_N8N || NEWEST;
const NODE_MAJOR = 24;
const LOCK_TIMEOUT = 40 * 60_000;
const DOWNLOADED = '.downloaded';
const READY = '.ready';

/** An installed n8n. */
export interface Host {
	/** Folder with node_modules. */
	folder: string;
	/** n8n's program file, to be run with `node`. */
	bin: string;
	/** Program file of Node 24. */
	node: string;
}

/**
 * Installs n8n into the cache if it is not there yet (about five minutes, 3 GB) and says where it is.
 * Safe to call from several processes at once.
 * @param version an n8n version whose package.json and package-lock.json are committed under test/host/
 * @throws Error that says what is missing on this computer, e.g. a compiler
 */
export async function ensureHost(version: string = HOST_VERSION): Promise<Host> {
	const source = inRoot('tools', 'n8n', 'versions', version);
	const lockFile = join(source, 'package-lock.json');
	if (!existsSync(lockFile))
		throw new Error(`There is no lock file for n8n ${version} in ${source}`);
	const node = nodeProgram();
	const folder = join(
		cacheFolder(),
		`host-${keyOf(lockFile)}-node${NODE_MAJOR}-${process.platform}-${process.arch}`,
	);
	const host: Host = { folder, node, bin: join(folder, 'node_modules', 'n8n', 'bin', 'n8n') };
	if (isReady(folder)) return host;
	await withLock(
		`${folder}.lock`,
		{
			timeout: LOCK_TIMEOUT,
			onWait: (holder) =>
				say(`Process ${holder ?? 'of another clone'} is installing n8n already; waiting for it …`),
		},
		async () => {
			if (!isReady(folder)) await install(version, source, folder, node);
		},
	);
	return host;
}

// Beside its place and renamed at the end: a half-finished install never has the name of a finished one.
async function install(
	version: string,
	source: string,
	folder: string,
	node: string,
): Promise<void> {
	const draft = `${folder}.part`;
	const env = hostEnvironment(node);
	rmSync(folder, { recursive: true, force: true });
	// A draft whose driver could not be built for lack of a compiler goes on from there.
	if (!existsSync(join(draft, DOWNLOADED))) await download(version, source, draft, env);
	try {
		await runStep({
			title: '[2/2] Building its SQLite driver',
			usually: 'about a minute',
			command: npm('rebuild', 'sqlite3'),
			cwd: draft,
			env,
			log: logFile('host-sqlite'),
		});
	} catch (error) {
		throw error instanceof StepError && lacksCompiler(error)
			? new Error(compilerMessage(error))
			: error;
	}
	writeFileSync(join(draft, READY), '');
	renameSync(draft, folder);
}

async function download(
	version: string,
	source: string,
	draft: string,
	env: NodeJS.ProcessEnv,
): Promise<void> {
	rmSync(draft, { recursive: true, force: true });
	mkdirSync(draft, { recursive: true });
	for (const file of ['package.json', 'package-lock.json'])
		copyFileSync(join(source, file), join(draft, file));
	await runStep({
		title: `[1/2] Installing n8n ${version} into ${draft}`,
		usually: 'two to four minutes, 3 GB',
		// A native Kafka client would be compiled otherwise, which nobody here needs.
		command: npm('ci', '--ignore-scripts', '--no-audit', '--no-fund'),
		cwd: draft,
		env,
		log: logFile('host-install'),
	});
	writeFileSync(join(draft, DOWNLOADED), '');
}

/** The program file of Node 24: this process when it is one, else the devDependency `node`. */
export function nodeProgram(): string {
	if (Number(process.versions.node.split('.')[0]) === NODE_MAJOR) return process.execPath;
	const program = inRoot(
		'node_modules',
		'node',
		'bin',
		process.platform === 'win32' ? 'node.exe' : 'node',
	);
	if (existsSync(program)) return program;
	throw new Error(
		'Node 24 is not installed here. Run "npm rebuild node" in the repository, or use npm start / npm test.',
	);
}

function hostEnvironment(node: string): NodeJS.ProcessEnv {
	const env: NodeJS.ProcessEnv = {};
	for (const [key, value] of Object.entries(process.env)) {
		// npm hands its own settings of this repository down to its scripts; they are not meant for the other package.
		if (!/^npm_(package|lifecycle)_|^npm_config_local_prefix$|^NODE_OPTIONS$|^INIT_CWD$/i.test(key))
			env[key] = value;
	}
	const pathKey = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
	env[pathKey] = [dirname(node), env[pathKey] ?? ''].join(delimiter);
	return env;
}

function lacksCompiler(error: StepError): boolean {
	const output = readFileSync(error.log, 'utf8');
	return /ERR! find Python|not found: make|(make|[gc]\+\+|cc|gcc|clang(\+\+)?): ?(command )?(not found|No such file)|find Visual Studio|No Xcode|xcode-select/i.test(
		output,
	);
}

function compilerMessage(error: StepError): string {
	return [
		"n8n's SQLite driver has to be compiled here, and there is no compiler (or no Python for its build tool).",
		'Install one and start again; what was downloaded is kept:',
		'  Debian, Ubuntu   sudo apt-get install build-essential python3',
		'  Fedora           sudo dnf install gcc-c++ make python3',
		'  macOS            xcode-select --install   (Xcode command line tools)',
		'  Windows          Visual Studio Build Tools, workload "Desktop development with C++", and Python 3',
		`The whole output is in ${error.log}`,
	].join('\n');
}

function keyOf(lockFile: string): string {
	return createHash('sha256').update(readFileSync(lockFile)).digest('hex').slice(0, 16);
}

const isReady = (folder: string): boolean => existsSync(join(folder, READY));

function say(line: string): void {
	process.stderr.write(`${line}\n`);
}
