/** What workflows may do: settings of repositories, organizations and enterprises. */
import type { IDataObject } from 'n8n-workflow';
import type { Call } from '../../engine/call';
import { operation, resource, type Row } from '../../engine/catalogue';
import { choice, flag, list } from '../../engine/fields';
import { acknowledged } from '../acknowledged';
import { vendorOf } from '../client';
import { enterpriseScope, organizationScope, repositoryId, repositoryScope } from '../fields';
import { byLink } from '../paging';
import { needs } from '../scopes';
import { defaultPermissions, organizationPermissions, repository, repositoryBrief, repositoryPermissions, selectedActions } from '../shapes';

const saved = { saved: 'boolean' } as const;
const done = (): IDataObject => ({ saved: true });

const allowedActions = choice('Allowed Actions', { all: 'All', local_only: 'Local Only', selected: 'Selected' }, { description: 'Which actions workflows may use', wire: 'allowed_actions' });
const shaPinning = { shaPinningRequired: flag('SHA Pinning Required', { description: 'Whether actions must be named by a full commit SHA, which the public service knows today', wire: 'sha_pinning_required', default: true }) };

const allowed = {
	vendorOwnedAllowed: flag('Vendor Owned Allowed', { description: 'Whether actions of the vendor may be used', wire: 'vendor_owned_allowed', default: true }),
	verifiedAllowed: flag('Verified Allowed', { description: 'Whether actions of verified creators may be used', wire: 'verified_allowed', default: true }),
	patternsAllowed: list('Patterns Allowed', { description: 'Patterns of actions that may be used, separated by commas. An empty list allows none by pattern.', wire: 'patterns_allowed', placeholder: 'e.g. octo-org/*', emptyCounts: true }),
};

interface Allowed {
	readonly vendorOwnedAllowed?: boolean;
	readonly verifiedAllowed?: boolean;
	readonly patternsAllowed?: string[];
}

/** One of the names in the body is the vendor's, which the credential knows. */
async function setAllowed(call: Call<Allowed>): Promise<Row[]> {
	const { vendorOwnedAllowed, verifiedAllowed, patternsAllowed } = call.input;
	const names = { [`${vendorOf(call.connection.credential ?? {}).inName}_owned_allowed`]: vendorOwnedAllowed, verified_allowed: verifiedAllowed, patterns_allowed: patternsAllowed };
	return await acknowledged(call, done(), Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined)) as IDataObject);
}

const defaults = {
	fields: { defaultWorkflowPermissions: choice('Default Permissions', { read: 'Read', write: 'Write' }, { description: 'What the token of a workflow may do unless the workflow says otherwise', wire: 'default_workflow_permissions' }) },
	options: { canApprovePullRequestReviews: flag('Can Approve Pull Request Reviews', { description: 'Whether workflows may approve pull requests', wire: 'can_approve_pull_request_reviews', default: true }) },
};

export const repositoryPermission = resource('Actions Permission (Repository)', {
	default: 'get',
	operations: {
		get: operation({ name: 'Get', action: 'Get the permissions of workflows in a repository', names: ['getVendorActionsPermissionsRepository', 'getGithubActionsPermissionsRepository'], under: repositoryScope, request: 'GET /actions/permissions', scope: needs.administrationRead, shape: repositoryPermissions }),
		getAccess: operation({ name: 'Get Access From Outside', action: 'Get who may use the workflows of a repository', names: ['getWorkflowAccessToRepository'], under: repositoryScope, request: 'GET /actions/permissions/access', scope: needs.administrationRead, shape: { access_level: 'string' } }),
		getPermittedActions: operation({
			name: 'Get Allowed Actions',
			action: 'Get the actions that a repository may use',
			description: 'Get the actions that may be used where the permission is selected',
			names: ['getAllowedActionsRepository'],
			under: repositoryScope,
			request: 'GET /actions/permissions/selected-actions',
			scope: needs.administrationRead,
			shape: selectedActions,
		}),
		getDefaults: operation({
			name: 'Get Default Workflow Permissions',
			action: 'Get the default permissions of workflow tokens in a repository',
			names: ['getVendorActionsDefaultWorkflowPermissionsRepository', 'getGithubActionsDefaultWorkflowPermissionsRepository'],
			under: repositoryScope,
			request: 'GET /actions/permissions/workflow',
			scope: needs.administrationRead,
			shape: defaultPermissions,
		}),
		set: operation({
			name: 'Set',
			action: 'Set the permissions of workflows in a repository',
			names: ['setVendorActionsPermissionsRepository', 'setGithubActionsPermissionsRepository'],
			under: repositoryScope,
			request: 'PUT /actions/permissions',
			fields: { enabled: flag('Enabled', { description: 'Whether workflows may run in the repository', default: true, required: true }), allowedActions },
			options: shaPinning,
			scope: needs.administrationWrite,
			shape: saved,
			done,
		}),
		setAccess: operation({
			name: 'Set Access From Outside',
			action: 'Set who may use the workflows of a repository',
			names: ['setWorkflowAccessToRepository'],
			under: repositoryScope,
			request: 'PUT /actions/permissions/access',
			fields: { accessLevel: choice('Access Level', { none: 'None', user: 'User', organization: 'Organization' }, { description: 'Which repositories may use the workflows of this one', wire: 'access_level', required: true, default: 'none' }) },
			scope: needs.administrationWrite,
			shape: saved,
			done,
		}),
		setAllowedActions: operation({
			name: 'Set Allowed Actions',
			action: 'Set the actions that a repository may use',
			names: ['setAllowedActionsRepository'],
			under: repositoryScope,
			request: 'PUT /actions/permissions/selected-actions',
			options: allowed,
			scope: needs.administrationWrite,
			shape: saved,
			run: setAllowed,
		}),
		setDefaults: operation({
			...defaults,
			name: 'Set Default Workflow Permissions',
			action: 'Set the default permissions of workflow tokens in a repository',
			names: ['setVendorActionsDefaultWorkflowPermissionsRepository', 'setGithubActionsDefaultWorkflowPermissionsRepository'],
			under: repositoryScope,
			request: 'PUT /actions/permissions/workflow',
			scope: needs.administrationWrite,
			shape: saved,
			done,
		}),
	},
});

const scope = needs.organizationAdministration;

export const organizationPermission = resource('Actions Permission (Organization)', {
	default: 'get',
	operations: {
		disableRepository: operation({
			name: 'Disable Repository',
			action: 'Keep a repository from running workflows',
			names: ['disableSelectedRepositoryVendorActionsOrganization', 'disableSelectedRepositoryGithubActionsOrganization'],
			under: organizationScope,
			request: 'DELETE /actions/permissions/repositories/{repositoryId}',
			fields: { repositoryId },
			scope,
			done: ({ repositoryId: id }) => ({ disabled: true, repository_id: id }),
		}),
		enableRepository: operation({
			name: 'Enable Repository',
			action: 'Let a repository run workflows',
			names: ['enableSelectedRepositoryVendorActionsOrganization', 'enableSelectedRepositoryGithubActionsOrganization'],
			under: organizationScope,
			request: 'PUT /actions/permissions/repositories/{repositoryId}',
			fields: { repositoryId },
			scope,
			done: ({ repositoryId: id }) => ({ enabled: true, repository_id: id }),
		}),
		get: operation({ name: 'Get', action: 'Get the permissions of workflows in an organization', names: ['getVendorActionsPermissionsOrganization', 'getGithubActionsPermissionsOrganization'], under: organizationScope, request: 'GET /actions/permissions', scope, shape: organizationPermissions }),
		getAllRepositories: operation({
			name: 'Get Many Selected Repositories',
			action: 'Get many repositories of an organization that may run workflows',
			names: ['listSelectedRepositoriesEnabledVendorActionsOrganization', 'listSelectedRepositoriesEnabledGithubActionsOrganization'],
			under: organizationScope,
			request: 'GET /actions/permissions/repositories',
			paging: byLink({ rows: 'repositories' }),
			scope,
			simplify: repositoryBrief,
			shape: repository,
		}),
		getPermittedActions: operation({
			name: 'Get Allowed Actions',
			action: 'Get the actions that an organization may use',
			description: 'Get the actions that may be used where the permission is selected',
			names: ['getAllowedActionsOrganization'],
			under: organizationScope,
			request: 'GET /actions/permissions/selected-actions',
			scope,
			shape: selectedActions,
		}),
		getDefaults: operation({
			name: 'Get Default Workflow Permissions',
			action: 'Get the default permissions of workflow tokens in an organization',
			names: ['getVendorActionsDefaultWorkflowPermissionsOrganization', 'getGithubActionsDefaultWorkflowPermissionsOrganization'],
			under: organizationScope,
			request: 'GET /actions/permissions/workflow',
			scope,
			shape: defaultPermissions,
		}),
		set: operation({
			name: 'Set',
			action: 'Set the permissions of workflows in an organization',
			names: ['setVendorActionsPermissionsOrganization', 'setGithubActionsPermissionsOrganization'],
			under: organizationScope,
			request: 'PUT /actions/permissions',
			fields: {
				enabledRepositories: choice('Enabled Repositories', { all: 'All', none: 'None', selected: 'Selected' }, { description: 'Which repositories may run workflows', wire: 'enabled_repositories', required: true, default: 'all' }),
				allowedActions,
			},
			options: shaPinning,
			scope,
			shape: saved,
			done,
		}),
		setAllowedActions: operation({
			name: 'Set Allowed Actions',
			action: 'Set the actions that an organization may use',
			names: ['setAllowedActionsOrganization'],
			under: organizationScope,
			request: 'PUT /actions/permissions/selected-actions',
			options: allowed,
			scope,
			shape: saved,
			run: setAllowed,
		}),
		setDefaults: operation({
			...defaults,
			name: 'Set Default Workflow Permissions',
			action: 'Set the default permissions of workflow tokens in an organization',
			names: ['setVendorActionsDefaultWorkflowPermissionsOrganization', 'setGithubActionsDefaultWorkflowPermissionsOrganization'],
			under: organizationScope,
			request: 'PUT /actions/permissions/workflow',
			scope,
			shape: saved,
			done,
		}),
		setRepositories: operation({
			name: 'Set Selected Repositories',
			action: 'Set the repositories of an organization that may run workflows',
			names: ['setSelectedRepositoriesEnabledVendorActionsOrganization', 'setSelectedRepositoriesEnabledGithubActionsOrganization'],
			under: organizationScope,
			request: 'PUT /actions/permissions/repositories',
			fields: { selectedRepositoryIds: list('Repository IDs', { of: 'integer', description: 'All repositories that may run workflows, separated by commas. An empty list takes it from all.', wire: 'selected_repository_ids', placeholder: 'e.g. 1296269, 1296280', emptyCounts: true }) },
			scope,
			shape: saved,
			done,
		}),
	},
});

export const enterprisePermission = resource('Actions Permission (Enterprise)', {
	default: 'getDefaults',
	operations: {
		getDefaults: operation({
			name: 'Get Default Workflow Permissions',
			action: 'Get the default permissions of workflow tokens in an enterprise',
			description: 'Get the default permissions of workflow tokens; the enterprise editions have this',
			names: ['getVendorActionsDefaultWorkflowPermissionsEnterprise', 'getGithubActionsDefaultWorkflowPermissionsEnterprise'],
			under: enterpriseScope,
			request: 'GET /actions/permissions/workflow',
			scope: needs.enterprise,
			shape: defaultPermissions,
		}),
		setDefaults: operation({
			...defaults,
			name: 'Set Default Workflow Permissions',
			action: 'Set the default permissions of workflow tokens in an enterprise',
			description: 'Set the default permissions of workflow tokens; the enterprise editions have this',
			names: ['setVendorActionsDefaultWorkflowPermissionsEnterprise', 'setGithubActionsDefaultWorkflowPermissionsEnterprise'],
			under: enterpriseScope,
			request: 'PUT /actions/permissions/workflow',
			scope: needs.enterprise,
			shape: saved,
			done,
		}),
	},
});
