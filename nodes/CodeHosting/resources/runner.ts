/** Self-hosted runners of repositories and organizations: the same operations, under another owner. */
import { operation, resource } from '../../engine/catalogue';
import { text } from '../../engine/fields';
import { organizationRunnerId, organizationScope, repositoryScope, runnerId } from '../fields';
import { byLink } from '../paging';
import { needs } from '../scopes';
import { runner as shape, runnerApplication, runnerToken } from '../shapes';

const runnerName = text('Runner Name', { description: 'Only the runner of this name', wire: 'name' });
const paging = byLink({ rows: 'runners' });
const anHour = 'it ends after one hour';

export const repositoryRunner = resource('Runner (Repository)', {
	default: 'getAll',
	operations: {
		createRegistrationToken: operation({
			name: 'Create Registration Token',
			action: 'Create a token that registers a runner of a repository',
			description: `Create the token that a new runner registers with; ${anHour}`,
			names: ['createRegistrationTokenForRepo'],
			under: repositoryScope,
			request: 'POST /actions/runners/registration-token',
			agents: false,
			scope: needs.administrationWrite,
			shape: runnerToken,
		}),
		createRemoveToken: operation({
			name: 'Create Remove Token',
			action: 'Create a token that removes a runner of a repository',
			description: `Create the token that a runner is taken down with; ${anHour}`,
			names: ['createRemoveTokenForRepo'],
			under: repositoryScope,
			request: 'POST /actions/runners/remove-token',
			agents: false,
			scope: needs.administrationWrite,
			shape: runnerToken,
		}),
		delete: operation({ name: 'Delete', action: 'Delete a runner of a repository', names: ['deleteSelfHostedRunnerFromRepo'], under: repositoryScope, request: 'DELETE /actions/runners/{runnerId}', fields: { runnerId }, scope: needs.administrationWrite }),
		get: operation({ name: 'Get', action: 'Get a runner of a repository', names: ['getSelfHostedRunnerForRepo'], under: repositoryScope, request: 'GET /actions/runners/{runnerId}', fields: { runnerId }, scope: needs.administrationRead, shape }),
		getAll: operation({ name: 'Get Many', action: 'Get many runners of a repository', names: ['listSelfHostedRunnersForRepo'], under: repositoryScope, request: 'GET /actions/runners', options: { runnerName }, paging, scope: needs.administrationRead, shape }),
		getApplications: operation({
			name: 'Get Applications',
			action: 'Get the programs that run on runners of a repository',
			names: ['listRunnerApplicationsForRepo'],
			under: repositoryScope,
			request: 'GET /actions/runners/downloads',
			output: 'rows',
			scope: needs.administrationRead,
			shape: runnerApplication,
		}),
	},
});

const scope = needs.organizationRunners;

export const organizationRunner = resource('Runner (Organization)', {
	default: 'getAll',
	operations: {
		createRegistrationToken: operation({
			name: 'Create Registration Token',
			action: 'Create a token that registers a runner of an organization',
			description: `Create the token that a new runner registers with; ${anHour}`,
			names: ['createRegistrationTokenForOrg'],
			under: organizationScope,
			request: 'POST /actions/runners/registration-token',
			agents: false,
			scope,
			shape: runnerToken,
		}),
		createRemoveToken: operation({
			name: 'Create Remove Token',
			action: 'Create a token that removes a runner of an organization',
			description: `Create the token that a runner is taken down with; ${anHour}`,
			names: ['createRemoveTokenForOrg'],
			under: organizationScope,
			request: 'POST /actions/runners/remove-token',
			agents: false,
			scope,
			shape: runnerToken,
		}),
		delete: operation({ name: 'Delete', action: 'Delete a runner of an organization', names: ['deleteSelfHostedRunnerFromOrg'], under: organizationScope, request: 'DELETE /actions/runners/{organizationRunnerId}', fields: { organizationRunnerId }, scope }),
		get: operation({ name: 'Get', action: 'Get a runner of an organization', names: ['getSelfHostedRunnerForOrg'], under: organizationScope, request: 'GET /actions/runners/{organizationRunnerId}', fields: { organizationRunnerId }, scope, shape }),
		getAll: operation({ name: 'Get Many', action: 'Get many runners of an organization', names: ['listSelfHostedRunnersForOrg'], under: organizationScope, request: 'GET /actions/runners', options: { runnerName }, paging, scope, shape }),
		getAllGroups: operation({
			name: 'Get Many Groups',
			action: 'Get many groups of runners of an organization',
			names: ['listSelfHostedRunnerGroupsForOrg'],
			under: organizationScope,
			request: 'GET /actions/runner-groups',
			options: { visibleToRepository: text('Visible to Repository', { description: 'Only groups that this repository may use', wire: 'visible_to_repository', placeholder: 'e.g. hello-world' }) },
			paging: byLink({ rows: 'runner_groups' }),
			scope,
		}),
		getApplications: operation({
			name: 'Get Applications',
			action: 'Get the programs that run on runners of an organization',
			names: ['listRunnerApplicationsForOrg'],
			under: organizationScope,
			request: 'GET /actions/runners/downloads',
			output: 'rows',
			scope,
			shape: runnerApplication,
		}),
	},
});
