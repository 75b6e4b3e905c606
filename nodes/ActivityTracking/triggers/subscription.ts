/**
 * The push subscription of Activity Tracking Trigger. An application has at most one, so it belongs
 * to one workflow.
 */
import type { IHookFunctions, IPollFunctions } from 'n8n-workflow';
import {
	isOwnUrl,
	nodeError,
	parametersOf,
	placeOf,
	readForm,
	runCheck,
	withNodeErrors,
} from '../../engine';
import { type Connection, PackError, toResult } from '../../engine/describe';
import { form } from './events';
import {
	connectApplication,
	createAt,
	deleteById,
	findSubscription,
	readAthleteId,
	stateOf,
	type SubscriptionState,
} from './pushSubscription';

/**
 * Whether the subscription of the application belongs to this trigger. If it does not, n8n calls
 * `createSubscription`.
 */
export async function subscriptionExists(context: IHookFunctions): Promise<boolean> {
	return await withNodeErrors(context, async () => {
		const connection = await connectApplication(context);
		const existing = await findSubscription(connection);
		if (existing?.callbackUrl !== callbackUrlOf(context)) return false;
		storeState(context, existing.id, await readAthleteId(connection));
		return true;
	});
}

/** @throws NodeApiError if the application has a subscription that must not be replaced */
export async function createSubscription(context: IHookFunctions): Promise<boolean> {
	return await withNodeErrors(context, async () => {
		const connection = await connectApplication(context);
		const { replaceExisting = false } = readForm(form, parametersOf(context));
		const callbackUrl = callbackUrlOf(context);
		let existing = await findSubscription(connection);
		// Fails if the account is not connected, before the subscription is changed.
		const athleteId = await readAthleteId(connection);
		const isOwn = existing && isOwnPath(existing.callbackUrl, callbackUrl);
		if (existing && isOwn && replaceExisting && context.getMode() === 'manual')
			throw ownSubscription(connection, existing.callbackUrl);
		// A trigger that had the subscription does not take it again. Otherwise, a copy of the database
		// would take the subscription from the original as soon as its n8n starts.
		if (existing && replaceExisting && stateOf(context).callbackUrl === undefined) {
			await deleteById(connection, existing.id);
			existing = undefined;
		}
		let id = existing ? undefined : await createAt(context, connection, callbackUrl);
		if (id === undefined) {
			// Another workflow, or the check of this trigger, may have created it in the meantime.
			existing ??= await findSubscription(connection);
			if (existing?.callbackUrl !== callbackUrl)
				throw conflict(connection, existing?.callbackUrl ?? '');
			id = existing.id;
		}
		storeState(context, id, athleteId);
		return true;
	});
}

/** Deletes the subscription. Returns false if the service does not confirm it. */
export async function deleteSubscription(context: IHookFunctions): Promise<boolean> {
	const state = stateOf(context);
	if (state.athleteId === undefined) return true;
	const result = await toResult(deleteOwn(context));
	if ('error' in result) {
		context.logger.warn(
			`Could not delete push subscription ${state.subscriptionId ?? ''}: ${nodeError(context.getNode(), result.error, 0).message}. To delete it, send DELETE /push_subscriptions/${state.subscriptionId ?? '{id}'} with the client ID and the client secret of the application.`,
			placeOf(context),
		);
		return false;
	}
	for (const key of Object.keys(state)) delete state[key];
	return true;
}

/** The application can have the subscription of another workflow, which has replaced this one. */
async function deleteOwn(context: IHookFunctions): Promise<void> {
	const connection = await connectApplication(context);
	const existing = await findSubscription(connection);
	if (existing?.callbackUrl === callbackUrlOf(context)) await deleteById(connection, existing.id);
}

/** Creates the subscription again if it no longer exists. */
export const verifySubscription = async (context: IPollFunctions): Promise<null> =>
	await runCheck(context, 'Could not verify the push subscription', async () => {
		const state = stateOf(context);
		const connection = await connectApplication(context);
		const existing = await findSubscription(connection);
		if (existing && isOwnUrl(context, 'events', existing.callbackUrl))
			state.callbackUrl = existing.callbackUrl;
		const { callbackUrl } = state;
		// The trigger has no subscription yet. n8n may poll while it calls the webhook methods.
		if (callbackUrl === undefined) return;
		if (existing && existing.callbackUrl !== callbackUrl)
			throw conflict(connection, existing.callbackUrl);
		const id = existing?.id ?? (await createAt(context, connection, callbackUrl));
		if (id !== undefined) state.subscriptionId = id;
	});

function storeState(context: IHookFunctions, subscriptionId: string, athleteId: string): void {
	const state: SubscriptionState = {
		subscriptionId,
		callbackUrl: callbackUrlOf(context),
		athleteId,
	};
	Object.assign(stateOf(context), state);
}

/** The URL of this trigger. In a test, it is the test URL. */
const callbackUrlOf = (context: IHookFunctions): string =>
	context.getNodeWebhookUrl('default') ?? '';

/**
 * Whether a URL is that of the same trigger, possibly in production or in another n8n. The URLs of
 * a trigger, production and test, end with its webhook ID and path.
 */
const isOwnPath = (url: string, own: string): boolean => endOf(url) === endOf(own);
const endOf = (url: string): string => url.split('/').slice(-2).join('/');

const ownSubscription = ({ label }: Connection, callbackUrl: string): PackError =>
	new PackError(
		`The push subscription of the ${label} application belongs to this trigger in production (${callbackUrl}), and a test does not replace it`,
		{
			hint: 'While the workflow is published (active in n8n 1.x), its trigger needs the subscription. Stop it before you test the trigger, or pin the data of a previous execution.',
		},
	);

const conflict = ({ label }: Connection, callbackUrl: string): PackError =>
	new PackError(
		`The ${label} application already has a push subscription, for ${callbackUrl || 'another URL'}`,
		{
			hint:
				'An application can have only one, so only one workflow can use this trigger. In the ' +
				'workflow with the subscription, call other workflows with Execute Sub-workflow, or use ' +
				'Activity Tracking Updates Trigger, which needs no subscription. If the URL is the test ' +
				'URL of a workflow, wait until the test is over. If nothing else needs the existing ' +
				'subscription, turn on Replace Existing Subscription in Options, and stop and start the ' +
				'workflow.',
		},
	);
