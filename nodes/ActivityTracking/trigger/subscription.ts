/**
 * Webhook methods of Activity Tracking Trigger. The first workflow of an application creates the
 * push subscription. Further workflows share it: they join the workflow that has it.
 */
import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { cancellableSleep, withNodeErrors } from '../../engine';
import { type Connection, PackError, toResult } from '../../engine/describe';
import { callbackUrlOf, connectApplication, stateOf } from './context';
import { handOver } from './handOver';
import { joinedWorkflows, storeWorkflows } from './joinedWorkflows';
import { joinHost, leaveHost } from './joinHost';
import { isTriggerUrl, type Sender } from './messageClient';
import {
	createAt,
	deleteById,
	findSubscription,
	readAthleteId,
	type Subscription,
} from './pushSubscription';

/** Time in which another workflow takes over the subscription. */
const takeOverMs = 3_000;

/**
 * Whether the subscription of the application belongs to this trigger. If it does not, n8n calls
 * `createSubscription`, and the trigger joins again. The other workflow may have changed since.
 */
export async function checkSubscription(context: IHookFunctions): Promise<boolean> {
	return await withNodeErrors(context, async () => {
		const connection = await connectApplication(context);
		const existing = await findSubscription(connection);
		if (existing?.callbackUrl !== callbackUrlOf(context)) return false;
		storeState(context, existing.id, await readAthleteId(connection));
		return true;
	});
}

/** How often a workflow looks for the subscription while other workflows start and stop. */
const maxLookups = 5;

/**
 * Creates the subscription, or joins the workflow that has it.
 * @throws NodeApiError if the existing subscription cannot be shared
 */
export async function createSubscription(context: IHookFunctions): Promise<boolean> {
	return await withNodeErrors(context, async () => {
		const connection = await connectApplication(context);
		const { replaceExisting = false } = context.getNodeParameter('options', {}) as IDataObject;
		let existing = await findSubscription(connection);
		// Fails if the account is not connected, before the subscription is changed.
		const athleteId = await readAthleteId(connection);
		if (existing && replaceExisting === true) {
			await deleteById(connection, existing.id);
			existing = undefined;
		}
		for (let lookup = 1; lookup <= maxLookups; lookup++) {
			const isDone = existing
				? await share(context, connection, existing, athleteId)
				: await create(context, connection, athleteId);
			if (isDone) return true;
			// Another workflow has created the subscription, or handed it over, in the meantime.
			existing = await findSubscription(connection);
		}
		throw conflict(connection, existing?.callbackUrl ?? '');
	});
}

/** Returns false if another workflow has created a subscription in the meantime. */
async function create(
	context: IHookFunctions,
	connection: Connection,
	athleteId: string,
): Promise<boolean> {
	const id = await createAt(context, connection, callbackUrlOf(context));
	if (id === undefined) return false;
	storeState(context, id, athleteId);
	return true;
}

/**
 * Joins the workflow that has the subscription. Returns false if that workflow has stopped in the
 * meantime.
 * @throws PackError if the subscription belongs to something else
 */
async function share(
	context: IHookFunctions,
	connection: Connection,
	{ id, callbackUrl: hostUrl }: Subscription,
	athleteId: string,
): Promise<boolean> {
	const sender: Sender = { connection, url: callbackUrlOf(context) };
	// The workflow that had the subscription has handed it over to this workflow.
	const isOwn = hostUrl === sender.url;
	// The test URL works only for a short time, so it does not share a subscription.
	if (!isOwn && (context.getMode() === 'manual' || !(await isTriggerUrl(sender, hostUrl)))) {
		const current = await findSubscription(connection);
		if (current?.callbackUrl !== hostUrl) return false;
		throw conflict(connection, hostUrl);
	}
	if (!isOwn && !(await joinHost(sender, hostUrl, athleteId))) return false;
	storeState(context, isOwn ? id : undefined, athleteId);
	return true;
}

/**
 * Deletes the subscription, or hands it over to a workflow that shares it. If the subscription
 * belongs to another workflow, leaves that workflow. Returns false if the service does not confirm
 * it.
 */
export async function deleteSubscription(context: IHookFunctions): Promise<boolean> {
	const state = stateOf(context);
	if (state.athleteId === undefined) return true;
	const result = await toResult(endSubscription(context));
	if ('error' in result) return false;
	delete state.subscriptionId;
	storeWorkflows(context, []);
	return true;
}

async function endSubscription(context: IHookFunctions): Promise<void> {
	const connection = await connectApplication(context);
	const sender: Sender = { connection, url: callbackUrlOf(context) };
	let existing = await findSubscription(connection);
	if (!existing && stateOf(context).subscriptionId === undefined) {
		// The workflow that had the subscription may be handing it over to this workflow.
		await cancellableSleep(takeOverMs);
		existing = await findSubscription(connection);
	}
	if (!existing) return;
	if (existing.callbackUrl !== sender.url) return await leaveHost(sender, existing.callbackUrl);
	await deleteById(connection, existing.id);
	const joined = joinedWorkflows(context);
	if (!(await handOver(sender, joined)))
		context.logger.warn(
			`The push subscription was deleted. None of the ${joined.length} workflows that share it could create it again. Stop one of these workflows, and start it again.`,
			{ workflowId: context.getWorkflow().id, node: context.getNode().name },
		);
}

function storeState(context: IHookFunctions, id: string | undefined, athleteId: string): void {
	const state = stateOf(context);
	state.athleteId = athleteId;
	if (id === undefined) delete state.subscriptionId;
	else state.subscriptionId = id;
}

const conflict = ({ label }: Connection, callbackUrl: string): PackError =>
	new PackError(
		`The ${label} application already has a push subscription, for ${callbackUrl || 'another URL'}`,
		{
			hint:
				'An application can have only one. Workflows with this trigger share it, but the URL did ' +
				'not respond like this trigger. If it belongs to the test URL of a workflow, wait until ' +
				'the test is over. If no other workflow or app needs the existing subscription, turn on ' +
				'Replace Existing Subscription in Options.',
		},
	);
