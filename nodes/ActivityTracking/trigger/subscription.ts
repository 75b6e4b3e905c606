/**
 * Webhook methods of Activity Tracking Trigger. The first workflow of an application creates the
 * push subscription. Further workflows share it: they join the workflow that has it.
 */
import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { type Connection, PackError } from '../../engine/describe';
import { withNodeErrors } from '../../engine/transport/nodeError';
import { toResult } from '../../engine/transport/result';
import { cancellableSleep } from '../../engine/transport/sleep';
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

/**
 * Creates the subscription, or joins the workflow that has it.
 * @throws NodeApiError if the existing subscription cannot be shared
 */
export async function createSubscription(context: IHookFunctions): Promise<boolean> {
	return await withNodeErrors(context, async () => {
		const connection = await connectApplication(context);
		const existing = await findSubscription(connection);
		const { replaceExisting = false } = context.getNodeParameter('options', {}) as IDataObject;
		if (existing && replaceExisting !== true) return await join(context, connection, existing);
		// Fails if the account is not connected, before the subscription is changed.
		const athleteId = await readAthleteId(connection);
		if (existing) await deleteById(connection, existing.id);
		const id = await createAt(context, connection, callbackUrlOf(context));
		if (id === undefined)
			// Another workflow has created a subscription in the meantime.
			return await join(context, connection, await findSubscription(connection));
		storeState(context, id, athleteId);
		return true;
	});
}

async function join(
	context: IHookFunctions,
	connection: Connection,
	existing: Subscription | undefined,
): Promise<true> {
	const sender: Sender = { connection, url: callbackUrlOf(context) };
	const hostUrl = existing?.callbackUrl ?? '';
	// The test URL works only for a short time, so it does not share a subscription.
	if (context.getMode() === 'manual' || !(await isTriggerUrl(sender, hostUrl)))
		throw conflict(connection, hostUrl);
	const athleteId = await readAthleteId(connection);
	await joinHost(sender, hostUrl, athleteId);
	storeState(context, undefined, athleteId);
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
