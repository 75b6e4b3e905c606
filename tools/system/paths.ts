// Where things are, the same whether a module runs from its source (tests) or from a bundle under build/ (commands).
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const PACKAGE = 'n8n-nodes-tenfold';

/** The folder of the pack's package.json. */
export const root = findRoot(__dirname);

/** A path inside the repository. */
export const inRoot = (...parts: string[]): string => join(root, ...parts);

/** A path inside build/, which git ignores. */
export const inBuild = (...parts: string[]): string => join(root, 'build', ...parts);

/** The log file of a long step. */
export const logFile = (name: string): string => inBuild('logs', `${name}.log`);

/** This pack's folder in the person's cache: `$XDG_CACHE_HOME` or `~/.cache`, shared by all clones. */
export function cacheFolder(): string {
	const base = process.env.XDG_CACHE_HOME;
	return join(base ? base : join(homedir(), '.cache'), PACKAGE);
}

/** Name of the pack, which is also the prefix of its node types. */
export const packageName = PACKAGE;

function findRoot(from: string): string {
	const manifest = join(from, 'package.json');
	if (
		existsSync(manifest) &&
		(JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string }).name === PACKAGE
	) {
		return from;
	}
	const parent = dirname(from);
	if (parent === from) throw new Error(`No package.json of ${PACKAGE} above ${__dirname}`);
	return findRoot(parent);
}
