import { operation, resource } from '../../engine/describe';
import { checkExistence, sendAndConfirm } from '../confirmation';
import { direction, owner, repository, sortBy } from '../fields';
import { byLink } from '../paging';
import { repository as shape, repositoryBrief as simplify } from '../shapes';

const fields = { owner, repository };
/** The output of Add, Check and Remove. */
const starOutput = { parents: ['owner', 'repository'], shape: { starred: 'boolean' } } as const;

export const star = resource('Star', {
	default: 'getAll',
	operations: {
		add: operation({
			...starOutput,
			fields,
			action: 'Star a repository',
			request: 'PUT /user/starred/{owner}/{repository}',
			run: async (call) => await sendAndConfirm(call, { starred: true }),
		}),
		check: operation({
			...starOutput,
			fields,
			action: 'Check whether a repository is starred',
			description:
				'Check whether the user starred a repository; a repository that does not exist counts as not starred',
			request: 'GET /user/starred/{owner}/{repository}',
			run: async (call) => await checkExistence(call, 'starred'),
		}),
		getAll: operation({
			action: 'Get many starred repositories',
			request: 'GET /user/starred',
			options: {
				starSort: sortBy({ created: 'Starred', updated: 'Updated' }),
				direction,
			},
			paging: byLink(),
			simplify,
			shape,
		}),
		remove: operation({
			...starOutput,
			fields,
			action: 'Unstar a repository',
			request: 'DELETE /user/starred/{owner}/{repository}',
			effect: 'reversible',
			run: async (call) => await sendAndConfirm(call, { starred: false }),
		}),
	},
});
