/**
 * Operations on workflow permissions that repositories, organizations and enterprises have in
 * common.
 */
import type { IDataObject } from 'n8n-workflow';
import { type Call, choice, flag, list, operationsIn, type Row } from '../../engine/describe';
import { vendorOf } from '../client';
import { sendAndConfirm } from '../confirmation';
import type { Level } from '../levels';
import { defaultPermissions, selectedActions } from '../shapes';

/** The item that is returned after saving settings, because the response is empty. */
export const saved = { done: (): IDataObject => ({ saved: true }) };

export const allowedActions = choice(
	'Allowed Actions',
	{ all: 'All', local_only: 'Local Only', selected: 'Selected' },
	{ description: 'Which actions and reusable workflows are allowed', apiName: 'allowed_actions' },
);
export const shaPinning = {
	shaPinningRequired: flag('SHA Pinning Required', {
		description: 'Whether actions must be pinned to a full commit SHA',
		apiName: 'sha_pinning_required',
		default: true,
	}),
};

const allowedActionsOptions = {
	vendorOwnedAllowed: flag('Vendor Owned Allowed', {
		description: 'Whether actions of the vendor are allowed',
		apiName: 'vendor_owned_allowed',
		default: true,
	}),
	verifiedAllowed: flag('Verified Allowed', {
		description: 'Whether actions of verified creators are allowed',
		apiName: 'verified_allowed',
		default: true,
	}),
	patternsAllowed: list('Patterns Allowed', {
		description:
			'Patterns of allowed actions, separated by commas. An empty list removes all patterns.',
		apiName: 'patterns_allowed',
		placeholder: 'e.g. octo-org/*',
		sendEmpty: true,
	}),
};

interface AllowedActions {
	readonly vendorOwnedAllowed?: boolean;
	readonly verifiedAllowed?: boolean;
	readonly patternsAllowed?: string[];
}

/**
 * Saves the list of allowed actions. The name of one property depends on the vendor in the
 * credential, for example `github_owned_allowed`.
 */
async function setAllowedActions(call: Call<AllowedActions>): Promise<Row[]> {
	const { vendorOwnedAllowed, verifiedAllowed, patternsAllowed } = call.input;
	const body = {
		[`${vendorOf(call.connection.credential ?? {}).slug}_owned_allowed`]: vendorOwnedAllowed,
		verified_allowed: verifiedAllowed,
		patterns_allowed: patternsAllowed,
	};
	return await sendAndConfirm(
		call,
		saved.done(),
		Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)),
	);
}

/**
 * Operations on the list of allowed actions. The list applies if Allowed Actions is set to
 * Selected.
 */
export const allowedActionsOperations = (
	{ basePath, phrase }: Level,
	readScope: string,
	writeScope: string,
) => {
	const operation = operationsIn(basePath, readScope, writeScope);
	return {
		getPermittedActions: operation({
			name: 'Get Allowed Actions',
			action: `Get the allowed actions of ${phrase}`,
			description:
				'Get the list of allowed actions, which applies if only selected actions are allowed',
			request: 'GET /actions/permissions/selected-actions',
			shape: selectedActions,
		}),
		setAllowedActions: operation({
			action: `Set the allowed actions of ${phrase}`,
			collection: 'updateFields',
			request: 'PUT /actions/permissions/selected-actions',
			effect: 'locksOut',
			options: allowedActionsOptions,
			shape: { saved: 'boolean' },
			run: setAllowedActions,
		}),
	};
};

/**
 * Operations on the default permissions of workflow tokens.
 * @param descriptions descriptions of the two operations. Default: the action labels
 */
export const defaultPermissionOperations = (
	{ basePath, phrase }: Level,
	readScope: string,
	writeScope: string,
	descriptions: { readonly get?: string; readonly set?: string } = {},
) => {
	const operation = operationsIn(basePath, readScope, writeScope);
	return {
		getDefaults: operation({
			name: 'Get Default Workflow Permissions',
			action: `Get the default permissions of workflow tokens in ${phrase}`,
			description: descriptions.get,
			request: 'GET /actions/permissions/workflow',
			shape: defaultPermissions,
		}),
		setDefaults: operation({
			...saved,
			name: 'Set Default Workflow Permissions',
			action: `Set the default permissions of workflow tokens in ${phrase}`,
			collection: 'updateFields',
			description: descriptions.set,
			request: 'PUT /actions/permissions/workflow',
			effect: 'locksOut',
			fields: {
				defaultWorkflowPermissions: choice(
					'Default Permissions',
					{ read: 'Read', write: 'Write' },
					{
						description: 'Permissions of a workflow token if the workflow does not set its own',
						apiName: 'default_workflow_permissions',
					},
				),
			},
			options: {
				canApprovePullRequestReviews: flag('Can Approve Pull Request Reviews', {
					description: 'Whether workflows can approve pull requests',
					apiName: 'can_approve_pull_request_reviews',
				}),
			},
		}),
	};
};
