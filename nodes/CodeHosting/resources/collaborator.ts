/** Users with access to a repository. */
import { choice, operationsIn, resource } from '../../engine/describe';
import { checkExistence } from '../confirmation';
import { repositoryScope, username } from '../fields';
import { byLink } from '../paging';
import { accessPermission } from '../repositories/fields';
import {
	collaborator as shape,
	collaboratorBrief as simplify,
	collaboratorPermission,
	collaboratorPermissionBrief,
	repositoryInvitation,
	repositoryInvitationBrief,
} from '../repositories/shapes';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(
	repositoryScope,
	tokenScopes.metadata,
	tokenScopes.administrationWrite,
);
const fields = { username };

export const collaborator = resource('Collaborator', {
	default: 'getAll',
	operations: {
		add: operation({
			action: 'Add a collaborator to a repository',
			collection: 'additionalFields',
			description:
				'Invite a user to a repository, or change the permission of a collaborator; in an organization, new users can use a license',
			request: 'PUT /collaborators/{username}',
			effect: 'costs',
			fields,
			options: { accessPermission },
			done: ({ username: added }) => ({ added: true, invitee: { login: added } }),
			simplify: { ...repositoryInvitationBrief, added: 'added' },
			shape: { ...repositoryInvitation, added: 'boolean' },
		}),
		check: operation({
			action: 'Check whether a user is a collaborator',
			description:
				'Check whether a user has access to a repository; a repository that does not exist has no collaborators',
			request: 'GET /collaborators/{username}',
			fields,
			parents: ['owner', 'repository', 'username'],
			shape: { collaborator: 'boolean' },
			run: async (call) => await checkExistence(call, 'collaborator'),
		}),
		getAll: operation({
			action: 'Get many collaborators of a repository',
			description: 'Get the users with access to a repository; requires write access',
			request: 'GET /collaborators',
			options: {
				collaboratorAffiliation: choice(
					'Affiliation',
					{ all: 'All', direct: 'Direct', outside: 'Outside' },
					{
						description:
							'Only return users with direct access, or who are not members of the organization',
						apiName: 'affiliation',
					},
				),
				hasPermission: choice(
					'Has Permission',
					{ pull: 'Read', triage: 'Triage', push: 'Write', maintain: 'Maintain', admin: 'Admin' },
					{ description: 'Only return users with this permission', apiName: 'permission' },
				),
			},
			paging: byLink(),
			simplify,
			shape,
		}),
		getPermission: operation({
			action: 'Get the permission of a user in a repository',
			request: 'GET /collaborators/{username}/permission',
			fields,
			simplify: collaboratorPermissionBrief,
			shape: collaboratorPermission,
		}),
		remove: operation({
			action: 'Remove a collaborator from a repository',
			description: 'Remove a collaborator, and delete their forks of a private repository',
			request: 'DELETE /collaborators/{username}',
			effect: 'irreversible',
			fields,
			done: ({ username: removed }) => ({ removed: true, username: removed }),
		}),
	},
});
