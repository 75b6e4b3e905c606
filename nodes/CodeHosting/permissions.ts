/** Settings on what workflows may do, as far as repositories, organizations and enterprises have them alike. */
import type { IDataObject } from 'n8n-workflow';
import { type Call, choice, flag, list, operation, type Row } from '../engine/describe';
import { acknowledged } from './acknowledged';
import { vendorOf } from './client';
import type { Owner } from './owners';
import { defaultPermissions, selectedActions } from './shapes';

/** What the item of a setting says, as the service says nothing. */
export const saved = {
	shape: { saved: 'boolean' },
	done: (): IDataObject => ({ saved: true }),
} as const;

/** The part of Set that repositories and organizations share. */
export const allowedActions = choice(
	'Allowed Actions',
	{ all: 'All', local_only: 'Local Only', selected: 'Selected' },
	{ description: 'Which actions workflows may use', wire: 'allowed_actions' },
);
export const shaPinning = {
	shaPinningRequired: flag('SHA Pinning Required', {
		description:
			'Whether actions must be named by a full commit SHA, which the public service knows today',
		wire: 'sha_pinning_required',
		default: true,
	}),
};

const allowed = {
	vendorOwnedAllowed: flag('Vendor Owned Allowed', {
		description: 'Whether actions of the vendor may be used',
		wire: 'vendor_owned_allowed',
		default: true,
	}),
	verifiedAllowed: flag('Verified Allowed', {
		description: 'Whether actions of verified creators may be used',
		wire: 'verified_allowed',
		default: true,
	}),
	patternsAllowed: list('Patterns Allowed', {
		description:
			'Patterns of actions that may be used, separated by commas. An empty list allows none by pattern.',
		wire: 'patterns_allowed',
		placeholder: 'e.g. octo-org/*',
		sendEmpty: true,
	}),
};

interface Allowed {
	readonly vendorOwnedAllowed?: boolean;
	readonly verifiedAllowed?: boolean;
	readonly patternsAllowed?: string[];
}

/** One of the names in the body is the vendor's, which the credential knows. */
async function setAllowed(call: Call<Allowed>): Promise<Row[]> {
	const { vendorOwnedAllowed, verifiedAllowed, patternsAllowed } = call.input;
	const names = {
		[`${vendorOf(call.connection.credential ?? {}).inName}_owned_allowed`]: vendorOwnedAllowed,
		verified_allowed: verifiedAllowed,
		patterns_allowed: patternsAllowed,
	};
	return await acknowledged(
		call,
		saved.done(),
		Object.fromEntries(
			Object.entries(names).filter(([, value]) => value !== undefined),
		) as IDataObject,
	);
}

/** The specification has each of these names twice, with the vendor's name and without it. */
export const bothNames = (before: string, after: string): string[] =>
	['Vendor', 'Github'].map((vendor) => `${before}${vendor}Actions${after}`);

/** Which actions may be used, where the permission is selected. */
export const actionsOf = ({ under, words, long }: Owner, reads: string, writes: string) => ({
	getPermittedActions: operation({
		name: 'Get Allowed Actions',
		action: `Get the actions that ${words} may use`,
		description: 'Get the actions that may be used where the permission is selected',
		alsoKnownAs: [`getAllowedActions${long}`],
		under,
		request: 'GET /actions/permissions/selected-actions',
		scope: reads,
		shape: selectedActions,
	}),
	setAllowedActions: operation({
		name: 'Set Allowed Actions',
		action: `Set the actions that ${words} may use`,
		alsoKnownAs: [`setAllowedActions${long}`],
		under,
		request: 'PUT /actions/permissions/selected-actions',
		options: allowed,
		scope: writes,
		shape: saved.shape,
		run: setAllowed,
	}),
});

/** What the tokens of workflows may do by default. @param descriptions instead of the actions */
export const defaultsOf = (
	{ under, words, long }: Owner,
	reads: string,
	writes: string,
	descriptions: { readonly get?: string; readonly set?: string } = {},
) => ({
	getDefaults: operation({
		name: 'Get Default Workflow Permissions',
		action: `Get the default permissions of workflow tokens in ${words}`,
		description: descriptions.get,
		alsoKnownAs: bothNames('get', `DefaultWorkflowPermissions${long}`),
		under,
		request: 'GET /actions/permissions/workflow',
		scope: reads,
		shape: defaultPermissions,
	}),
	setDefaults: operation({
		...saved,
		name: 'Set Default Workflow Permissions',
		action: `Set the default permissions of workflow tokens in ${words}`,
		description: descriptions.set,
		alsoKnownAs: bothNames('set', `DefaultWorkflowPermissions${long}`),
		under,
		request: 'PUT /actions/permissions/workflow',
		fields: {
			defaultWorkflowPermissions: choice(
				'Default Permissions',
				{ read: 'Read', write: 'Write' },
				{
					description: 'What the token of a workflow may do unless the workflow says otherwise',
					wire: 'default_workflow_permissions',
				},
			),
		},
		options: {
			canApprovePullRequestReviews: flag('Can Approve Pull Request Reviews', {
				description: 'Whether workflows may approve pull requests',
				wire: 'can_approve_pull_request_reviews',
				default: true,
			}),
		},
		scope: writes,
	}),
});
