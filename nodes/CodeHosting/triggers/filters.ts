/** The filters of the trigger. Pure. */
import type { IDataObject } from 'n8n-workflow';
import { isObject, toText, valueAt } from '../../engine/describe';
import { everyEvent } from './webhookEvents';

export interface Filters {
	readonly actions?: readonly string[];
	readonly actors?: readonly string[];
	readonly branches?: readonly string[];
	readonly discussionCategories?: readonly string[];
	readonly paths?: readonly string[];
	readonly projectIds?: readonly string[];
	readonly repositories?: readonly string[];
}

/** A verified delivery. */
export interface WebhookEvent {
	readonly event: string;
	readonly body: IDataObject;
}

/** The label of the field that excludes an event. Undefined if the event starts the workflow. */
export function excludingField(
	event: WebhookEvent,
	events: readonly string[],
	{ actions, actors, branches, discussionCategories, paths, projectIds, repositories }: Filters,
): string | undefined {
	const { body } = event;
	if (!events.includes(everyEvent) && !events.includes(event.event)) return 'Events';
	if (!matchesAction(event, actions)) return 'Actions';
	if (!matchesSome(actors, [textAt(body, 'sender.login')], true)) return 'Actors';
	const repository = textAt(body, 'repository.full_name');
	if (repository !== '' && !matchesSome(repositories?.map(withOwner), [repository], true))
		return 'Repositories';
	const category = textAt(body, 'discussion.category.name');
	if (category !== '' && !matchesSome(discussionCategories, [category], true))
		return 'Discussion Categories';
	const project = projectFields.map((path) => textAt(body, path)).find((id) => id !== '');
	if (project !== undefined && !matchesSome(projectIds, [project])) return 'Project IDs';
	const eventBranches = branchesOf(event);
	if (eventBranches !== undefined && !matchesSome(branches, eventBranches)) return 'Branches';
	const changed = changedPaths(event);
	if (changed !== undefined && !matchesSome(paths, changed)) return 'Paths';
	return undefined;
}

/**
 * The fields that a filter needs, but cannot read, because their values have an unexpected type.
 * Such a filter does not exclude the event.
 */
export function unreadableFields(
	event: WebhookEvent,
	{ branches = [], paths = [] }: Filters,
): string[] {
	const { body } = event;
	const isUnreadable = {
		branches: event.event === 'status' && branches.length > 0 && !rowsIn(body.branches),
		commits: event.event === 'push' && paths.length > 0 && !pathsIn(body.commits),
	};
	return Object.entries(isUnreadable).flatMap(([field, value]) => (value ? [field] : []));
}

/** Whether no filter is set, or one of the values matches the patterns. */
function matchesSome(
	patterns: readonly string[] = [],
	values: readonly string[],
	ignoresCase = false,
): boolean {
	if (patterns.length === 0) return true;
	const fold = (text: string): string => (ignoresCase ? text.toLowerCase() : text);
	const folded = patterns.map(fold);
	return values.some((value) => matchesPatterns(folded, fold(value)));
}

/** A pattern without an owner matches repositories of all owners. */
const withOwner = (pattern: string): string =>
	pattern.includes('/') ? pattern : pattern.replace(/^!?/, '$&*/');

/**
 * Entries are actions, or an event and an action with a dot between them. The latter do not affect
 * other events.
 */
function matchesAction({ event, body }: WebhookEvent, entries: readonly string[] = []): boolean {
	const action = toText(body.action).toLowerCase();
	if (action === '') return true;
	const applicable = entries
		.map((entry) => entry.toLowerCase().split('.'))
		.filter((parts) => parts.length === 1 || parts[0] === event)
		.map((parts) => parts.at(-1));
	return applicable.length === 0 || applicable.includes(action);
}

/** Where the events contain the project. Most events of items do not contain its number. */
const projectFields = [
	'projects_v2.node_id',
	'projects_v2_item.project_node_id',
	'projects_v2_status_update.project_node_id',
] as const;

/** Where the events contain a branch. */
const branchFields = [
	'pull_request.base.ref',
	'workflow_run.head_branch',
	'workflow_job.head_branch',
	'check_run.check_suite.head_branch',
	'check_suite.head_branch',
	'deployment.ref',
	'release.target_commitish',
	'merge_group.base_ref',
] as const;

/** The branches of an event. Undefined if events of this kind have no branch, or if they are unreadable. */
function branchesOf({ event, body }: WebhookEvent): string[] | undefined {
	if (event === 'create' || event === 'delete')
		return body.ref_type === 'branch' ? [toText(body.ref)] : [];
	if (event === 'status') return rowsIn(body.branches)?.map(({ name }) => toText(name));
	const ref = toText(body.ref);
	if (ref !== '') return ref.startsWith('refs/') ? branchIn(ref) : [ref];
	const field = branchFields.find((path) => hasParent(body, path));
	if (field === undefined) return undefined;
	const value = textAt(body, field);
	return value.startsWith('refs/') ? branchIn(value) : value === '' ? [] : [value];
}

/** The branch in a full reference. A tag is not a branch. */
const branchIn = (ref: string): string[] =>
	ref.startsWith('refs/heads/') ? [ref.slice('refs/heads/'.length)] : [];

/** The service sends at most this number of commits with a push. */
const maxCommits = 2048;

/**
 * The paths that a push changes. Undefined for other events, and for a push whose commits are
 * incomplete or unreadable.
 */
function changedPaths({ event, body }: WebhookEvent): string[] | undefined {
	const isIncomplete = Array.isArray(body.commits) && body.commits.length >= maxCommits;
	return event === 'push' && !isIncomplete ? pathsIn(body.commits) : undefined;
}

/** The paths in a list of commits. Undefined if the list is unreadable. */
function pathsIn(commits: unknown): string[] | undefined {
	const paths = rowsIn(commits)?.flatMap(({ added, modified, removed }) =>
		[added, modified, removed].flatMap((value) => value ?? []),
	);
	return paths?.every((path) => typeof path === 'string') === true ? paths : undefined;
}

/** The objects in a list, which may be missing. Undefined if it is not a list of objects. */
function rowsIn(value: unknown): IDataObject[] | undefined {
	const rows = value ?? [];
	return Array.isArray(rows) && rows.every(isObject) ? rows : undefined;
}

export const textAt = (body: IDataObject, path: string): string => {
	const value = valueAt(body, path);
	return typeof value === 'string' ? value : '';
};

const hasParent = (body: IDataObject, path: string): boolean =>
	valueAt(body, path.slice(0, path.lastIndexOf('.'))) !== undefined;

/**
 * Whether a text matches the patterns. `*` matches any number of characters except `/`, `?` matches
 * one such character, and `**` matches any text. A pattern that starts with `!` excludes what it
 * matches. As in a .gitignore file, the last pattern that matches decides. If all patterns exclude,
 * everything else is included.
 */
export function matchesPatterns(patterns: readonly string[], text: string): boolean {
	let isIncluded = patterns.every((pattern) => pattern.startsWith('!'));
	for (const pattern of patterns) {
		const isExclusion = pattern.startsWith('!');
		if (matchesGlob(isExclusion ? pattern.slice(1) : pattern, text)) isIncluded = !isExclusion;
	}
	return isIncluded;
}

/** Marks the start of `**` and `/`, which together may also match nothing. */
const optionalFolders = '**/';

/**
 * Compares a text with one pattern, character by character. The time is proportional to the product
 * of their lengths. A regular expression with several wildcards could take much longer.
 */
function matchesGlob(pattern: string, text: string): boolean {
	const tokens = (pattern.match(/\*\*\/|\*\*|[^]/gu) ?? []).flatMap((token) =>
		token === optionalFolders ? [optionalFolders, '**', '/'] : token,
	);
	let positions = withSkips(tokens, new Set([0]));
	for (const character of text)
		positions = withSkips(
			tokens,
			new Set([...positions].flatMap((at) => positionAfter(tokens[at], at, character))),
		);
	return positions.has(tokens.length);
}

/** The position in the pattern after the token at `at` has matched a character. */
function positionAfter(token: string | undefined, at: number, character: string): number[] {
	if (token === '**' || (token === '*' && character !== '/')) return [at];
	return token === character || (token === '?' && character !== '/') ? [at + 1] : [];
}

/** Adds the positions after tokens that may match nothing. */
function withSkips(tokens: readonly string[], positions: Set<number>): Set<number> {
	// A set also iterates over the values that are added during the iteration.
	for (const at of positions) {
		if (tokens[at] === '*' || tokens[at] === '**') positions.add(at + 1);
		if (tokens[at] === optionalFolders) positions.add(at + 1).add(at + 3);
	}
	return positions;
}
