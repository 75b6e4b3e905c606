/** The rules of a protected branch. */
import type { IDataObject } from 'n8n-workflow';
import { flag, integer, list, pathsOf, shapeOf } from '../../engine/describe';

const slugs = { description: 'Who can push to the branch, separated by commas' } as const;

export const protectionRules = {
	allowBranchDeletion: flag('Allow Deletion', {
		description: 'Whether everyone with write access can delete the branch',
		apiName: 'allow_deletions',
	}),
	allowForcePushes: flag('Allow Force Pushes', {
		description: 'Whether everyone with write access can force push',
		apiName: 'allow_force_pushes',
	}),
	allowForkSyncing: flag('Allow Fork Syncing', {
		description: 'Whether a locked branch can be synced with its upstream',
		apiName: 'allow_fork_syncing',
	}),
	appliesToAdmins: flag('Apply to Administrators', {
		description: 'Whether the rules apply to administrators of the repository',
		apiName: 'enforce_admins',
	}),
	blockCreations: flag('Block Creations', {
		description: 'Whether only those who can push can create branches that match',
		apiName: 'block_creations',
	}),
	dismissStaleReviews: flag('Dismiss Stale Reviews', {
		description: 'Whether new commits dismiss the approvals of a pull request',
		apiName: 'required_pull_request_reviews.dismiss_stale_reviews',
	}),
	lockBranch: flag('Lock Branch', {
		description: 'Whether the branch is read-only',
		apiName: 'lock_branch',
	}),
	pushApps: list('Restrict Pushes to Apps', {
		...slugs,
		placeholder: 'e.g. deploy-bot',
		apiName: 'restrictions.apps',
	}),
	pushTeams: list('Restrict Pushes to Teams', {
		...slugs,
		placeholder: 'e.g. maintainers',
		apiName: 'restrictions.teams',
	}),
	pushUsers: list('Restrict Pushes to Users', {
		...slugs,
		placeholder: 'e.g. octocat',
		apiName: 'restrictions.users',
	}),
	requiredApprovals: integer('Required Approvals', {
		description: 'Number of approvals that a pull request needs. 0 requires only a pull request.',
		apiName: 'required_pull_request_reviews.required_approving_review_count',
		minimum: 0,
		maximum: 6,
	}),
	requiredChecks: list('Required Status Checks', {
		description: 'Status checks that must succeed before a merge, separated by commas',
		placeholder: 'e.g. ci/build, ci/test',
		apiName: 'required_status_checks.contexts',
	}),
	requireCodeOwners: flag('Require Code Owners', {
		description: 'Whether code owners must approve changes of their files',
		apiName: 'required_pull_request_reviews.require_code_owner_reviews',
	}),
	requireConversationResolution: flag('Require Conversation Resolution', {
		description: 'Whether all review threads must be resolved before a merge',
		apiName: 'required_conversation_resolution',
	}),
	requireLastPushApproval: flag('Require Last Push Approval', {
		description: 'Whether someone else must approve the last push',
		apiName: 'required_pull_request_reviews.require_last_push_approval',
	}),
	requireLinearHistory: flag('Require Linear History', {
		description: 'Whether merge commits are rejected',
		apiName: 'required_linear_history',
	}),
	requireUpToDate: flag('Require Up-to-Date Branch', {
		description: 'Whether a pull request must contain the latest commits before a merge',
		apiName: 'required_status_checks.strict',
	}),
};

/** Rules that the service accepts only together: the others are sent with these values. */
const together = [
	{ requiredChecks: [], requireUpToDate: false },
	{ pushApps: [], pushTeams: [], pushUsers: [] },
];

export const withRelatedRules = (input: IDataObject): IDataObject =>
	Object.assign(
		{},
		...together.filter((rules) => Object.keys(rules).some((name) => input[name] !== undefined)),
		input,
	) as IDataObject;

/** The service requires these properties. `null` means that there is no such rule. */
export const noRules = {
	enforce_admins: null,
	required_pull_request_reviews: null,
	required_status_checks: null,
	restrictions: null,
};

export const branchProtection = shapeOf(`
	url required_status_checks.strict:boolean required_status_checks.contexts:string[]
	enforce_admins.enabled:boolean required_pull_request_reviews.dismiss_stale_reviews:boolean
	required_pull_request_reviews.require_code_owner_reviews:boolean
	required_pull_request_reviews.required_approving_review_count:integer
	required_pull_request_reviews.require_last_push_approval:boolean
	required_linear_history.enabled:boolean allow_force_pushes.enabled:boolean
	allow_deletions.enabled:boolean required_conversation_resolution.enabled:boolean
	lock_branch.enabled:boolean restrictions:object
`);
export const branchProtectionBrief = pathsOf(`
	required_approvals=required_pull_request_reviews.required_approving_review_count
	dismiss_stale_reviews=required_pull_request_reviews.dismiss_stale_reviews
	require_code_owners=required_pull_request_reviews.require_code_owner_reviews
	require_last_push_approval=required_pull_request_reviews.require_last_push_approval
	required_checks=required_status_checks.contexts
	require_up_to_date=required_status_checks.strict applies_to_admins=enforce_admins.enabled
	require_linear_history=required_linear_history.enabled
	require_conversation_resolution=required_conversation_resolution.enabled
	allow_force_pushes=allow_force_pushes.enabled allow_deletions=allow_deletions.enabled
	lock_branch=lock_branch.enabled restrictions
`);
