/** Reads the files of published descriptions: npm packages and GitHub repositories. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from '../bootstrap/step.cjs';
import type { SourceRevision } from './extract';

/** One revision of a package or repository. */
export interface Files extends Pick<SourceRevision, 'name' | 'revision' | 'url'> {
	/** @throws Error if the file does not exist */
	read(path: string): Promise<string>;
}

export interface Downloads {
	/** The newest version of an npm package. */
	npmPackage(name: string): Promise<Files>;
	/** The newest commit of a GitHub repository. */
	repository(name: string): Promise<Files>;
	/** Deletes temporary files. */
	close(): void;
}

const npmUrl = (name: string, version: string): string =>
	`https://www.npmjs.com/package/${name}/v/${version}`;

/** Downloads from npm and GitHub. */
export function internetDownloads(): Downloads {
	const folder = mkdtempSync(join(tmpdir(), 'tenfold-published-'));
	return {
		async npmPackage(name) {
			const target = join(folder, name);
			mkdirSync(target, { recursive: true });
			const [program, ...args] = npm('pack', '--json', '--pack-destination', target, name);
			// npm 11 prints an array, npm 12 an object with the package name as key.
			const [{ filename }] = Object.values(JSON.parse(run(program, args)) as object) as [
				{ filename: string },
			];
			run('tar', ['-xzf', join(target, filename), '-C', target, '--strip-components=1']);
			return await Promise.resolve(unpackedPackage(name, target));
		},
		async repository(name) {
			const revision = run('git', ['ls-remote', `https://github.com/${name}`, 'HEAD']).split(
				/\s/,
			)[0]!;
			return await Promise.resolve({
				...repositoryRevision(name, revision),
				async read(path) {
					const url = `https://raw.githubusercontent.com/${name}/${revision}/${path}`;
					const response = await fetch(url);
					if (!response.ok) throw new Error(`${url} returned ${response.status}`);
					return await response.text();
				},
			});
		},
		close: () => rmSync(folder, { recursive: true, force: true }),
	};
}

/**
 * Reads from a folder instead of the internet: unpacked packages in `npm/<name>` and clones, with or
 * without a work tree, in `github/<owner>/<name>`.
 */
export const folderDownloads = (folder: string): Downloads => ({
	npmPackage: async (name) =>
		await Promise.resolve(unpackedPackage(name, join(folder, 'npm', name))),
	async repository(name) {
		const clone = join(folder, 'github', name);
		if (!existsSync(clone)) throw new Error(`There is no clone of ${name} in ${clone}`);
		const revision = run('git', ['-C', clone, 'rev-parse', 'HEAD']).trim();
		return await Promise.resolve({
			...repositoryRevision(name, revision),
			read: async (path) =>
				await Promise.resolve(run('git', ['-C', clone, 'show', `${revision}:${path}`])),
		});
	},
	close: () => undefined,
});

function unpackedPackage(name: string, folder: string): Files {
	const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
	const { version } = JSON.parse(read('package.json')) as { version: string };
	return {
		name,
		revision: version,
		url: npmUrl(name, version),
		read: async (path) => await Promise.resolve(read(path)),
	};
}

const repositoryRevision = (name: string, revision: string): Omit<Files, 'read'> => ({
	name,
	revision,
	url: `https://github.com/${name}/tree/${revision}`,
});

/**
 * Runs a program and returns its output.
 * @throws Error with the error output if it fails
 */
function run(program: string, args: readonly string[]): string {
	const { status, stdout, stderr, error } = spawnSync(program, args, {
		encoding: 'utf8',
		maxBuffer: 200_000_000,
		shell: process.platform === 'win32' && program !== process.execPath,
	});
	if (status !== 0) throw new Error(`${program} ${args[0]} failed: ${error?.message ?? stderr}`);
	return stdout;
}
