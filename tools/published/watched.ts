/**
 * What else says that a provider changed: the changelogs that people read, and the files of public
 * clients, for descriptions that are maintained by hand.
 */
import type { Description } from './extract';
import type { OpenRepository } from './downloads';

/**
 * Pages where the providers announce changes, by the name of the service. `npm run published`
 * prints them, because it cannot compare them. Captain and Unikraft publish no changelog of their
 * API.
 */
export const changelogs: Readonly<Record<string, readonly string[]>> = {
	activityTracking: ['https://developers.strava.com/docs/changelog/'],
	codeHosting: [
		'https://docs.github.com/en/rest/about-the-rest-api/breaking-changes',
		'https://github.blog/changelog/',
	],
	documentSearch: [
		'https://www.runcaptain.com/blog',
		'https://github.com/runcaptain/captain-mcp/commits',
	],
	financeData: ['https://docs.rutter.com/api-upgrades'],
	instanceCloud: ['https://www.npmjs.com/package/@unikraft/cloud?activeTab=versions'],
	migrationAssessment: ['https://cloud.google.com/migration-center/docs/release-notes'],
	searchAdsConversions: [
		'https://developers.google.com/search-ads/reporting/concepts/overview',
		'https://groups.google.com/g/searchads-api-announcements',
	],
	taskList: ['https://developers.google.com/workspace/tasks/release-notes'],
	workspaceToken: ['https://github.com/databricks/databricks-sdk-go/blob/main/CHANGELOG.md'],
};

/** The files that the descriptions that are maintained by hand come from, by repository. */
const watchedFiles: Readonly<Record<string, readonly string[]>> = {
	'databricks/databricks-sdk-go': [
		'service/iam/model.go',
		'service/settings/impl.go',
		'service/settings/model.go',
	],
	'jonahseguin/rutter-ts': ['src/generated/types.gen.ts'],
	'runcaptain/captain-mcp': [
		'src/chunkTools.ts',
		'src/queryHistoryTools.ts',
		'src/tools.ts',
		'src/webhookTools.ts',
	],
	'runcaptain/captain-py-sdk': [
		'src/runcaptain/collections/raw_client.py',
		'src/runcaptain/indexing/raw_client.py',
		'src/runcaptain/jobs/raw_client.py',
		'src/runcaptain/query/raw_client.py',
	],
	'speakeasy-sdks/rutter-ts': ['rutter.yaml'],
};

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
			const change =
				before === after
					? undefined
					: before === undefined
						? 'appeared'
						: after === undefined
							? 'disappeared'
							: 'changed';
			return change === undefined ? [] : [`${name} > ${path}: ${change}`];
		});
		return (await Promise.all(compared)).flat();
	});
	return (await Promise.all(changes)).flat();
}
