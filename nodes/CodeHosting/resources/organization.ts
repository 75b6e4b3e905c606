import type { IDataObject } from 'n8n-workflow';
import {
	choice,
	integer,
	list,
	operation,
	operationsIn,
	resource,
	text,
} from '../../engine/describe';
import { notOnEnterpriseServer } from '../providers';
import {
	invitation,
	invitationBrief,
	member,
	memberBrief,
	organizationProfile,
	organizationProfileBrief,
} from '../accounts/shapes';
import {
	direction,
	invitationId,
	organization as organizationName,
	organizationScope,
	repositorySort,
} from '../fields';
import { byLink } from '../paging';
import {
	organization as shape,
	organizationBrief as simplify,
	repository,
	repositoryBrief,
} from '../shapes';
import { tokenScopes } from '../tokenScopes';

const inOrganization = operationsIn(organizationScope, tokenScopes.membersWrite);

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
		cancelInvitation: inOrganization({
			action: 'Cancel an invitation to an organization',
			request: 'DELETE /invitations/{invitationId}',
			missingIn: notOnEnterpriseServer,
			effect: 'reversible',
			fields: { invitationId },
		}),
		createInvitation: inOrganization({
			action: 'Invite a person to an organization',
			collection: 'additionalFields',
			description: 'Invite a person to an organization by email',
			request: 'POST /invitations',
			missingIn: notOnEnterpriseServer,
			effect: 'costs',
			fields: {
				email: text('Email', {
					description: 'Email address of the person, who can already be a user of the service',
					placeholder: 'e.g. mona@example.com',
					required: true,
				}),
			},
			options: {
				invitationRole: choice(
					'Role',
					{
						direct_member: 'Member',
						admin: 'Owner',
						billing_manager: 'Billing Manager',
						reinstate: 'Former Role',
					},
					{ description: 'Role of the new member', apiName: 'role', default: 'direct_member' },
				),
				teamIds: list('Team IDs', {
					itemKind: 'integer',
					description: 'IDs of the teams that the person joins, separated by commas',
					placeholder: 'e.g. 12, 26',
					apiName: 'team_ids',
				}),
			},
			simplify: invitationBrief,
			shape: invitation,
		}),
		get: operation({
			request: 'GET /orgs/{organization}',
			fields: { organization: organizationName },
			simplify: organizationProfileBrief,
			shape: organizationProfile,
		}),
		getAll: operation({
			action: 'Get many organizations of the service',
			description: 'Get many organizations of the service, ordered by creation date',
			request: 'GET /organizations',
			options: {
				organizationsSince: integer('Since ID', {
					description: 'Only return organizations with a higher ID',
					apiName: 'since',
				}),
			},
			paging: bySince,
			simplify,
			shape,
		}),
		getAllInvitations: inOrganization({
			action: 'Get many pending invitations of an organization',
			request: 'GET /invitations',
			missingIn: notOnEnterpriseServer,
			options: {
				invitedRole: choice(
					'Role',
					{
						all: 'All',
						direct_member: 'Member',
						admin: 'Owner',
						billing_manager: 'Billing Manager',
						hiring_manager: 'Hiring Manager',
					},
					{ description: 'Only return invitations with this role', apiName: 'role' },
				),
			},
			paging: byLink(),
			simplify: invitationBrief,
			shape: invitation,
		}),
		getAllMembers: inOrganization({
			action: 'Get many members of an organization',
			description: 'Get the members of an organization; only members see those who are not public',
			request: 'GET /members',
			options: {
				memberRole: choice(
					'Role',
					{ all: 'All', admin: 'Owner', member: 'Member' },
					{ description: 'Only return members with this role', apiName: 'role' },
				),
				twoFactor: choice(
					'Two-Factor Authentication',
					{ all: 'Any', '2fa_disabled': 'Disabled', '2fa_insecure': 'Insecure' },
					{
						description:
							'Only return members without (secure) two-factor authentication. Requires an owner of the organization.',
						apiName: 'filter',
					},
				),
			},
			paging: byLink(),
			permission: tokenScopes.members,
			simplify: memberBrief,
			shape: member,
		}),
		getAllMine: operation({
			name: 'Get Many of the User',
			action: 'Get many organizations of the authenticated user',
			request: 'GET /user/orgs',
			paging: byLink(),
			permission: tokenScopes.organizations,
			simplify,
			shape,
		}),
		getAllRepositories: inOrganization({
			action: 'Get many repositories of an organization',
			request: 'GET /repos',
			options: {
				direction,
				organizationRepositoryType: choice(
					'Type',
					{
						all: 'All',
						forks: 'Forks',
						member: 'Member',
						private: 'Private',
						public: 'Public',
						sources: 'Sources',
					},
					{ description: 'Only return repositories of this type', apiName: 'type' },
				),
				repositorySort,
			},
			paging: byLink(),
			permission: tokenScopes.metadata,
			simplify: repositoryBrief,
			shape: repository,
		}),
	},
});
