/** Facts about providers that the API descriptions in test/contract/published/ do not contain. */
import type { IDataObject } from 'n8n-workflow';
import type { Service } from '../../../nodes/engine/describe';
import type { NamedOperation } from '../../contract/kit/pack';
import type { CheckedRequest } from '../../contract/kit/published/checkRequest';
import type { CompleteResponse } from './describedResponses';

/**
 * Operations that the provider has withdrawn. Only the settings of the specification allow them.
 */
const withdrawn: Readonly<Record<string, readonly string[]>> = {
	activityTracking: ['leaderboard.getAll'],
};

export const isWithdrawn = ({ name }: Service, { id }: NamedOperation): boolean =>
	withdrawn[name]?.includes(id) ?? false;

/**
 * Values that replace those of the form, by operation. `*` stands for all operations. `undefined`
 * leaves a field out.
 */
const replacedValues: Readonly<Record<string, Readonly<Record<string, IDataObject>>>> = {
	activityTracking: {
		// The provider has withdrawn the efforts of other athletes.
		'segmentEffort.getAll': { ofAthlete: undefined },
		// The name of the file in the tests has another extension.
		'activity.upload': { fileFormat: 'gpx' },
	},
	codeHosting: {
		// An empty value of an expression is refused, because it would remove all labels.
		'issue.setLabels': { allIssueLabels: 'bug' },
		// Otherwise, the execution is suspended, or the run must contain the unique input in its name.
		'workflow.dispatchAndWait': {
			wait: 'polling',
			uniqueInput: undefined,
			failUnlessSuccessful: undefined,
		},
		// The name of a field in the described responses.
		'projectItem.update': {
			projectFieldValues: [{ fieldName: 'Priority', fieldValue: 'Low' }],
		},
		'workflowRun.wait': { failUnlessSuccessful: undefined },
	},
	// The conditions that the form starts with have no field yet.
	financeData: {
		'*': { filterBy: undefined },
		// The described file is any text.
		'attachment.get': { downloadFile: undefined },
	},
	instanceCloud: {
		// An instance needs an image, and other fields are not described.
		'instance.create': { image: 'nginx:latest', otherFields: {} },
		// Otherwise, the node waits for more output.
		'instance.getLogs': { followFor: 0 },
	},
};

/** The values of the form, replaced where the provider or the test needs others. */
export const withReplacedValues = (
	{ name }: Service,
	{ id }: NamedOperation,
	input: IDataObject,
): IDataObject => ({ ...input, ...replacedValues[name]?.['*'], ...replacedValues[name]?.[id] });

/** Operations whose items must differ in their responses, because each item starts another run. */
const singleItem: Readonly<Record<string, readonly string[]>> = {
	codeHosting: ['workflow.dispatchAndWait'],
};

/** Whether a run can contain only one item, because all items get the same response. */
export const needsSingleItem = ({ name }: Service, { id, operation }: NamedOperation): boolean =>
	operation.batch !== undefined || (singleItem[name]?.includes(id) ?? false);

/** An encoded polyline with one point. */
const polyline = '_p~iF~ps|U';

const uuid = '7a1f6c7e-3c0b-4f0e-9d3a-5b1f0c2d4e6f';

/** Replaces values at any depth, by the name of their property. */
const withValues = (body: unknown, values: Readonly<Record<string, unknown>>): unknown =>
	JSON.parse(JSON.stringify(body ?? null), (key, value: unknown) => values[key] ?? value);

/** Completes made-up responses, by service. */
export const completeResponse: Readonly<Record<string, CompleteResponse>> = {
	activityTracking: (body) =>
		withValues(body, { polyline, summary_polyline: polyline, points: polyline }),

	// The description does not state that the path of a request decides whether the response is a
	// file or a directory, and uploads have a host of their own. A run that is waited for is the
	// latest one and has failed, so that its jobs and logs are read. A tag is an annotated one.
	codeHosting(body, { request: { method, url }, address }) {
		const result = { status: 'completed', conclusion: 'failure' };
		if (/\/contents\/.*\.\w+$/.test(url) && Array.isArray(body))
			return { ...(body as IDataObject[])[0], type: 'file', encoding: 'base64', content: 'YQ==' };
		if (/\/git\/ref\/tags/.test(url))
			return { ...(body as IDataObject), object: { type: 'tag', sha: 'a-sha' } };
		if (method === 'GET' && /\/actions\/runs\/[^/]+$/.test(url))
			return { ...(body as IDataObject), ...result };
		if (method === 'GET' && /\/actions\/runs\/[^/]+\/jobs$/.test(url))
			return withRows(body, 'jobs', { ...result, html_url: 'https://example.com/' });
		if (method === 'GET' && /\/actions\/workflows\/[^/]+\/runs$/.test(url))
			return withRows(body, 'workflow_runs', {
				head_branch: 'main',
				created_at: new Date().toISOString(),
			});
		const uploads = `${address}/repos/octo-org/hello-world/releases/1/assets{?name,label}`;
		return withValues(body, { upload_url: uploads });
	},

	// Only an asynchronous write returns a job, and its link belongs to the service. Payouts have no
	// parameter for the cursor that the schema of their response contains.
	financeData(body, { request, address }) {
		if (request.url === '/payouts') return { ...(body as IDataObject), next_cursor: undefined };
		const { response_mode: mode } = (request.body ?? {}) as IDataObject;
		const { async_response: job, ...record } = (body ?? {}) as IDataObject;
		if (job !== undefined && mode !== 'async') return record;
		const link = { response_url: `${address}/jobs/${uuid}` };
		if (job !== undefined) return { async_response: withValues(job, link) };
		return request.url.startsWith('/jobs/') ? { ...record, status: 'success' } : body;
	},

	instanceCloud: (body, { request, full }) => withEntries(body, full, targetsOf(request)),
};

/** A list whose rows have these values. */
const withRows = (body: unknown, list: string, values: IDataObject): IDataObject => {
	const given = body as IDataObject;
	return { ...given, [list]: (given[list] as IDataObject[]).map((row) => ({ ...row, ...values })) };
};

/** A response with one entry per object in the request, with the UUID and name of the object. */
function withEntries(body: unknown, full: unknown, targets: readonly IDataObject[]): unknown {
	const { data: allData = {} } = full as { data?: IDataObject };
	const list = Object.keys(allData).find((key) => Array.isArray(allData[key]));
	if (list === undefined) return body;
	const given = body as { data?: Record<string, IDataObject[]> };
	const entry = given.data?.[list]?.[0] ?? {};
	const entries = (targets.length > 0 ? targets : [{ uuid }]).map((target) => ({
		...entry,
		...(entry.uuid === undefined ? {} : { uuid }),
		...target,
	}));
	return { ...given, data: { ...given.data, [list]: entries } };
}

/** The objects that a request refers to, with the properties that identify them. */
function targetsOf({ url, query, body }: CheckedRequest): IDataObject[] {
	const [inPath] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(url) ?? [];
	if (inPath !== undefined) return [{ uuid: inPath }];
	if (Array.isArray(body)) return (body as IDataObject[]).map(identityOf);
	const inQuery = ['uuid', 'name'].flatMap((key) =>
		[query[key] ?? []].flat().map((value) => ({ [key]: value })),
	);
	return inQuery as IDataObject[];
}

const identityOf = (entry: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(entry).filter(([key]) => ['uuid', 'name', 'id', 'url'].includes(key)),
	);
