// A temporary copy of the repository, in which commands can create files.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { inRoot, root } from '../../system/paths';

export interface Finished {
	readonly status: number | null;
	readonly output: string;
}

/**
 * @param skipped files and folders that are not copied
 * @returns folder of the copy, which shares the dependencies
 */
export function copyRepository(skipped: readonly string[] = []): string {
	const copy = realpathSync(mkdtempSync(join(tmpdir(), 'tenfold-copy-')));
	const all = ['.git', 'build', 'dist', ...skipped];
	cpSync(root, copy, {
		recursive: true,
		filter: (source) => {
			const path = relative(root, source);
			return !all.includes(path) && !/(^|[\\/])node_modules$/.test(path);
		},
	});
	symlinkSync(realpathSync(inRoot('node_modules')), join(copy, 'node_modules'), 'dir');
	return copy;
}

/** Runs a command in a copy, and waits until it has finished. */
export function runIn(copy: string, command: string, ...args: string[]): Finished {
	const { status, stdout, stderr, error } = spawnSync(command, args, {
		cwd: copy,
		encoding: 'utf8',
		env: {
			...process.env,
			PATH: `${join(copy, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
			// Jest sets this to `test`, and eslint-plugin-n8n-nodes-base then ignores file names.
			NODE_ENV: undefined,
			JEST_WORKER_ID: undefined,
			TENFOLD_LONG: undefined,
		},
		maxBuffer: 100_000_000,
	});
	return { status, output: `${stdout}${stderr}${error?.message ?? ''}` };
}
