// Requests for the resources of a location. Those without code of their own follow from the documented
// responses: whether they return a list, a resource or a long-running operation.

import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import type { FastifyRequest } from 'fastify';
import type { Exchange } from '../kit/exchange';
import { googleError } from '../kit/googleErrors';
import { byToken } from '../kit/paging';
import type { Fields } from '../kit/records';
import { pathOf } from '../kit/requestPattern';
import {
	applyFieldMask,
	filterPredicate,
	valueAt,
	type Resource,
	type Resources,
	type Settings,
} from './resources';
import type { FileStorage } from './signedUrls';

interface ResourceRequest {
	/** `projects/p/locations/l` */
	location: string;
	/** Resource name, or the name of the collection. */
	name: string;
	/** Path with `{}` for each ID, such as `importJobs/{}`. */
	pattern: string;
	/** Name of the resource that is created or changed. */
	target: string;
	query: Exchange['query'];
	body: Fields;
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
const LOCATION_PATH = /^\/v1alpha1\/(projects\/[^/]+\/locations\/[^/:]+)\/?([^:]*):?(.*)$/;

export function locationResponse(name: string): Fields {
	const locationId = name.split('/').at(-1)!;
	return { name, locationId, displayName: locationId };
}

/** @param documented body of the documented response */
export function respond(
	context: Context,
	{ method, url, query: parameters, body: sent }: FastifyRequest,
	documented: Fields,
): unknown {
	const { resources } = context;
	const query = parameters as Exchange['query'];
	const body = (sent ?? {}) as Fields;
	const [, location = '', path = '', verb = ''] = LOCATION_PATH.exec(pathOf(url)) ?? [];
	if (path === '') return locationResponse(location);
	const parts = path.split('/').map(decodeURIComponent);
	const pattern = parts.map((part, index) => (index % 2 === 1 ? '{}' : part)).join('/');
	const name = [location, ...parts].join('/');
	const isResource = parts.length % 2 === 0;
	if (method === 'GET') {
		const collection = parts.at(-1)!;
		if (isResource) return resources.get(name);
		if (!Array.isArray(documented[collection])) return documented;
		const found = resources.below(name).filter(filterPredicate(query.filter ?? ''));
		const { rows, fields } = pages(found, { query } as Exchange);
		return { [collection]: rows, ...fields };
	}
	if (verb === 'cancel') return resources.cancel(name);
	const isNew = method === 'POST' && verb === '';
	const write = verb !== '' ? custom[`${pattern}:${verb}`] : standard[method];
	if (!write || (!isNew && !isResource)) return documented;
	const [, id] = Object.entries(query).find(([key]) => /^(?!request).*Id$/.test(key)) ?? [];
	const target = isNew ? `${name}/${id}` : name;
	const { requestId = body.requestId } = query;
	return resources.once(location, requestId, () => {
		const run = write(context, { location, name, pattern, target, query, body });
		if (!('done' in documented)) return run();
		return resources.start({ location, verb: verb || VERBS[method]!, target }, run);
	});
}

/** Checks a request, and returns the function that performs it. @throws HttpError */
type Write = (context: Context, request: ResourceRequest) => () => Fields;

const standard: Readonly<Record<string, Write>> = {
	POST(context, { location, name, pattern, target, body }) {
		const { resources } = context;
		const parent = name.slice(0, name.lastIndexOf('/'));
		if (parent !== location) resources.get(parent);
		if (resources.find(target)) throw googleError(409, `Resource '${target}' already exists.`);
		return () => {
			const now = resources.clock.iso();
			const resource = { ...body, name: target, createTime: now, updateTime: now };
			return resources.put({ ...resource, ...addedTo(context, pattern, resource) });
		};
	},
	PATCH({ resources }, { name, query, body }) {
		resources.get(name);
		return () => {
			resources.put(applyFieldMask(resources.get(name), query.updateMask ?? '', body));
			return resources.change(name, {});
		};
	},
	DELETE({ resources }, { name }) {
		resources.get(name);
		return () => resources.delete(name);
	},
};

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

const assign =
	(isAdded: boolean): Write =>
	({ resources }, { name, body }) => {
		const { assetIds } = body.assets as { assetIds: string[] };
		for (const one of [name, ...assetIds]) resources.get(one);
		return () => {
			for (const id of assetIds) {
				const { assignedGroups = [] } = resources.get(id) as { assignedGroups?: string[] };
				const others = assignedGroups.filter((group) => group !== name);
				resources.change(id, { assignedGroups: isAdded ? [...others, name] : others });
			}
			return resources.get(name);
		};
	};

const setState = ({ resources }: Context, job: string, state: string): Resource =>
	resources.change(job, { state: `IMPORT_JOB_STATE_${state}` });

/** Writes with a verb, such as `run`. */
const custom: Readonly<Record<string, Write>> = {
	'groups/{}:addAssets': assign(true),
	'groups/{}:removeAssets': assign(false),
	'importJobs/{}:validate'(context, { name }) {
		setState(context, name, 'VALIDATING');
		return () => validate(context, name);
	},
	'importJobs/{}:run'(context, { name }) {
		const { state } = context.resources.get(name);
		if (state !== 'IMPORT_JOB_STATE_READY')
			throw googleError(400, `The import job is ${String(state)}, not READY.`);
		setState(context, name, 'RUNNING');
		return () => importFiles(context, name);
	},
	'assetsExportJobs/{}:run'(context, { name, location }) {
		const lines = context.resources
			.below(`${location}/assets`)
			.map((asset) => `${asset.name},${String(asset.title)}`);
		return () => exportFile(context, name, 'assets.csv', ['name,title', ...lines]);
	},
	'reportConfigs/{}/reports/{}/reportExportJobs/{}:run'(context, { name }) {
		const report = context.resources.get(name.split('/reportExportJobs/')[0]!);
		const total = valueAt(report, 'summary.allAssetsStats.totalAssets');
		const lines = ['report,machines', `${report.name},${String(total)}`];
		return () => exportFile(context, name, 'report.csv', lines);
	},
};

interface ImportedRow {
	MachineName: string;
	AllocatedProcessorCoreCount?: string;
}

/** The rows of the uploaded files of an import job. */
const filesOf = ({ resources, storage }: Context, job: string) =>
	resources.below(`${job}/importDataFiles`).map(({ displayName, uploadFileInfo }) => {
		const { signedUri } = uploadFileInfo as { signedUri: string };
		const content = storage.uploads.get(signedUri.split('/').at(-1)!)?.content;
		const rows = parse(content ?? '', { columns: true }) as ImportedRow[];
		return { displayName, isUploaded: content !== undefined, rows };
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
