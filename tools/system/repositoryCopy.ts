// A temporary copy of the repository, in which commands can create and change files.
import { cpSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { inRoot, root } from './paths';

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
