/** Reads the files of published descriptions: npm packages and GitHub repositories. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from '../bootstrap/step.cjs';

/** One revision of a package or repository. */
export interface Files {
	readonly name: string;
	readonly revision: string;
	readonly url: string;
	/** Rejects if the file does not exist. */
	readonly read: (path: string) => Promise<string>;
}

export interface Downloads {
	/** The newest version of an npm package. */
	npmPackage(name: string): Promise<Files>;
	/** The newest version of a Python package. Requires Python with pip. */
	pythonPackage(name: string): Promise<Files>;
	/** The newest commit of a GitHub repository. */
	repository(name: string): Promise<Files>;
	/** Deletes temporary files. */
	close(): void;
}

/** Downloads from npm and GitHub. */
export function internetDownloads(): Downloads {
	const folder = mkdtempSync(join(tmpdir(), 'tenfold-published-'));
	return {
		async npmPackage(name) {
			const [program, ...args] = npm('pack', '--json', '--pack-destination', folder, name);
			// npm 11 prints an array, npm 12 an object with the package name as key.
			const [packed] = Object.values(
				JSON.parse(run(program, args)) as Record<string, { filename: string; version: string }>,
			);
			const { filename, version } = packed!;
			// Packages can be large (400 MB), so files are unpacked one by one.
			const tarball = join(folder, filename);
			return await Promise.resolve({
				...packageRevision(name, version),
				read: async (path) =>
					await Promise.resolve(run('tar', ['-xzOf', tarball, `package/${path}`])),
			});
		},
		async pythonPackage(name) {
			const target = join(folder, 'python', name);
			run('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', folder, name]);
			const wheel = readdirSync(folder).find((file) =>
				file.startsWith(`${name.replaceAll('-', '_')}-`),
			);
			run('python3', ['-m', 'zipfile', '-e', join(folder, wheel!), target]);
			return await Promise.resolve(unpackedPythonPackage(name, target));
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
 * Reads from a folder instead of the internet: unpacked packages in `npm/<name>` and
 * `python/<name>`, and clones, with or without a work tree, in `github/<owner>/<name>`.
 */
export const folderDownloads = (folder: string): Downloads => ({
	npmPackage: async (name) =>
		await Promise.resolve(unpackedPackage(name, join(folder, 'npm', name))),
	pythonPackage: async (name) =>
		await Promise.resolve(unpackedPythonPackage(name, join(folder, 'python', name))),
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
	const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
		version: string;
	};
	return {
		...packageRevision(name, version),
		read: async (path) => await Promise.resolve(readFileSync(join(folder, path), 'utf8')),
	};
}

function unpackedPythonPackage(name: string, folder: string): Files {
	const metadata = readdirSync(folder).find((entry) => entry.endsWith('.dist-info'));
	const version = /-(.+)\.dist-info$/.exec(metadata ?? '')?.[1];
	if (version === undefined) throw new Error(`There is no Python package in ${folder}`);
	return {
		name,
		revision: version,
		url: `https://pypi.org/project/${name}/${version}/`,
		read: async (path) => await Promise.resolve(readFileSync(join(folder, path), 'utf8')),
	};
}

const packageRevision = (name: string, version: string): Omit<Files, 'read'> => ({
	name,
	revision: version,
	url: `https://www.npmjs.com/package/${name}/v/${version}`,
});

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
