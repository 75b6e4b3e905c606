/**
 * The workflows that share the subscription of a workflow. n8n stores them with the workflow. n8n
 * does not lock what it stores: another trigger or a Code node of the workflow can overwrite it with
 * an earlier state. Therefore, each process also remembers the list.
 */
import { nodeKeyOf, stateOf, type TriggerContext } from './context';
import { type JoinedWorkflow, maxJoined } from './sharedMessages';

/** The lists that this process has seen, by node. */
const remembered = new Map<string, readonly JoinedWorkflow[]>();

export function joinedWorkflows(context: TriggerContext): readonly JoinedWorkflow[] {
	const stored = storedWorkflows(context);
	const isStored = ({ url }: JoinedWorkflow): boolean => stored.some((one) => one.url === url);
	const earlier = remembered.get(nodeKeyOf(context)) ?? [];
	const all = [...stored, ...earlier.filter((one) => !isStored(one))].slice(0, maxJoined);
	remember(context, all);
	return all;
}

/** Copies, because n8n observes changes of the original. */
export const storedWorkflows = (context: TriggerContext): readonly JoinedWorkflow[] =>
	(stateOf(context).joined ?? []).map(({ url, athleteId, joinedAt }) => ({
		url,
		athleteId,
		joinedAt,
	}));

/** Replaces the list. */
export function storeWorkflows(context: TriggerContext, joined: readonly JoinedWorkflow[]): void {
	const state = stateOf(context);
	if (joined.length > 0) state.joined = joined.map((one) => ({ ...one }));
	else delete state.joined;
	remember(context, joined);
}

/**
 * Adds a workflow. Two workflows that join at the same time can overwrite each other, so a workflow
 * must join again until it is known.
 * @returns `known` if n8n had stored the workflow before
 */
export function addWorkflow(
	context: TriggerContext,
	workflow: JoinedWorkflow,
): 'known' | 'added' | 'full' {
	const { url, athleteId } = workflow;
	const isKnown = storedWorkflows(context).some(
		(one) => one.url === url && one.athleteId === athleteId,
	);
	if (isKnown) return 'known';
	const others = joinedWorkflows(context).filter((one) => one.url !== url);
	if (others.length >= maxJoined) return 'full';
	storeWorkflows(context, [...others, workflow]);
	return 'added';
}

/** Removes a workflow, unless it has joined again since. */
export function removeWorkflow(context: TriggerContext, url: string, leftAt: number): void {
	const joined = joinedWorkflows(context);
	const others = joined.filter((one) => one.url !== url || one.joinedAt > leftAt);
	if (others.length < joined.length) storeWorkflows(context, others);
}

/** Removes a workflow from the memory of this process. */
export const forgetWorkflow = (context: TriggerContext, url: string): void =>
	remember(
		context,
		(remembered.get(nodeKeyOf(context)) ?? []).filter((one) => one.url !== url),
	);

function remember(context: TriggerContext, joined: readonly JoinedWorkflow[]): void {
	if (joined.length > 0) remembered.set(nodeKeyOf(context), joined);
	else remembered.delete(nodeKeyOf(context));
}
