import { operation, resource } from '../../engine/describe';
import { repositoryScope as under } from '../fields';
import { byLink } from '../paging';
import { environment as shape } from '../shapes';
import { tokenScopes } from '../tokenScopes';

export const environment = resource('Environment', {
	default: 'getAll',
	operations: {
		getAll: operation({
			name: 'Get Many',
			action: 'Get many environments',
			alsoKnownAs: ['getAllEnvironments'],
			under,
			request: 'GET /environments',
			paging: byLink({ rows: 'environments' }),
			scope: tokenScopes.actionsRead,
			shape,
		}),
	},
});
