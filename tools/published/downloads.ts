/** Reads the files of published descriptions from GitHub repositories. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** One revision of a repository. */
export interface Files {
	readonly name: string;
	readonly revision: string;
	readonly url: string;
	/** Rejects if the file does not exist. */
	readonly read: (path: string) => Promise<string>;
}

/**
 * Returns a revision of a repository, such as `octokit/openapi`. Default: its newest commit.
 */
export type OpenRepository = (name: string, revision?: string) => Promise<Files>;

const git = async (...args: string[]): Promise<string> =>
	(await promisify(execFile)('git', args, { maxBuffer: 200_000_000 })).stdout;

const revisionOf = (name: string, revision: string): Omit<Files, 'read'> => ({
	name,
	revision,
	url: `https://github.com/${name}/tree/${revision}`,
});

const newestRevision = async (name: string): Promise<string> =>
	(await git('ls-remote', `https://github.com/${name}`, 'HEAD')).split(/\s/, 1)[0]!;

export const fromGitHub: OpenRepository = async (name, given) => {
	const revision = given ?? (await newestRevision(name));
	return {
		...revisionOf(name, revision),
		async read(path) {
			const url = `https://raw.githubusercontent.com/${name}/${revision}/${path}`;
			const response = await fetch(url);
			if (!response.ok) throw new Error(`${url} returned ${response.status}`);
			return await response.text();
		},
	};
};

/** Reads clones, with or without a work tree, in `<folder>/<owner>/<name>`. */
export const fromFolder =
	(folder: string): OpenRepository =>
	async (name, given) => {
		const clone = join(folder, name);
		if (!existsSync(clone)) throw new Error(`There is no clone of ${name} in ${clone}`);
		const revision = given ?? (await git('-C', clone, 'rev-parse', 'HEAD')).trim();
		return {
			...revisionOf(name, revision),
			read: async (path) => await git('-C', clone, 'show', `${revision}:${path}`),
		};
	};

/** The newest version of an npm package. */
export const newestVersion = async (name: string): Promise<string> =>
	(await promisify(execFile)('npm', ['view', name, 'version'])).stdout.trim();
