// Requests for the resources of a location. Those without code of their own follow from the documented
// responses: whether they return a list, a resource or a long-running operation.

import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import type { Exchange } from '../kit/exchange';
import { googleError } from '../kit/googleErrors';
import { byToken } from '../kit/paging';
import type { Fields } from '../kit/records';
import {
	applyFieldMask,
	filterPredicate,
	valueAt,
	type Resource,
	type Resources,
	type Settings,
} from './resources';
import type { FileStorage } from './signedUrls';

export interface ResourceRequest {
	method: string;
	/** `projects/p/locations/l` */
	location: string;
	/** Resource name, or the name of the collection. */
	name: string;
	/** Path with `{}` for each ID, such as `importJobs/{}`. */
	pattern: string;
	/** Custom verb after the colon, such as `run`. */
	verb: string | undefined;
	query: Exchange['query'];
	body: Fields;
	/** Body of the documented response. */
	documented: Fields;
	exchange: Exchange;
}

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

const VERBS: Readonly<Record<string, string>> = {
	POST: 'create',
	PATCH: 'update',
	DELETE: 'delete',
};

export function respond(context: Context, request: ResourceRequest): unknown {
	const { resources } = context;
	const { method, location, name, pattern, verb, query, body, documented, exchange } = request;
	const collection = pattern
		.split('/')
		.filter((part) => part !== '{}')
		.at(-1)!;
	if (method === 'GET' && pattern.endsWith('{}')) return resources.get(name);
	if (method === 'GET') {
		if (!Array.isArray(documented[collection])) return documented;
		const found = resources.below(name).filter(filterPredicate(query.filter ?? ''));
		const { rows, fields } = pages(found, exchange);
		return { [collection]: rows, ...fields };
	}
	if (verb === 'cancel') {
		resources.cancel(name);
		return {};
	}
	const write = writeOf(context, request);
	if (!write) return documented;
	const { target = name, check, run } = write;
	const change = {
		location,
		verb: verb ?? VERBS[method]!,
		target,
		requestId: query.requestId ?? body.requestId,
	};
	return resources.once(change, () => {
		check?.();
		return 'done' in documented ? resources.start(change, run) : run();
	});
}

interface Write {
	/** Default: the name in the request. */
	target?: string;
	/** Called before the operation starts. @throws HttpError */
	check?(): void;
	run(): Fields;
}

/** What a request changes. Undefined for requests that only get the documented response. */
function writeOf(context: Context, request: ResourceRequest): Write | undefined {
	const { resources } = context;
	const { method, location, name, pattern, verb, query, body } = request;
	if (verb !== undefined) return customWriteOf(context, request);
	if (method === 'POST') {
		const [, id] = Object.entries(query).find(([key]) => /^(?!request).*Id$/.test(key)) ?? [];
		const target = `${name}/${id}`;
		const parent = name.slice(0, name.lastIndexOf('/'));
		return {
			target,
			check() {
				if (parent !== location) resources.get(parent);
				if (resources.find(target)) throw googleError(409, `Resource '${target}' already exists.`);
			},
			run() {
				const now = resources.clock.iso();
				const resource = { ...body, name: target, createTime: now, updateTime: now };
				return resources.put({ ...resource, ...addedTo(context, pattern, resource) });
			},
		};
	}
	if (!pattern.endsWith('{}')) return undefined;
	const current = resources.get(name);
	if (method === 'PATCH')
		return {
			run() {
				const changed = applyFieldMask(current, query.updateMask ?? '', body);
				return resources.put({ ...changed, updateTime: resources.clock.iso() });
			},
		};
	return {
		run() {
			resources.delete(name);
			return {};
		},
	};
}

/** What the service adds to a new resource of a collection. */
function addedTo(context: Context, path: string, resource: Resource): Fields {
	if (path === 'importJobs') return { state: 'IMPORT_JOB_STATE_PENDING' };
	if (path === 'importJobs/{}/importDataFiles')
		return { state: 'ACTIVE', uploadFileInfo: context.storage.createUpload() };
	if (path === 'reportConfigs/{}/reports') return reportFields(context, resource);
	return path === 'sources' || path === 'discoveryClients' ? { state: 'ACTIVE' } : {};
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

function customWriteOf(context: Context, request: ResourceRequest): Write | undefined {
	const { resources } = context;
	const { location, name, pattern, verb, body } = request;
	const setState = (state: string) =>
		resources.change(name, { state: `IMPORT_JOB_STATE_${state}` });
	switch (`${pattern}:${verb}`) {
		case 'groups/{}:addAssets':
		case 'groups/{}:removeAssets': {
			const { assetIds } = body.assets as { assetIds: string[] };
			return {
				check: () => [name, ...assetIds].forEach((one) => resources.get(one)),
				run() {
					for (const asset of assetIds.map((id) => resources.get(id))) {
						const groups = new Set(asset.assignedGroups as string[]);
						if (verb === 'addAssets') groups.add(name);
						else groups.delete(name);
						resources.change(asset.name, { assignedGroups: [...groups] });
					}
					return resources.get(name);
				},
			};
		}
		case 'importJobs/{}:validate':
			return { check: () => void setState('VALIDATING'), run: () => validate(context, name) };
		case 'importJobs/{}:run':
			return {
				check() {
					const { state } = resources.get(name);
					if (state !== 'IMPORT_JOB_STATE_READY')
						throw googleError(400, `The import job is ${String(state)}, not READY.`);
					setState('RUNNING');
				},
				run: () => importFiles(context, name),
			};
		case 'assetsExportJobs/{}:run': {
			const lines = resources
				.below(`${location}/assets`)
				.map((asset) => `${asset.name},${String(asset.title)}`);
			return { run: () => exportFile(context, name, 'assets.csv', ['name,title', ...lines]) };
		}
		case 'reportConfigs/{}/reports/{}/reportExportJobs/{}:run': {
			const report = resources.get(name.split('/reportExportJobs/')[0]!);
			const total = valueAt(report, 'summary.allAssetsStats.totalAssets');
			const lines = ['report,machines', `${report.name},${String(total)}`];
			return { run: () => exportFile(context, name, 'report.csv', lines) };
		}
		default:
			return undefined;
	}
}

interface ImportedRow {
	MachineName: string;
	AllocatedProcessorCoreCount?: string;
}

/** The rows of the uploaded files of an import job. The text is missing until a file is uploaded. */
const filesOf = ({ resources, storage }: Context, job: string) =>
	resources.below(`${job}/importDataFiles`).map(({ displayName, uploadFileInfo }) => {
		const { signedUri } = uploadFileInfo as { signedUri: string };
		const text = storage.uploads.get(signedUri.split('/').at(-1)!)?.text;
		const rows = parse(text ?? '', { columns: true }) as ImportedRow[];
		return { displayName, isUploaded: text !== undefined, rows };
	});

const problem = (errorDetails: string) => ({ errorDetails, severity: 'ERROR' });

function validate(context: Context, job: string): Fields {
	const files = filesOf(context, job);
	const fileValidations = files
		.map(({ displayName: fileName, isUploaded, rows }) => ({
			fileName,
			fileErrors: isUploaded ? [] : [problem('The file was not uploaded')],
			rowErrors: rows.flatMap(({ MachineName }, index) =>
				MachineName
					? []
					: // The header is row 1.
						{
							errors: [problem('MachineName is missing')],
							csvError: { rowNumber: index + 2 },
						},
			),
		}))
		.filter(({ fileErrors, rowErrors }) => fileErrors.length + rowErrors.length > 0);
	const jobErrors = files.length > 0 ? [] : [problem('The job has no files')];
	const isValid = fileValidations.length + jobErrors.length === 0;
	return context.resources.change(job, {
		state: isValid ? 'IMPORT_JOB_STATE_READY' : 'IMPORT_JOB_STATE_FAILED_VALIDATION',
		validationReport: { fileValidations, jobErrors },
	});
}

function importFiles(context: Context, job: string): Fields {
	const { resources } = context;
	const rows = filesOf(context, job).flatMap((file) => file.rows);
	const now = resources.clock.iso();
	for (const { MachineName: title, AllocatedProcessorCoreCount: cores } of rows)
		resources.put({
			name: `${job.split('/importJobs/')[0]}/assets/${randomUUID()}`,
			title,
			machineDetails: { machineName: title, coreCount: Number(cores ?? 0) },
			sources: [resources.get(job).assetSource],
			assignedGroups: [],
			labels: {},
			attributes: {},
			hidden: false,
			createTime: now,
			updateTime: now,
		});
	return resources.change(job, {
		state: 'IMPORT_JOB_STATE_COMPLETED',
		completeTime: now,
		executionReport: { framesReported: rows.length, totalRowsCount: rows.length },
	});
}

/** Exports lines of text as a file with a signed URL. */
function exportFile(
	{ resources, storage, settings }: Context,
	job: string,
	file: string,
	lines: readonly string[],
): Fields {
	const now = resources.clock.iso();
	const download = storage.createDownload(file, 'text/csv', `${lines.join('\n')}\n`);
	const execution = {
		executionId: randomUUID(),
		startTime: now,
		endTime: now,
		expireTime: new Date(resources.clock.now() + settings.signedMs).toISOString(),
		requestedAssetCount: lines.length - 1,
		result: { signedUris: { signedUris: [download] } },
	};
	const { recentExecutions = [] } = resources.get(job);
	resources.change(job, { recentExecutions: [...(recentExecutions as Fields[]), execution] });
	return execution;
}
