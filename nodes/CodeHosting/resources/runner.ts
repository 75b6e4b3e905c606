/** Self-hosted runners of repositories and organizations: the same operations, under another owner. */
import { type Fields, operation, type RequestLine, resource, text } from '../../engine/describe';
import { organizationRunnerId, organizationScope, runnerId } from '../fields';
import { ofOrganization, ofRepository, type Owner } from '../owners';
import { byLink } from '../paging';
import { needs } from '../scopes';
import { runner as shape, runnerApplication, runnerToken } from '../shapes';

const runnerName = text('Runner Name', {
	description: 'Only the runner of this name',
	wire: 'name',
});
const anHour = 'it ends after one hour';

/** @param id the one field that names a runner of this owner */
const runnersOf = ({ under, words, short }: Owner, id: Fields, reads: string, writes: string) => {
	const one = `/actions/runners/{${Object.keys(id).join()}}`;
	return {
		createRegistrationToken: operation({
			name: 'Create Registration Token',
			action: `Create a token that registers a runner of ${words}`,
			description: `Create the token that a new runner registers with; ${anHour}`,
			alsoKnownAs: [`createRegistrationTokenFor${short}`],
			under,
			request: 'POST /actions/runners/registration-token',
			agents: false,
			scope: writes,
			shape: runnerToken,
		}),
		createRemoveToken: operation({
			name: 'Create Remove Token',
			action: `Create a token that removes a runner of ${words}`,
			description: `Create the token that a runner is taken down with; ${anHour}`,
			alsoKnownAs: [`createRemoveTokenFor${short}`],
			under,
			request: 'POST /actions/runners/remove-token',
			agents: false,
			scope: writes,
			shape: runnerToken,
		}),
		delete: operation({
			name: 'Delete',
			action: `Delete a runner of ${words}`,
			alsoKnownAs: [`deleteSelfHostedRunnerFrom${short}`],
			under,
			request: `DELETE ${one}` as RequestLine,
			fields: id,
			scope: writes,
		}),
		get: operation({
			name: 'Get',
			action: `Get a runner of ${words}`,
			alsoKnownAs: [`getSelfHostedRunnerFor${short}`],
			under,
			request: `GET ${one}` as RequestLine,
			fields: id,
			scope: reads,
			shape,
		}),
		getAll: operation({
			name: 'Get Many',
			action: `Get many runners of ${words}`,
			alsoKnownAs: [`listSelfHostedRunnersFor${short}`],
			under,
			request: 'GET /actions/runners',
			options: { runnerName },
			paging: byLink({ rows: 'runners' }),
			scope: reads,
			shape,
		}),
		getApplications: operation({
			name: 'Get Applications',
			action: `Get the programs that run on runners of ${words}`,
			alsoKnownAs: [`listRunnerApplicationsFor${short}`],
			under,
			request: 'GET /actions/runners/downloads',
			output: 'rows',
			scope: reads,
			shape: runnerApplication,
		}),
	};
};

export const repositoryRunner = resource('Runner (Repository)', {
	default: 'getAll',
	operations: runnersOf(
		ofRepository,
		{ runnerId },
		needs.administrationRead,
		needs.administrationWrite,
	),
});

export const organizationRunner = resource('Runner (Organization)', {
	default: 'getAll',
	operations: {
		...runnersOf(
			ofOrganization,
			{ organizationRunnerId },
			needs.organizationRunners,
			needs.organizationRunners,
		),
		getAllGroups: operation({
			name: 'Get Many Groups',
			action: 'Get many groups of runners of an organization',
			alsoKnownAs: ['listSelfHostedRunnerGroupsForOrg'],
			under: organizationScope,
			request: 'GET /actions/runner-groups',
			options: {
				visibleToRepository: text('Visible to Repository', {
					description: 'Only groups that this repository may use',
					wire: 'visible_to_repository',
					placeholder: 'e.g. hello-world',
				}),
			},
			paging: byLink({ rows: 'runner_groups' }),
			scope: needs.organizationRunners,
		}),
	},
});
