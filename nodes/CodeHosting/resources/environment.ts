import { operation, resource } from '../../engine/describe';
import { repositoryScope as basePath } from '../fields';
import { byLink } from '../paging';
import { environment as shape } from '../shapes';
import { tokenScopes } from '../tokenScopes';

export const environment = resource('Environment', {
	default: 'getAll',
	operations: {
		getAll: operation({
			basePath,
			request: 'GET /environments',
			paging: byLink({ rows: 'environments' }),
			permission: tokenScopes.actionsRead,
			shape,
		}),
	},
});
