import { choice, operation, operationsIn, resource } from '../../engine/describe';
import { invitationId, repositoryScope } from '../fields';
import { byLink } from '../paging';
import {
	ownInvitationBrief,
	repositoryInvitation as shape,
	repositoryInvitationBrief as simplify,
} from '../repositories/shapes';
import { tokenScopes } from '../tokenScopes';

const inRepository = operationsIn(
	repositoryScope,
	tokenScopes.administrationRead,
	tokenScopes.administrationWrite,
);
const permission = tokenScopes.repositoryInvitations;
const fields = { invitationId };

export const repositoryInvitation = resource('Repository Invitation', {
	default: 'getAll',
	operations: {
		accept: operation({
			description: 'Accept an invitation of the authenticated user to a repository',
			request: 'PATCH /user/repository_invitations/{invitationId}',
			fields,
			permission,
			done: ({ invitationId: accepted }) => ({ accepted: true, id: accepted }),
		}),
		decline: operation({
			description: 'Decline an invitation of the authenticated user to a repository',
			request: 'DELETE /user/repository_invitations/{invitationId}',
			effect: 'irreversible',
			fields,
			permission,
			done: ({ invitationId: declined }) => ({ declined: true, id: declined }),
		}),
		delete: inRepository({
			description: 'Withdraw an invitation to a repository',
			request: 'DELETE /invitations/{invitationId}',
			effect: 'reversible',
			fields,
		}),
		getAll: inRepository({
			description: 'Get the open invitations to a repository',
			request: 'GET /invitations',
			paging: byLink(),
			simplify,
			shape,
		}),
		getAllMine: operation({
			name: 'Get Many of the User',
			action: 'Get many repository invitations of the authenticated user',
			request: 'GET /user/repository_invitations',
			paging: byLink(),
			permission,
			simplify: ownInvitationBrief,
			shape,
		}),
		update: inRepository({
			description: 'Change the permission that a user gets with an invitation',
			request: 'PATCH /invitations/{invitationId}',
			// The user can accept the invitation and use the permission at once.
			effect: 'irreversible',
			fields: {
				invitationId,
				invitedPermission: choice(
					'Permission',
					{ read: 'Read', triage: 'Triage', write: 'Write', maintain: 'Maintain', admin: 'Admin' },
					{
						description: 'Permission of the invited user',
						apiName: 'permissions',
						default: 'write',
						required: true,
					},
				),
			},
			simplify,
			shape,
		}),
	},
});
