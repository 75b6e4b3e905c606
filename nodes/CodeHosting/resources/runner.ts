/** Self-hosted runners. Repositories and organizations have the same operations. */
import {
	type Fields,
	operation,
	operationsIn,
	type RequestLine,
	resource,
	text,
} from '../../engine/describe';
import { organizationRunnerId, organizationScope, runnerId } from '../fields';
import { type Level, organizationLevel, repositoryLevel } from '../levels';
import { byLink } from '../paging';
import { notOnEnterpriseServer } from '../providers';
import {
	runner as shape,
	runnerApplication,
	runnerToken,
	runnerVersionDeprecation,
} from '../shapes';
import { tokenScopes } from '../tokenScopes';

const runnerName = text('Runner Name', {
	description: 'Only return the runner with this name',
	apiName: 'name',
});
const lifetime = 'it expires after one hour';

/** @param id the field that identifies a runner at this level */
const runnerOperations = (
	{ basePath, phrase }: Level,
	id: Fields,
	readScope: string,
	writeScope: string,
) => {
	const operation = operationsIn(basePath, readScope, writeScope);
	const runnerPath = `/actions/runners/{${Object.keys(id).join()}}`;
	return {
		createRegistrationToken: operation({
			action: `Create a registration token for runners of ${phrase}`,
			description: `Create a token for registering a new runner; ${lifetime}`,
			request: 'POST /actions/runners/registration-token',
			agents: false,
			shape: runnerToken,
		}),
		createRemoveToken: operation({
			action: `Create a removal token for runners of ${phrase}`,
			description: `Create a token for removing a runner; ${lifetime}`,
			request: 'POST /actions/runners/remove-token',
			agents: false,
			shape: runnerToken,
		}),
		delete: operation({
			action: `Delete a runner of ${phrase}`,
			request: `DELETE ${runnerPath}` as RequestLine,
			effect: 'irreversible',
			fields: id,
		}),
		get: operation({
			action: `Get a runner of ${phrase}`,
			request: `GET ${runnerPath}` as RequestLine,
			fields: id,
			shape,
		}),
		getAll: operation({
			action: `Get many runners of ${phrase}`,
			request: 'GET /actions/runners',
			options: { runnerName },
			paging: byLink({ rows: 'runners' }),
			shape,
		}),
		getVersionDeprecation: operation({
			name: 'Get Version Deprecation',
			action: `Get the end of support of a runner version for ${phrase}`,
			description:
				'Get when runners of a version can no longer register, and when they get no more jobs',
			request: 'GET /actions/runners/deprecations/{runnerVersion}',
			missingIn: notOnEnterpriseServer,
			fields: {
				runnerVersion: text('Runner Version', {
					description: 'Version of the runner application',
					placeholder: 'e.g. 2.329.0',
					required: true,
				}),
			},
			shape: runnerVersionDeprecation,
		}),
		getApplications: operation({
			action: `Get runner application downloads for ${phrase}`,
			request: 'GET /actions/runners/downloads',
			output: 'rows',
			shape: runnerApplication,
		}),
	};
};

export const repositoryRunner = resource('Runner (Repository)', {
	default: 'getAll',
	operations: runnerOperations(
		repositoryLevel,
		{ runnerId },
		tokenScopes.administrationRead,
		tokenScopes.administrationWrite,
	),
});

export const organizationRunner = resource('Runner (Organization)', {
	default: 'getAll',
	operations: {
		...runnerOperations(
			organizationLevel,
			{ organizationRunnerId },
			tokenScopes.organizationRunners,
			tokenScopes.organizationRunners,
		),
		getAllGroups: operation({
			action: 'Get many runner groups of an organization',
			basePath: organizationScope,
			request: 'GET /actions/runner-groups',
			options: {
				visibleToRepository: text('Visible to Repository', {
					description: 'Only return groups that this repository can use',
					apiName: 'visible_to_repository',
					placeholder: 'e.g. hello-world',
				}),
			},
			paging: byLink({ rows: 'runner_groups' }),
			permission: tokenScopes.organizationRunners,
		}),
	},
});
