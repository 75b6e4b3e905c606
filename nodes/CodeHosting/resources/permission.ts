/** What workflows may do: settings of repositories, organizations and enterprises. */
import { choice, flag, list, operation, resource } from '../../engine/describe';
import { organizationScope, repositoryId, repositoryScope } from '../fields';
import { ofEnterprise, ofOrganization, ofRepository } from '../owners';
import { byLink } from '../paging';
import {
	actionsOf,
	allowedActions,
	bothNames,
	defaultsOf,
	saved,
	shaPinning,
} from '../permissions';
import { needs } from '../scopes';
import {
	organizationPermissions,
	repository,
	repositoryBrief,
	repositoryPermissions,
} from '../shapes';

const {
	administrationRead,
	administrationWrite,
	enterprise,
	organizationAdministration: scope,
} = needs;

export const repositoryPermission = resource('Actions Permission (Repository)', {
	default: 'get',
	operations: {
		...actionsOf(ofRepository, administrationRead, administrationWrite),
		...defaultsOf(ofRepository, administrationRead, administrationWrite),
		get: operation({
			name: 'Get',
			action: 'Get the permissions of workflows in a repository',
			alsoKnownAs: bothNames('get', 'PermissionsRepository'),
			under: repositoryScope,
			request: 'GET /actions/permissions',
			scope: administrationRead,
			shape: repositoryPermissions,
		}),
		getAccess: operation({
			name: 'Get Access From Outside',
			action: 'Get who may use the workflows of a repository',
			alsoKnownAs: ['getWorkflowAccessToRepository'],
			under: repositoryScope,
			request: 'GET /actions/permissions/access',
			scope: administrationRead,
			shape: { access_level: 'string' },
		}),
		set: operation({
			...saved,
			name: 'Set',
			action: 'Set the permissions of workflows in a repository',
			alsoKnownAs: bothNames('set', 'PermissionsRepository'),
			under: repositoryScope,
			request: 'PUT /actions/permissions',
			fields: {
				enabled: flag('Enabled', {
					description: 'Whether workflows may run in the repository',
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
			name: 'Set Access From Outside',
			action: 'Set who may use the workflows of a repository',
			alsoKnownAs: ['setWorkflowAccessToRepository'],
			under: repositoryScope,
			request: 'PUT /actions/permissions/access',
			fields: {
				accessLevel: choice(
					'Access Level',
					{ none: 'None', user: 'User', organization: 'Organization' },
					{
						description: 'Which repositories may use the workflows of this one',
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

const selected = { under: organizationScope, fields: { repositoryId }, scope };

export const organizationPermission = resource('Actions Permission (Organization)', {
	default: 'get',
	operations: {
		...actionsOf(ofOrganization, scope, scope),
		...defaultsOf(ofOrganization, scope, scope),
		disableRepository: operation({
			...selected,
			name: 'Disable Repository',
			action: 'Keep a repository from running workflows',
			alsoKnownAs: bothNames('disableSelectedRepository', 'Organization'),
			request: 'DELETE /actions/permissions/repositories/{repositoryId}',
			done: ({ repositoryId: id }) => ({ disabled: true, repository_id: id }),
		}),
		enableRepository: operation({
			...selected,
			name: 'Enable Repository',
			action: 'Let a repository run workflows',
			alsoKnownAs: bothNames('enableSelectedRepository', 'Organization'),
			request: 'PUT /actions/permissions/repositories/{repositoryId}',
			done: ({ repositoryId: id }) => ({ enabled: true, repository_id: id }),
		}),
		get: operation({
			name: 'Get',
			action: 'Get the permissions of workflows in an organization',
			alsoKnownAs: bothNames('get', 'PermissionsOrganization'),
			under: organizationScope,
			request: 'GET /actions/permissions',
			scope,
			shape: organizationPermissions,
		}),
		getAllRepositories: operation({
			name: 'Get Many Selected Repositories',
			action: 'Get many repositories of an organization that may run workflows',
			alsoKnownAs: bothNames('listSelectedRepositoriesEnabled', 'Organization'),
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
			action: 'Set the permissions of workflows in an organization',
			alsoKnownAs: bothNames('set', 'PermissionsOrganization'),
			under: organizationScope,
			request: 'PUT /actions/permissions',
			fields: {
				enabledRepositories: choice(
					'Enabled Repositories',
					{ all: 'All', none: 'None', selected: 'Selected' },
					{
						description: 'Which repositories may run workflows',
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
			action: 'Set the repositories of an organization that may run workflows',
			alsoKnownAs: bothNames('setSelectedRepositoriesEnabled', 'Organization'),
			under: organizationScope,
			request: 'PUT /actions/permissions/repositories',
			fields: {
				selectedRepositoryIds: list('Repository IDs', {
					itemKind: 'integer',
					description:
						'All repositories that may run workflows, separated by commas. An empty list takes it from all.',
					wire: 'selected_repository_ids',
					placeholder: 'e.g. 1296269, 1296280',
					sendEmpty: true,
				}),
			},
			scope,
		}),
	},
});

export const enterprisePermission = resource('Actions Permission (Enterprise)', {
	default: 'getDefaults',
	operations: defaultsOf(ofEnterprise, enterprise, enterprise, {
		get: 'Get the default permissions of workflow tokens; the enterprise editions have this',
		set: 'Set the default permissions of workflow tokens; the enterprise editions have this',
	}),
});
