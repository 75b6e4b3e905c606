// Paths that are the same whether a module runs from source (tests) or from a bundle in build/
// (commands).
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Name of the npm package, which is also the prefix of its node types. */
export const packageName: string = 'n8n-nodes-tenfold';

export const root = findRoot(__dirname);

export const inRoot = (...parts: string[]): string => join(root, ...parts);

/** A path in build/, which is ignored by git. */
export const inBuild = (...parts: string[]): string => join(root, 'build', ...parts);

export const logFile = (name: string): string => inBuild('logs', `${name}.log`);

/** Cache folder in `$XDG_CACHE_HOME` or `~/.cache`, shared by all clones of the repository. */
export function cacheFolder(): string {
	return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), packageName);
}

function findRoot(from: string): string {
	const manifest = join(from, 'package.json');
	const text = existsSync(manifest) ? readFileSync(manifest, 'utf8') : '{}';
	if ((JSON.parse(text) as { name?: string }).name === packageName) return from;
	const parent = dirname(from);
	if (parent === from)
		throw new Error(`No package.json of ${packageName} found above ${__dirname}`);
	return findRoot(parent);
}
