import type { IDataObject } from 'n8n-workflow';
import { integer, operation, resource } from '../../engine/describe';
import { byLink } from '../paging';
import { organization as shape, organizationBrief as simplify } from '../shapes';
import { tokenScopes } from '../tokenScopes';

/**
 * The list of all organizations is paginated by the ID of the last organization, not by page
 * number.
 */
const bySince = byLink({
	nextWithoutLink(response) {
		const last = (response.body as IDataObject[] | undefined)?.at(-1)?.id;
		return last === undefined ? undefined : { since: last };
	},
});

export const organization = resource('Organization', {
	default: 'getAllMine',
	operations: {
		getAll: operation({
			name: 'Get Many',
			action: 'Get many organizations of the service',
			description: 'Get many organizations of the service, ordered by creation date',
			alsoKnownAs: ['list'],
			request: 'GET /organizations',
			options: {
				organizationsSince: integer('Since ID', {
					description: 'Only return organizations with a higher ID',
					wire: 'since',
				}),
			},
			paging: bySince,
			simplify,
			shape,
		}),
		getAllMine: operation({
			name: 'Get Many of the User',
			action: 'Get many organizations of the authenticated user',
			alsoKnownAs: ['listForAuthenticatedUser'],
			request: 'GET /user/orgs',
			paging: byLink(),
			scope: tokenScopes.organizations,
			simplify,
			shape,
		}),
	},
});
