// Detects changes of files, however an editor saves them.
import { readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns a function that returns the path of a file that was changed, added or deleted since the
 * previous call; undefined if there is none. Compares the files and does not use `fs.watch`, which
 * loses a file that an editor replaces: it saves a new file and renames it.
 * @param folder folder of the paths
 * @param paths files and folders to compare
 */
export function changeDetector(folder: string, paths: readonly string[]): () => string | undefined {
	const read = (): Map<string, string> => new Map(paths.flatMap((path) => versions(folder, path)));
	let known = read();
	return () => {
		const previous = known;
		known = read();
		return [...new Set([...known.keys(), ...previous.keys()])].find(
			(path) => known.get(path) !== previous.get(path),
		);
	};
}

/** The files at a path, each with a text that differs for every version of the file. */
function versions(folder: string, path: string): [path: string, version: string][] {
	const stats = statSync(join(folder, path), { throwIfNoEntry: false });
	if (stats?.isDirectory())
		return namesIn(join(folder, path)).flatMap((name) => versions(folder, join(path, name)));
	return stats ? [[path, versionOf(stats)]] : [];
}

const versionOf = ({ ino, size, mtimeMs }: Stats): string => [ino, size, mtimeMs].join();

/** Empty if the folder was deleted in the meantime. */
function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
