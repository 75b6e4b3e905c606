/**
 * Finds the run that a dispatch has started, if the response to the dispatch does not contain it.
 */
import type { IDataObject } from 'n8n-workflow';
import { cachePerRun, waitUntil } from '../../engine';
import {
	type Call,
	type HttpResponse,
	PackError,
	statusOf,
	toResult,
	toText,
} from '../../engine/describe';
import { tokenScopes } from '../tokenScopes';
import { type AwaitedRun, intervalMs, maxWaitMs, type WaitInput } from './waitForRun';

/** How the run was found. */
export type FoundBy = 'run_details' | 'unique_input' | 'time_and_actor' | 'time';

export type FoundRun = AwaitedRun & { readonly foundBy: FoundBy };

export interface FindInput extends WaitInput {
	readonly workflowId: string;
	readonly ref: string;
	readonly uniqueInput?: string;
}

/** Maximum time until a run appears in the list of runs. */
const maxFindMs = 120_000;
/** First and longest interval between two reads of the list. */
const firstIntervalMs = 2000;
const longestIntervalMs = 10_000;
/**
 * How long before the response to the dispatch the run may have been created: the duration of the
 * request, and one second because the Date header has no fractions.
 */
const createdBeforeMs = 5000;

const policy = { idempotency: 'safe', permission: tokenScopes.actionsRead } as const;

/** IDs of the runs that the items of a node run have found, so that no two items share a run. */
const foundIds = new WeakMap<object, Set<string>>();

/**
 * Finds the run in the list of runs: by the value of the unique input in its name, otherwise by
 * branch, actor and creation time.
 * @param dispatched response to the dispatch, whose Date header is the clock of the service
 * @param uniqueValue value of the unique input
 * @throws PackError if no run or several runs match
 */
export async function findRun(
	call: Call<FindInput>,
	dispatched: HttpResponse,
	uniqueValue: string | undefined,
): Promise<FoundRun> {
	const { input, connection } = call;
	const found = foundIds.get(connection.runKey) ?? new Set<string>();
	foundIds.set(connection.runKey, found);
	const actor = uniqueValue === undefined ? await actorLogin(call) : undefined;
	const since = (Date.parse(toText(dispatched.headers.date)) || Date.now()) - createdBeforeMs;
	const matches = (run: IDataObject): boolean =>
		Date.parse(toText(run.created_at)) >= since &&
		!found.has(toText(run.id)) &&
		(uniqueValue === undefined
			? isOnRef(run, input.ref) && isStartedBy(run, actor)
			: `${toText(run.display_title)}\n${toText(run.name)}`.includes(uniqueValue));
	let previous: string | undefined;
	const { state } = await waitUntil({
		async read() {
			const runs = (await recentRuns(call)).filter(matches);
			const id = runs.length === 1 ? toText(runs[0]!.id) : undefined;
			// Another run can appear before the run of this dispatch, so a match by time must be the only
			// one in two reads.
			const isCertain = id !== undefined && (uniqueValue !== undefined || id === previous);
			previous = id;
			return { runs, isCertain };
		},
		isDone: ({ runs, isCertain }) => isCertain || runs.length > 1,
		maximumMs: Math.min(maxFindMs, maxWaitMs(input)),
		intervalMs: Math.min(firstIntervalMs, intervalMs(input)),
		longestIntervalMs,
		// Without `startNext`: the next item must not dispatch its run before this one is found.
		connection: { memory: connection.memory, signal: connection.signal },
	});
	const [run] = state.runs;
	if (state.runs.length > 1) throw ambiguousError(state.runs, input.uniqueInput);
	if (!run || !state.isCertain) throw notFoundError(input.uniqueInput);
	found.add(toText(run.id));
	return {
		id: toText(run.id),
		html_url: toText(run.html_url),
		foundBy: uniqueValue !== undefined ? 'unique_input' : actor ? 'time_and_actor' : 'time',
	};
}

/**
 * The latest dispatched runs. Branch and actor are compared here and not by the service, because the
 * filter for branches is not described for tags.
 */
async function recentRuns({ request, input }: Call<FindInput>): Promise<IDataObject[]> {
	const { body } = await request(
		'GET /repos/{owner}/{repository}/actions/workflows/{workflowId}/runs',
		{
			values: { ...input },
			query: { event: 'workflow_dispatch', exclude_pull_requests: true, per_page: 50 },
		},
		policy,
	);
	const { workflow_runs: runs } = (body ?? {}) as IDataObject;
	return Array.isArray(runs) ? (runs as IDataObject[]) : [];
}

const isOnRef = ({ head_branch: branch }: IDataObject, ref: string): boolean =>
	branch === ref.replace(/^refs\/(?:heads|tags)\//, '');

const isStartedBy = (run: IDataObject, login: string | undefined): boolean => {
	const actors = [run.actor, run.triggering_actor]
		.map((actor) => toText((actor as IDataObject | undefined)?.login).toLowerCase())
		.filter(Boolean);
	return login === undefined || actors.length === 0 || actors.includes(login.toLowerCase());
};

const loginOfRun = cachePerRun<string | undefined>();

/** Login of the user of the credential. Undefined for apps, and if the token cannot read it. */
async function actorLogin({ request, connection }: Call<unknown>): Promise<string | undefined> {
	const read = async (): Promise<string | undefined> => {
		const user = await toResult(request('GET /user', {}, { idempotency: 'safe' }));
		if ('value' in user) return toText((user.value.body as IDataObject | undefined)?.login);
		const status = statusOf(user.error);
		if (status !== 403 && status !== 404) throw user.error;
		return undefined;
	};
	return (await loginOfRun(connection, 'login', read)) || undefined;
}

function ambiguousError(runs: readonly IDataObject[], uniqueInput: string | undefined): PackError {
	const urls = runs.map(({ id, html_url: url }) => toText(url) || toText(id)).join(', ');
	return new PackError(
		`The workflow was dispatched, but ${runs.length} runs could be the one that it started`,
		{
			hint: `${uniqueInput === undefined ? uniqueInputHint : 'Use a different value of the unique input in every dispatch.'} Runs: ${urls}`,
			code: 'RUN_AMBIGUOUS',
			mayHaveBeenProcessed: true,
		},
	);
}

const uniqueInputHint =
	'In Options, set Unique Input to the name of an input that run-name in the workflow file contains.';

const notFoundError = (uniqueInput: string | undefined): PackError =>
	new PackError('The workflow was dispatched, but the run that it started was not found', {
		hint:
			uniqueInput === undefined
				? `${uniqueInputHint} Check in the service whether the run was started.`
				: `Check that run-name in the workflow file contains \${{ inputs.${uniqueInput} }}. Check in the service whether the run was started.`,
		code: 'RUN_NOT_FOUND',
		mayHaveBeenProcessed: true,
	});
