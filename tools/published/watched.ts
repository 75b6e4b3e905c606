/**
 * What else says that a provider changed: the changelogs that people read, and the files of public
 * clients, for descriptions that are maintained by hand.
 */
import type { Description } from './extract';
import type { OpenRepository } from './downloads';
import watched from './watched.json';

/**
 * Pages where the providers announce changes, by the name of the service. `npm run published`
 * prints them, because it cannot compare them. Captain and Unikraft publish no changelog of their
 * API.
 */
export const changelogs: Readonly<Record<string, readonly string[]>> = watched.changelogs;

/** The files that the descriptions that are maintained by hand come from, by repository. */
const watchedFiles: Readonly<Record<string, readonly string[]>> = watched.files;

/**
 * Compares the sources of a description that is maintained by hand with their newest revisions. One
 * line per file that changed, and per package with a newer version.
 * @param newestVersion returns the newest version of an npm package
 */
export async function changesInSources(
	{ sources }: Pick<Description, 'sources'>,
	open: OpenRepository,
	newestVersion: (name: string) => Promise<string>,
): Promise<string[]> {
	const changes = sources.map(async ({ name, revision, url }) => {
		if (!url.startsWith('https://github.com/')) {
			const newest = await newestVersion(name);
			return newest === revision ? [] : [`${name}: ${revision} -> ${newest}`];
		}
		const newest = await open(name);
		if (newest.revision === revision) return [];
		const stored = await open(name, revision);
		const compared = (watchedFiles[name] ?? []).map(async (path) => {
			const [before, after] = await Promise.all(
				[stored, newest].map(async (files) => await files.read(path).catch(() => undefined)),
			);
			return before === after ? [] : [`${name} > ${path}: changed`];
		});
		return (await Promise.all(compared)).flat();
	});
	return (await Promise.all(changes)).flat();
}
