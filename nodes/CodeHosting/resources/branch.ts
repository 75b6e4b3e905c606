import { flag, operationsIn, resource } from '../../engine/describe';
import { branchName } from '../content/fields';
import { branch as shape, branchBrief as simplify } from '../content/shapes';
import { repositoryScope } from '../fields';
import { byLink } from '../paging';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(repositoryScope, tokenScopes.contentsRead);

export const branch = resource('Branch', {
	default: 'getAll',
	operations: {
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
	},
});
