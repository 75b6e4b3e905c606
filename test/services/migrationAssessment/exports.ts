// Exports of assets and reports, as files with signed URLs.
import { randomUUID } from 'node:crypto';
import type { Context } from './collections';
import type { Handler, Handlers } from './router';
import type { FileStorage } from './signedUrls';
import type { Json, Resource } from './store';

export function exportHandlers(
	{ clock, store, operations }: Context,
	storage: FileStorage,
	signedMs: () => number,
): Handlers {
	const runHandler =
		(contentOf: (job: Resource, location: string) => { file: string; lines: string[] }): Handler =>
		({ location, name, body }) =>
			operations.once(body.requestId, location, () => {
				const startTime = clock.iso();
				store.get(name);
				const run = () => {
					const job = store.get(name);
					const { file, lines } = contentOf(job, location);
					const execution: Json = {
						executionId: randomUUID(),
						startTime,
						endTime: clock.iso(),
						expireTime: new Date(clock.now() + signedMs()).toISOString(),
						requestedAssetCount: lines.length - 1,
						result: {
							signedUris: {
								signedUris: [
									storage.createDownload(`${file}.csv`, 'text/csv', `${lines.join('\n')}\n`),
								],
							},
						},
					};
					store.put({
						...job,
						recentExecutions: [...((job.recentExecutions ?? []) as Json[]), execution],
					});
					return execution;
				};
				return operations.start({ location, verb: 'run', target: name, run });
			});
	return {
		'POST assetsExportJobs/{}:run': runHandler((_job, location) => ({
			file: 'assets',
			lines: [
				'name,title',
				...store.below(`${location}/assets`).map(({ name, title }) => `${name},${String(title)}`),
			],
		})),
		'POST reportConfigs/{}/reports/{}/reportExportJobs/{}:run': runHandler(({ name }) => {
			const report = store.get(name.split('/reportExportJobs/')[0]!);
			return {
				file: 'report',
				lines: [
					'report,machines',
					`${report.name},${String((report.summary as { allAssetsStats?: { totalAssets?: string } }).allAssetsStats?.totalAssets)}`,
				],
			};
		}),
	};
}

/** Fields of a new report: a summary of the groups in its configuration. */
export function reportFields({ store }: Pick<Context, 'store'>, { name }: Resource): Json {
	const config = store.get(name.split('/reports/')[0]!);
	const groups = ((config.groupPreferencesetAssignments ?? []) as Array<{ group: string }>).map(
		({ group }) => group,
	);
	const total = store.all.filter(({ assignedGroups }) =>
		((assignedGroups ?? []) as string[]).some((group) => groups.includes(group)),
	).length;
	return {
		state: 'SUCCEEDED',
		summary: {
			allAssetsStats: { totalAssets: String(total) },
			groupFindings: groups.map((group) => ({ displayName: group.split('/').at(-1) })),
		},
	};
}
