import { flag, operationsIn, resource, text } from '../../engine/describe';
import {
	branchProtection,
	branchProtectionBrief,
	noRules,
	protectionRules,
	withRelatedRules,
} from '../content/branchProtection';
import { createBranch } from '../content/createReference';
import { branchName, createFrom } from '../content/fields';
import {
	branch as shape,
	branchBrief as simplify,
	gitReference,
	branchReferenceBrief,
	commit,
	commitBrief,
	syncedFork,
} from '../content/shapes';
import { repositoryScope } from '../fields';
import { byLink } from '../paging';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(
	repositoryScope,
	tokenScopes.contentsRead,
	tokenScopes.contentsWrite,
);

const newBranchName = text('Branch Name', {
	description: 'Name of the new branch',
	placeholder: 'e.g. feature/search',
	apiName: 'new_name',
	required: true,
});

export const branch = resource('Branch', {
	default: 'getAll',
	operations: {
		create: operation({
			description: 'Create a branch from another branch, a tag or a commit',
			request: 'POST /git/refs',
			fields: {
				newBranchName,
				createFrom,
			},
			simplify: branchReferenceBrief,
			shape: gitReference,
			run: createBranch,
		}),
		delete: operation({
			description: 'Delete a branch; commits that no other branch or tag contains are lost',
			request: 'DELETE /git/refs/heads/{branchName}',
			effect: 'irreversible',
			fields: { branchName },
		}),
		get: operation({
			request: 'GET /branches/{branchName}',
			fields: { branchName },
			simplify,
			shape,
		}),
		getAll: operation({
			action: 'Get many branches',
			request: 'GET /branches',
			options: {
				protectedBranches: flag('Protected', {
					description: 'Whether to return protected branches. False returns only unprotected ones.',
					apiName: 'protected',
				}),
			},
			paging: byLink(),
			simplify,
			shape,
		}),
		getProtection: operation({
			action: 'Get the protection of a branch',
			description: 'Get the rules of a protected branch',
			request: 'GET /branches/{branchName}/protection',
			fields: { branchName },
			permission: tokenScopes.administrationRead,
			simplify: branchProtectionBrief,
			shape: branchProtection,
		}),
		merge: operation({
			description: 'Merge a branch or a commit into a branch, without a pull request',
			request: 'POST /merges',
			effect: 'recorded',
			fields: {
				mergeInto: text('Merge Into', {
					description: 'Branch that receives the changes',
					placeholder: 'e.g. main',
					apiName: 'base',
					required: true,
				}),
				mergeFrom: text('Merge From', {
					description: 'Branch or SHA with the changes',
					placeholder: 'e.g. feature/search',
					apiName: 'head',
					required: true,
				}),
			},
			options: {
				mergeMessage: text('Commit Message', {
					description: 'Message of the merge commit. Default: a message that names the branches.',
					placeholder: 'e.g. Merge the search',
					apiName: 'commit_message',
				}),
			},
			done: () => ({ merged: false, message: 'The branch already contains these commits' }),
			simplify: commitBrief,
			shape: commit,
		}),
		removeProtection: operation({
			action: 'Remove the protection of a branch',
			description: 'Remove all rules of a protected branch',
			request: 'DELETE /branches/{branchName}/protection',
			effect: 'irreversible',
			fields: { branchName },
			permission: tokenScopes.administrationWrite,
		}),
		rename: operation({
			description: 'Rename a branch; open pull requests follow the new name',
			request: 'POST /branches/{branchName}/rename',
			fields: { branchName, newBranchName },
			simplify,
			shape,
		}),
		setProtection: operation({
			action: 'Set the protection of a branch',
			collection: 'updateFields',
			description: 'Replace the rules of a branch; rules that are not set are removed',
			request: 'PUT /branches/{branchName}/protection',
			effect: 'locksOut',
			fields: { branchName },
			options: protectionRules,
			fixedBody: noRules,
			prepare: withRelatedRules,
			permission: tokenScopes.administrationWrite,
			simplify: branchProtectionBrief,
			shape: branchProtection,
		}),
		syncFork: operation({
			action: 'Sync a branch of a fork',
			description: 'Merge the upstream repository of a fork into a branch with the same name',
			request: 'POST /merge-upstream',
			effect: 'recorded',
			fields: { branchName: { ...branchName, apiName: 'branch' } },
			idempotency: 'safe',
			shape: syncedFork,
		}),
	},
});
