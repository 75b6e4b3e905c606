import { flag, operation, resource } from '../../engine/describe';
import { branchName } from '../content/fields';
import { branch as shape, branchBrief as simplify } from '../content/shapes';
import { repositoryScope as basePath } from '../fields';
import { byLink } from '../paging';
import { tokenScopes } from '../tokenScopes';

export const branch = resource('Branch', {
	default: 'getAll',
	operations: {
		get: operation({
			action: 'Get a branch',
			alsoKnownAs: ['getBranch'],
			basePath,
			request: 'GET /branches/{branchName}',
			fields: { branchName },
			permission: tokenScopes.contentsRead,
			simplify,
			shape,
		}),
		getAll: operation({
			action: 'Get many branches',
			alsoKnownAs: ['listBranches'],
			basePath,
			request: 'GET /branches',
			options: {
				protectedBranches: flag('Protected', {
					description: 'Whether to return protected branches. False returns only unprotected ones.',
					apiName: 'protected',
				}),
			},
			paging: byLink(),
			permission: tokenScopes.contentsRead,
			simplify,
			shape,
		}),
	},
});
