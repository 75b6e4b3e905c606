/** Permissions of workflows in repositories, organizations and enterprises. */
import { choice, flag, list, operationsIn, resource } from '../../engine/describe';
import { organizationScope, repositoryId, repositoryIdList, repositoryScope } from '../fields';
import { enterpriseLevel, organizationLevel, repositoryLevel } from '../levels';
import { byLink } from '../paging';
import {
	allowedActions,
	allowedActionsOperations,
	defaultPermissionOperations,
	saved,
	shaPinning,
} from '../permissions/operations';
import {
	organizationPermissions,
	repository,
	repositoryBrief,
	repositoryPermissions,
} from '../shapes';
import { tokenScopes } from '../tokenScopes';

const { administrationRead, administrationWrite, enterprise, organizationAdministration } =
	tokenScopes;
const inRepository = operationsIn(repositoryScope, administrationRead, administrationWrite);
const inOrganization = operationsIn(organizationScope, organizationAdministration);

export const repositoryPermission = resource('Actions Permission (Repository)', {
	default: 'get',
	operations: {
		...allowedActionsOperations(repositoryLevel, administrationRead, administrationWrite),
		...defaultPermissionOperations(repositoryLevel, administrationRead, administrationWrite),
		get: inRepository({
			action: 'Get the workflow permissions of a repository',
			request: 'GET /actions/permissions',
			shape: repositoryPermissions,
		}),
		getAccess: inRepository({
			name: 'Get External Access',
			action: 'Get external access to the workflows of a repository',
			request: 'GET /actions/permissions/access',
			shape: { access_level: 'string' },
		}),
		set: inRepository({
			...saved,
			action: 'Set the workflow permissions of a repository',
			collection: 'updateFields',
			request: 'PUT /actions/permissions',
			effect: 'locksOut',
			fields: {
				enabled: flag('Enabled', {
					description: 'Whether workflows can run in the repository',
					default: true,
					required: true,
				}),
				allowedActions,
			},
			options: shaPinning,
		}),
		setAccess: inRepository({
			...saved,
			name: 'Set External Access',
			action: 'Set external access to the workflows of a repository',
			request: 'PUT /actions/permissions/access',
			effect: 'locksOut',
			fields: {
				accessLevel: choice(
					'Access Level',
					{
						none: 'None',
						user: 'User',
						organization: 'Organization',
						enterprise: 'Enterprise',
					},
					{
						description:
							'Which other repositories can use the workflows of this repository. Enterprise is ' +
							'only available in enterprise editions.',
						apiName: 'access_level',
						required: true,
						default: 'none',
					},
				),
			},
		}),
	},
});

const selectedRepository = {
	fields: { repositoryId },
};

export const organizationPermission = resource('Actions Permission (Organization)', {
	default: 'get',
	operations: {
		...allowedActionsOperations(
			organizationLevel,
			organizationAdministration,
			organizationAdministration,
		),
		...defaultPermissionOperations(
			organizationLevel,
			organizationAdministration,
			organizationAdministration,
		),
		disableRepository: inOrganization({
			...selectedRepository,
			action: 'Disable workflows for a selected repository',
			request: 'DELETE /actions/permissions/repositories/{repositoryId}',
			effect: 'locksOut',
			done: ({ repositoryId: id }) => ({ disabled: true, repository_id: id }),
		}),
		enableRepository: inOrganization({
			...selectedRepository,
			action: 'Enable workflows for a selected repository',
			request: 'PUT /actions/permissions/repositories/{repositoryId}',
			done: ({ repositoryId: id }) => ({ enabled: true, repository_id: id }),
		}),
		get: inOrganization({
			action: 'Get the workflow permissions of an organization',
			request: 'GET /actions/permissions',
			shape: organizationPermissions,
		}),
		getAllRepositories: inOrganization({
			name: 'Get Many Selected Repositories',
			action: 'Get many repositories that can run workflows in an organization',
			request: 'GET /actions/permissions/repositories',
			paging: byLink({ rows: 'repositories' }),
			simplify: repositoryBrief,
			shape: repository,
		}),
		set: inOrganization({
			...saved,
			action: 'Set the workflow permissions of an organization',
			collection: 'updateFields',
			request: 'PUT /actions/permissions',
			effect: 'locksOut',
			fields: {
				enabledRepositories: choice(
					'Enabled Repositories',
					{ all: 'All', none: 'None', selected: 'Selected' },
					{
						description: 'Which repositories can run workflows',
						apiName: 'enabled_repositories',
						required: true,
						default: 'all',
					},
				),
				allowedActions,
			},
			options: shaPinning,
		}),
		setRepositories: inOrganization({
			...saved,
			name: 'Set Selected Repositories',
			action: 'Set the repositories that can run workflows in an organization',
			request: 'PUT /actions/permissions/repositories',
			effect: 'locksOut',
			fields: {
				selectedRepositoryIds: list('Repository IDs', {
					...repositoryIdList,
					description:
						'IDs of all repositories that can run workflows, separated by commas. An empty list removes all of them.',
					sendEmpty: true,
				}),
			},
		}),
	},
});

export const enterprisePermission = resource('Actions Permission (Enterprise)', {
	default: 'getDefaults',
	operations: defaultPermissionOperations(enterpriseLevel, enterprise, enterprise, {
		get: 'Get the default permissions of workflow tokens (enterprise editions only)',
		set: 'Set the default permissions of workflow tokens (enterprise editions only)',
	}),
});
