// Requests for the resources of a location: the standard methods of collections, assets, imports,
// exports and reports.

import { randomUUID } from 'node:crypto';
import type { Exchange } from '../kit/exchange';
import { googleError } from '../kit/googleErrors';
import { byToken } from '../kit/paging';
import type { Fields } from '../kit/records';
import {
	filterPredicate,
	sorted,
	valueAt,
	type Resource,
	type Resources,
	type Settings,
} from './resources';
import type { FileStorage } from './signedUrls';

export interface ResourceRequest {
	/** `projects/p/locations/l` */
	location: string;
	/** Resource name, or the name of the collection. */
	name: string;
	/** Key of the handler, such as `POST importJobs/{}:run`. */
	key: string;
	query: Exchange['query'];
	body: Fields;
	exchange: Exchange;
}

type Handler = (request: ResourceRequest) => unknown;
export type Handlers = Readonly<Record<string, Handler>>;

export interface Context {
	resources: Resources;
	storage: FileStorage;
	settings: Settings;
}

const pages = byToken(
	'pageToken',
	'nextPageToken',
	{ name: 'pageSize', standard: 100, maximum: 100 },
	() => googleError(400, 'The page token is not valid.'),
);

/** Collections, with the query parameter that contains the ID of a new resource. */
const COLLECTIONS: Readonly<Record<string, string | undefined>> = {
	groups: 'groupId',
	sources: 'sourceId',
	'sources/{}/errorFrames': undefined,
	relations: undefined,
	discoveryClients: 'discoveryClientId',
	preferenceSets: 'preferenceSetId',
	importJobs: 'importJobId',
	'importJobs/{}/importDataFiles': 'importDataFileId',
	assetsExportJobs: 'assetsExportJobId',
	reportConfigs: 'reportConfigId',
	'reportConfigs/{}/reports': 'reportId',
	'reportConfigs/{}/reports/{}/reportExportJobs': 'reportExportJobId',
	operations: undefined,
};

export function handlersOf(context: Context): Handlers {
	return {
		...Object.assign({}, ...Object.keys(COLLECTIONS).map((path) => collection(context, path))),
		...operationHandlers(context),
		...assetHandlers(context),
		...importHandlers(context),
		...exportHandlers(context),
	};
}

/** What the service adds to a new resource of a collection. */
function addedTo(context: Context, path: string, resource: Resource): Fields {
	if (path === 'importJobs') return { state: 'IMPORT_JOB_STATE_PENDING' };
	if (path === 'importJobs/{}/importDataFiles')
		return { state: 'ACTIVE', uploadFileInfo: context.storage.createUpload().info };
	if (path === 'reportConfigs/{}/reports') return reportFields(context, resource);
	return path === 'sources' || path === 'discoveryClients' ? { state: 'ACTIVE' } : {};
}

/** One page of a list, in the requested order. */
function page(
	{ settings: { unreachable } }: Context,
	list: string,
	resources: Resource[],
	{ query, exchange }: ResourceRequest,
): Fields {
	const found = resources.filter(filterPredicate(query.filter ?? ''));
	const { rows, fields } = pages(sorted(found, query.orderBy), exchange);
	return { [list]: rows, ...fields, ...(unreachable.length > 0 && { unreachable }) };
}

/** List, get, create, patch and delete. */
function collection(context: Context, path: string): Handlers {
	const { resources } = context;
	const idName = COLLECTIONS[path];
	const item = `${path}/{}`;
	const reading: Handlers = {
		[`GET ${path}`]: (request) =>
			page(context, path.split('/').at(-1)!, resources.below(request.name), request),
		[`GET ${item}`]: ({ name }) => resources.get(name),
	};
	if (idName === undefined) return reading;
	return {
		...reading,
		[`POST ${path}`]({ location, name, query, body }) {
			const target = `${name}/${query[idName]}`;
			const parent = name.slice(0, name.lastIndexOf('/'));
			if (parent !== location) resources.get(parent);
			const run = (): Fields => {
				const now = resources.clock.iso();
				const resource = { ...body, name: target, createTime: now, updateTime: now };
				return resources.put({ ...resource, ...addedTo(context, path, resource) });
			};
			const { requestId } = query;
			return resources.start({ location, verb: 'create', target, requestId, run }, () => {
				if (resources.find(target)) throw googleError(409, `Resource '${target}' already exists.`);
			});
		},
		[`DELETE ${item}`]({ location, name: target, query: { requestId, force } }) {
			const run = (): Fields => (resources.delete(target), {});
			return resources.start({ location, verb: 'delete', target, requestId, run }, () => {
				resources.get(target);
				const hasChildren = resources.all.some(({ name }) => name.startsWith(`${target}/`));
				if (hasChildren && force !== 'true')
					throw googleError(400, `Resource '${target}' has children.`);
			});
		},
		[`PATCH ${item}`]({ location, name: target, query, body }) {
			resources.get(target);
			const { requestId, updateMask = '' } = query;
			const run = (): Fields => resources.patch(target, updateMask, body);
			return resources.start({ location, verb: 'update', target, requestId, run });
		},
	};
}

const operationHandlers = ({ resources }: Context): Handlers => ({
	'POST operations/{}:cancel': ({ name }) => (resources.cancel(name), {}),
	'DELETE operations/{}': ({ name }) => (resources.get(name), resources.delete(name), {}),
});

/** Creates an asset from a frame. An invalid frame becomes an error frame of the source. */
function ingestFrame({ resources }: Context, source: string, frame: Fields): Resource {
	const location = source.split('/').slice(0, 4).join('/');
	const machine = frame.machineDetails as { machineName?: string } | undefined;
	const now = resources.clock.iso();
	if (!machine?.machineName)
		return resources.put({
			name: `${source}/errorFrames/${randomUUID()}`,
			violations: [{ field: 'machineDetails.machineName', violation: 'is required' }],
			originalFrame: frame,
			ingestionTime: now,
		});
	return resources.put({
		...frame,
		name: `${location}/assets/${randomUUID()}`,
		title: machine.machineName,
		sources: [source],
		assignedGroups: [],
		hidden: false,
		createTime: now,
		updateTime: now,
	});
}

interface Aggregation {
	field: string;
	sum?: Fields;
	frequency?: Fields;
	histogram?: { lowerBounds?: number[] };
}

/** JSON has no infinity, so the format writes it as text. */
const doubleOf = (value: number): number | string =>
	Number.isFinite(value) ? value : String(value);

/** The result of an aggregation in the format of the published description (`AggregationResult`). */
function aggregate(assets: Resource[], { field, sum, frequency, histogram }: Aggregation): Fields {
	const values = assets
		.map((asset) => (field === '*' ? asset.name : valueAt(asset, field)))
		.filter((value) => value !== undefined);
	const countOf = (includes: (value: unknown) => boolean) => String(values.filter(includes).length);
	if (sum) {
		const value = values.reduce<number>((all, one) => all + Number(one), 0);
		return { field, sum: { value } };
	}
	if (frequency) {
		const counts = [...new Set(values)].map((value) => [value, countOf((one) => one === value)]);
		return { field, frequency: { values: Object.fromEntries(counts) as Fields } };
	}
	if (!histogram) return { field, count: { value: countOf(() => true) } };
	const bounds = [-Infinity, ...(histogram.lowerBounds ?? []), Infinity];
	const buckets = bounds.slice(1).map((upperBound, index) => ({
		lowerBound: doubleOf(bounds[index]!),
		upperBound: doubleOf(upperBound),
		count: countOf((one) => Number(one) >= bounds[index]! && Number(one) < upperBound),
	}));
	return { field, histogram: { buckets } };
}

function assetHandlers(context: Context): Handlers {
	const { resources } = context;
	const visible = (name: string, showHidden: unknown): Resource[] =>
		resources.below(name).filter(({ hidden }) => String(showHidden) === 'true' || hidden !== true);
	const changeGroup =
		(verb: string, isAdded: boolean): Handler =>
		({ location, name: target, body }) => {
			const names = (body.assets as { assetIds: string[] }).assetIds;
			const run = (): Fields => {
				for (const asset of names.map((name) => resources.get(name))) {
					const others = (asset.assignedGroups as string[]).filter((group) => group !== target);
					resources.put({ ...asset, assignedGroups: isAdded ? [...others, target] : others });
				}
				return resources.get(target);
			};
			const { requestId } = body;
			return resources.start({ location, verb, target, requestId, run }, () =>
				[target, ...names].forEach((name) => resources.get(name)),
			);
		};
	return {
		'GET assets': (request) =>
			page(context, 'assets', visible(request.name, request.query.showHidden), request),
		'GET assets/{}': ({ name }) => resources.get(name),
		'PATCH assets/{}': ({ location, name, query: { requestId, updateMask = '' }, body }) =>
			resources.once(requestId, location, () => resources.patch(name, updateMask, body)),
		'DELETE assets/{}': ({ location, name, query }) =>
			resources.once(query.requestId, location, () => {
				resources.get(name);
				resources.delete(name);
				return {};
			}),
		'POST assets:aggregateValues'({ name, body }) {
			const matches = filterPredicate(String(body.filter ?? ''));
			const found = visible(name, body.showHidden).filter(matches);
			const aggregations = (body.aggregations ?? []) as Aggregation[];
			return { results: aggregations.map((one) => aggregate(found, one)) };
		},
		'POST assets:batchUpdate'({ body }) {
			const requests = body.requests as Array<{ asset: Resource; updateMask: string }>;
			requests.forEach(({ asset }) => resources.get(asset.name));
			return {
				assets: requests.map(({ asset, updateMask }) =>
					resources.patch(asset.name, updateMask, asset),
				),
			};
		},
		'POST assets:batchDelete'({ body }) {
			const names = body.names as string[];
			if (body.allowMissing !== true) names.forEach((name) => resources.get(name));
			names.forEach((name) => resources.delete(name));
			return {};
		},
		'POST assets:reportAssetFrames'({ query, body }) {
			const source = resources.get(String(query.source)).name;
			for (const frame of (body.framesData ?? []) as Fields[]) ingestFrame(context, source, frame);
			return {};
		},
		'POST groups/{}:addAssets': changeGroup('addAssets', true),
		'POST groups/{}:removeAssets': changeGroup('removeAssets', false),
	};
}

/** Parses a CSV file with the columns MachineName and AllocatedProcessorCoreCount. */
function parseRows(text: string): Array<{ number: number; name: string; cores: number }> {
	const [header = [], ...rows] = text
		.trim()
		.split(/\r?\n/)
		.map((line) => line.split(','));
	return rows.map((cells, index) => ({
		// The header is row 1.
		number: index + 2,
		name: cells[header.indexOf('MachineName')] ?? '',
		cores: Number(cells[header.indexOf('AllocatedProcessorCoreCount')] ?? 0),
	}));
}

const problem = (errorDetails: string) => ({ errorDetails, severity: 'ERROR' });

/** Validation and import of the uploaded files of a job. */
function importHandlers(context: Context): Handlers {
	const { resources, storage } = context;
	const filesOf = (job: string): Resource[] => resources.below(`${job}/importDataFiles`);
	const textOf = ({ uploadFileInfo }: Resource): string | undefined => {
		const { signedUri } = uploadFileInfo as { signedUri: string };
		return storage.uploads.get(signedUri.split('/').at(-1)!)?.text;
	};
	const validate = (job: string): Fields => {
		const files = filesOf(job);
		const fileValidations = files.flatMap((file) => {
			const text = textOf(file);
			const rowErrors = parseRows(text ?? '')
				.filter(({ name }) => name === '')
				.map(({ number }) => ({
					errors: [problem('MachineName is missing')],
					csvError: { rowNumber: number },
				}));
			const fileErrors = text === undefined ? [problem('The file was not uploaded')] : [];
			return rowErrors.length + fileErrors.length === 0
				? []
				: [{ fileName: file.displayName, fileErrors, rowErrors }];
		});
		const jobErrors = files.length > 0 ? [] : [problem('The job has no files')];
		const isValid = fileValidations.length + jobErrors.length === 0;
		return resources.change(job, {
			state: isValid ? 'IMPORT_JOB_STATE_READY' : 'IMPORT_JOB_STATE_FAILED_VALIDATION',
			validationReport: { fileValidations, jobErrors },
		});
	};
	const importFiles = (job: string): Fields => {
		const rows = filesOf(job).flatMap((file) => parseRows(textOf(file) ?? ''));
		for (const { name, cores } of rows)
			ingestFrame(context, String(resources.get(job).assetSource), {
				machineDetails: { machineName: name, coreCount: cores },
				labels: {},
				attributes: {},
			});
		return resources.change(job, {
			state: 'IMPORT_JOB_STATE_COMPLETED',
			completeTime: resources.clock.iso(),
			executionReport: { framesReported: rows.length, totalRowsCount: rows.length },
		});
	};
	return {
		'POST importJobs/{}:validate': ({ location, name: target, body: { requestId } }) =>
			resources.start(
				{ location, verb: 'validate', target, requestId, run: () => validate(target) },
				() => resources.change(target, { state: 'IMPORT_JOB_STATE_VALIDATING' }),
			),
		'POST importJobs/{}:run': ({ location, name: target, body: { requestId } }) =>
			resources.start(
				{ location, verb: 'run', target, requestId, run: () => importFiles(target) },
				() => {
					const { state } = resources.get(target);
					if (state !== 'IMPORT_JOB_STATE_READY')
						throw googleError(400, `The import job is ${String(state)}, not READY.`);
					resources.change(target, { state: 'IMPORT_JOB_STATE_RUNNING' });
				},
			),
	};
}

/** Exports of assets and reports, as files with signed URLs. */
function exportHandlers({ resources, storage, settings }: Context): Handlers {
	const runHandler =
		(file: string, linesOf: (job: string, location: string) => string[]): Handler =>
		({ location, name: target, body: { requestId } }) => {
			const startTime = resources.clock.iso();
			resources.get(target);
			const run = (): Fields => {
				const lines = linesOf(target, location);
				const content = `${lines.join('\n')}\n`;
				const download = storage.createDownload(`${file}.csv`, 'text/csv', content);
				const execution: Fields = {
					executionId: randomUUID(),
					startTime,
					endTime: resources.clock.iso(),
					expireTime: new Date(resources.clock.now() + settings.signedMs).toISOString(),
					requestedAssetCount: lines.length - 1,
					result: { signedUris: { signedUris: [download] } },
				};
				const { recentExecutions = [] } = resources.get(target);
				resources.change(target, {
					recentExecutions: [...(recentExecutions as Fields[]), execution],
				});
				return execution;
			};
			return resources.start({ location, verb: 'run', target, requestId, run });
		};
	return {
		'POST assetsExportJobs/{}:run': runHandler('assets', (_, location) => [
			'name,title',
			...resources.below(`${location}/assets`).map(({ name, title }) => `${name},${String(title)}`),
		]),
		'POST reportConfigs/{}/reports/{}/reportExportJobs/{}:run': runHandler('report', (job) => {
			const report = resources.get(job.split('/reportExportJobs/')[0]!);
			const total = valueAt(report, 'summary.allAssetsStats.totalAssets');
			return ['report,machines', `${report.name},${String(total)}`];
		}),
	};
}

/** Fields of a new report: a summary of the groups in its configuration. */
function reportFields({ resources }: Context, { name }: Resource): Fields {
	const config = resources.get(name.split('/reports/')[0]!);
	const assignments = config.groupPreferencesetAssignments as Array<{ group: string }>;
	const groups = assignments.map(({ group }) => group);
	const total = resources.all.filter(({ assignedGroups = [] }) =>
		(assignedGroups as string[]).some((group) => groups.includes(group)),
	).length;
	return {
		state: 'SUCCEEDED',
		summary: {
			allAssetsStats: { totalAssets: String(total) },
			groupFindings: groups.map((group) => ({ displayName: group.split('/').at(-1) })),
		},
	};
}
