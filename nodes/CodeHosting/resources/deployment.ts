import { choice, flag, id, list, operationsIn, resource, text, value } from '../../engine/describe';
import { deploymentId } from '../content/fields';
import {
	createdDeployment,
	createdDeploymentBrief,
	deployment as shape,
	deploymentBrief as simplify,
	deploymentStatus,
	deploymentStatusBrief,
} from '../content/shapes';
import { repositoryScope } from '../fields';
import { byLink } from '../paging';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(
	repositoryScope,
	tokenScopes.deploymentsRead,
	tokenScopes.deployments,
);

const deploymentDescription = text('Description', {
	description: 'Short description, up to 140 characters',
	placeholder: 'e.g. Release of the week',
	apiName: 'description',
	maxLength: 140,
});
const deploymentEnvironment = text('Environment', {
	description: 'Name of the environment',
	placeholder: 'e.g. production',
	apiName: 'environment',
});
const task = text('Task', {
	description: 'Name of the task',
	placeholder: 'e.g. deploy',
});

export const deployment = resource('Deployment', {
	default: 'getAll',
	operations: {
		create: operation({
			collection: 'additionalFields',
			description:
				'Create a deployment of a branch, tag or commit; if the service merges the default branch first, it returns a message instead',
			request: 'POST /deployments',
			fields: {
				deploymentRef: text('Deployment Ref', {
					description: 'Branch, tag or commit to deploy',
					placeholder: 'e.g. main',
					apiName: 'ref',
					required: true,
				}),
			},
			options: {
				autoMerge: flag('Auto Merge', {
					description: 'Whether to merge the default branch into the branch if it is behind',
					apiName: 'auto_merge',
					default: true,
				}),
				deploymentDescription,
				deploymentEnvironment,
				payload: value('Payload', {
					description: 'Additional data for the system that deploys, as JSON or text',
					placeholder: 'e.g. {"version": "1.2.0"}',
				}),
				productionEnvironment: flag('Production Environment', {
					description: 'Whether end users use the environment directly',
					apiName: 'production_environment',
				}),
				requiredContexts: list('Required Contexts', {
					description:
						'Status checks that must have succeeded, separated by commas. Default: all of them. Leave empty to deploy without checks.',
					placeholder: 'e.g. ci/build, ci/test',
					apiName: 'required_contexts',
					clearable: true,
				}),
				task,
				transientEnvironment: flag('Transient Environment', {
					description: 'Whether the environment will not exist later',
					apiName: 'transient_environment',
				}),
			},
			simplify: createdDeploymentBrief,
			shape: createdDeployment,
		}),
		createStatus: operation({
			action: 'Create a status of a deployment',
			collection: 'additionalFields',
			request: 'POST /deployments/{deploymentId}/statuses',
			fields: {
				deploymentId,
				deploymentState: choice(
					'State',
					['error', 'failure', 'inactive', 'in_progress', 'queued', 'pending', 'success'],
					{ description: 'State of the deployment', apiName: 'state', default: 'success' },
				),
			},
			options: {
				autoInactive: flag('Auto Inactive', {
					description:
						'Whether to set earlier successful deployments of the environment to inactive',
					apiName: 'auto_inactive',
					default: true,
				}),
				deploymentDescription,
				deploymentEnvironment,
				environmentUrl: text('Environment URL', {
					description: 'URL of the environment',
					placeholder: 'e.g. https://staging.example.com',
					apiName: 'environment_url',
				}),
				logUrl: text('Log URL', {
					description: 'URL of the output of the deployment',
					placeholder: 'e.g. https://ci.example.com/logs/42',
					apiName: 'log_url',
				}),
			},
			simplify: deploymentStatusBrief,
			shape: deploymentStatus,
		}),
		delete: operation({
			description:
				'Delete a deployment; an active one only if it is the only one, so set it to inactive first',
			request: 'DELETE /deployments/{deploymentId}',
			effect: 'irreversible',
			fields: { deploymentId },
		}),
		get: operation({
			request: 'GET /deployments/{deploymentId}',
			fields: { deploymentId },
			simplify,
			shape,
		}),
		getAll: operation({
			request: 'GET /deployments',
			options: {
				deployedRef: text('Deployed Ref', {
					description: 'Only return deployments of this branch, tag or commit',
					placeholder: 'e.g. main',
					apiName: 'ref',
				}),
				deployedSha: text('Deployed SHA', {
					description: 'Only return deployments of this commit',
					placeholder: 'e.g. 6dcb09b5b57875f334f61aebed695e2e4193db5e',
					apiName: 'sha',
				}),
				deploymentEnvironment,
				task,
			},
			paging: byLink(),
			simplify,
			shape,
		}),
		getAllStatuses: operation({
			action: 'Get many statuses of a deployment',
			description: 'Get the statuses of a deployment, newest first',
			request: 'GET /deployments/{deploymentId}/statuses',
			fields: { deploymentId },
			paging: byLink(),
			simplify: deploymentStatusBrief,
			shape: deploymentStatus,
		}),
		getStatus: operation({
			action: 'Get a status of a deployment',
			request: 'GET /deployments/{deploymentId}/statuses/{deploymentStatusId}',
			fields: {
				deploymentId,
				deploymentStatusId: id('Deployment Status', {
					description: 'ID of the status',
					placeholder: 'e.g. 1',
				}),
			},
			simplify: deploymentStatusBrief,
			shape: deploymentStatus,
		}),
	},
});
