import { choice, operation, operationsIn, resource } from '../../engine/describe';
import { member, memberBrief } from '../accounts/shapes';
import { organizationScope, owner, repository, username } from '../fields';
import { byLink } from '../paging';
import { accessPermission, teamSlug } from '../repositories/fields';
import {
	ownTeamBrief,
	team as shape,
	teamBrief as simplify,
	teamMembership,
	teamProfile,
	teamProfileBrief,
	teamRepository,
	teamRepositoryBrief,
} from '../repositories/shapes';
import { tokenScopes } from '../tokenScopes';

const inOrganization = operationsIn(organizationScope, tokenScopes.teams, tokenScopes.membersWrite);

const fields = { teamSlug };
const memberFields = { teamSlug, username };
const repositoryFields = { teamSlug, owner, repository };

export const team = resource('Team', {
	default: 'getAll',
	operations: {
		addRepository: inOrganization({
			action: 'Add a repository to a team',
			collection: 'additionalFields',
			description: 'Add a repository to a team, or change the permission of the team in it',
			request: 'PUT /teams/{teamSlug}/repos/{owner}/{repository}',
			effect: 'locksOut',
			fields: repositoryFields,
			options: { accessPermission },
			permission: tokenScopes.teamRepositories,
			done: (input) => ({
				added: true,
				team: input.teamSlug,
				owner: input.owner,
				repository: input.repository,
			}),
		}),
		get: inOrganization({
			request: 'GET /teams/{teamSlug}',
			fields,
			simplify: teamProfileBrief,
			shape: teamProfile,
		}),
		getAll: inOrganization({
			description: 'Get the teams of an organization that the user can see',
			request: 'GET /teams',
			paging: byLink(),
			simplify,
			shape,
		}),
		getAllMembers: inOrganization({
			action: 'Get many members of a team',
			description: 'Get the members of a team, including those of child teams',
			request: 'GET /teams/{teamSlug}/members',
			fields,
			options: {
				teamMemberRole: choice(
					'Role',
					{ all: 'All', maintainer: 'Maintainer', member: 'Member' },
					{ description: 'Only return members with this role', apiName: 'role' },
				),
			},
			paging: byLink(),
			simplify: memberBrief,
			shape: member,
		}),
		getAllMine: operation({
			name: 'Get Many of the User',
			action: 'Get many teams of the authenticated user',
			request: 'GET /user/teams',
			paging: byLink(),
			permission: tokenScopes.organizations,
			simplify: ownTeamBrief,
			shape: teamProfile,
		}),
		getAllRepositories: inOrganization({
			action: 'Get many repositories of a team',
			description: 'Get the repositories of a team, with its permissions',
			request: 'GET /teams/{teamSlug}/repos',
			fields,
			paging: byLink(),
			simplify: teamRepositoryBrief,
			shape: teamRepository,
		}),
		getMembership: inOrganization({
			action: 'Get the membership of a user in a team',
			description: 'Get the role of a user in a team, and whether the invitation is pending',
			request: 'GET /teams/{teamSlug}/memberships/{username}',
			fields: memberFields,
			shape: teamMembership,
		}),
		removeMember: inOrganization({
			action: 'Remove a member from a team',
			request: 'DELETE /teams/{teamSlug}/memberships/{username}',
			effect: 'locksOut',
			fields: memberFields,
			done: (input) => ({ removed: true, team: input.teamSlug, username: input.username }),
		}),
		removeRepository: inOrganization({
			action: 'Remove a repository from a team',
			request: 'DELETE /teams/{teamSlug}/repos/{owner}/{repository}',
			effect: 'locksOut',
			fields: repositoryFields,
			permission: tokenScopes.teamRepositories,
			done: (input) => ({
				removed: true,
				team: input.teamSlug,
				owner: input.owner,
				repository: input.repository,
			}),
		}),
		setMembership: inOrganization({
			action: 'Set the membership of a user in a team',
			description:
				'Add a user to a team, or change their role; users who are not in the organization are invited and can use a license',
			request: 'PUT /teams/{teamSlug}/memberships/{username}',
			effect: 'costs',
			fields: {
				...memberFields,
				teamRole: choice(
					'Role',
					{ maintainer: 'Maintainer', member: 'Member' },
					{
						description: 'Role of the user in the team',
						apiName: 'role',
						default: 'member',
						required: true,
					},
				),
			},
			shape: teamMembership,
		}),
	},
});
