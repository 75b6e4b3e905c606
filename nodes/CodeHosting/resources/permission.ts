/** Permissions of workflows in repositories, organizations and enterprises. */
import { choice, flag, list, operation, resource } from '../../engine/describe';
import { organizationScope, repositoryId, repositoryIdList, repositoryScope } from '../fields';
import { enterpriseLevel, organizationLevel, repositoryLevel } from '../levels';
import { byLink } from '../paging';
import {
	allowedActions,
	allowedActionsOperations,
	bothVendorNames,
	defaultPermissionOperations,
	saved,
	shaPinning,
} from '../permissionOperations';
import {
	organizationPermissions,
	repository,
	repositoryBrief,
	repositoryPermissions,
} from '../shapes';
import { tokenScopes } from '../tokenScopes';

const {
	administrationRead,
	administrationWrite,
	enterprise,
	organizationAdministration: scope,
} = tokenScopes;

export const repositoryPermission = resource('Actions Permission (Repository)', {
	default: 'get',
	operations: {
		...allowedActionsOperations(repositoryLevel, administrationRead, administrationWrite),
		...defaultPermissionOperations(repositoryLevel, administrationRead, administrationWrite),
		get: operation({
			name: 'Get',
			action: 'Get the workflow permissions of a repository',
			alsoKnownAs: bothVendorNames('get', 'PermissionsRepository'),
			under: repositoryScope,
			request: 'GET /actions/permissions',
			scope: administrationRead,
			shape: repositoryPermissions,
		}),
		getAccess: operation({
			name: 'Get External Access',
			action: 'Get external access to the workflows of a repository',
			alsoKnownAs: ['getWorkflowAccessToRepository'],
			under: repositoryScope,
			request: 'GET /actions/permissions/access',
			scope: administrationRead,
			shape: { access_level: 'string' },
		}),
		set: operation({
			...saved,
			name: 'Set',
			action: 'Set the workflow permissions of a repository',
			alsoKnownAs: bothVendorNames('set', 'PermissionsRepository'),
			under: repositoryScope,
			request: 'PUT /actions/permissions',
			fields: {
				enabled: flag('Enabled', {
					description: 'Whether workflows can run in the repository',
					default: true,
					required: true,
				}),
				allowedActions,
			},
			options: shaPinning,
			scope: administrationWrite,
		}),
		setAccess: operation({
			...saved,
			name: 'Set External Access',
			action: 'Set external access to the workflows of a repository',
			alsoKnownAs: ['setWorkflowAccessToRepository'],
			under: repositoryScope,
			request: 'PUT /actions/permissions/access',
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
						wire: 'access_level',
						required: true,
						default: 'none',
					},
				),
			},
			scope: administrationWrite,
		}),
	},
});

const selectedRepository = { under: organizationScope, fields: { repositoryId }, scope };

export const organizationPermission = resource('Actions Permission (Organization)', {
	default: 'get',
	operations: {
		...allowedActionsOperations(organizationLevel, scope, scope),
		...defaultPermissionOperations(organizationLevel, scope, scope),
		disableRepository: operation({
			...selectedRepository,
			name: 'Disable Repository',
			action: 'Disable workflows for a selected repository',
			alsoKnownAs: bothVendorNames('disableSelectedRepository', 'Organization'),
			request: 'DELETE /actions/permissions/repositories/{repositoryId}',
			done: ({ repositoryId: id }) => ({ disabled: true, repository_id: id }),
		}),
		enableRepository: operation({
			...selectedRepository,
			name: 'Enable Repository',
			action: 'Enable workflows for a selected repository',
			alsoKnownAs: bothVendorNames('enableSelectedRepository', 'Organization'),
			request: 'PUT /actions/permissions/repositories/{repositoryId}',
			done: ({ repositoryId: id }) => ({ enabled: true, repository_id: id }),
		}),
		get: operation({
			name: 'Get',
			action: 'Get the workflow permissions of an organization',
			alsoKnownAs: bothVendorNames('get', 'PermissionsOrganization'),
			under: organizationScope,
			request: 'GET /actions/permissions',
			scope,
			shape: organizationPermissions,
		}),
		getAllRepositories: operation({
			name: 'Get Many Selected Repositories',
			action: 'Get many repositories that can run workflows in an organization',
			alsoKnownAs: bothVendorNames('listSelectedRepositoriesEnabled', 'Organization'),
			under: organizationScope,
			request: 'GET /actions/permissions/repositories',
			paging: byLink({ rows: 'repositories' }),
			scope,
			simplify: repositoryBrief,
			shape: repository,
		}),
		set: operation({
			...saved,
			name: 'Set',
			action: 'Set the workflow permissions of an organization',
			alsoKnownAs: bothVendorNames('set', 'PermissionsOrganization'),
			under: organizationScope,
			request: 'PUT /actions/permissions',
			fields: {
				enabledRepositories: choice(
					'Enabled Repositories',
					{ all: 'All', none: 'None', selected: 'Selected' },
					{
						description: 'Which repositories can run workflows',
						wire: 'enabled_repositories',
						required: true,
						default: 'all',
					},
				),
				allowedActions,
			},
			options: shaPinning,
			scope,
		}),
		setRepositories: operation({
			...saved,
			name: 'Set Selected Repositories',
			action: 'Set the repositories that can run workflows in an organization',
			alsoKnownAs: bothVendorNames('setSelectedRepositoriesEnabled', 'Organization'),
			under: organizationScope,
			request: 'PUT /actions/permissions/repositories',
			fields: {
				selectedRepositoryIds: list('Repository IDs', {
					...repositoryIdList,
					description:
						'IDs of all repositories that can run workflows, separated by commas. An empty list removes all of them.',
					sendEmpty: true,
				}),
			},
			scope,
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
