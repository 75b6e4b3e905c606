import type { IDataObject } from 'n8n-workflow';
import {
	choice,
	flag,
	integer,
	operationsIn,
	resource,
	rows,
	text,
	toText,
} from '../../engine/describe';
import { environmentName, repositoryScope } from '../fields';
import { byLink } from '../paging';
import { environment as shape } from '../shapes';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(
	repositoryScope,
	tokenScopes.actionsRead,
	tokenScopes.administrationWrite,
);

const branchPolicies: Readonly<Record<string, IDataObject>> = {
	protected: { protected_branches: true, custom_branch_policies: false },
	selected: { protected_branches: false, custom_branch_policies: true },
};

export const environment = resource('Environment', {
	default: 'getAll',
	operations: {
		delete: operation({
			description: 'Delete an environment with its secrets and variables',
			request: 'DELETE /environments/{environmentName}',
			effect: 'irreversible',
			fields: { environmentName },
		}),
		get: operation({
			request: 'GET /environments/{environmentName}',
			fields: { environmentName },
			shape,
		}),
		getAll: operation({
			request: 'GET /environments',
			paging: byLink({ rows: 'environments' }),
			shape,
		}),
		upsert: operation({
			name: 'Create or Update',
			action: 'Create or update an environment',
			description: 'Create a new record, or update the current one if it already exists (upsert)',
			collection: 'additionalFields',
			request: 'PUT /environments/{newEnvironmentName}',
			effect: 'locksOut',
			fields: {
				newEnvironmentName: text('Name', {
					description:
						'Name of the environment. If it exists, protection rules that are not set are removed.',
					placeholder: 'e.g. production',
					allowSlashes: true,
					required: true,
				}),
			},
			options: {
				deploymentBranches: choice(
					'Deployment Branches',
					{ all: 'All', protected: 'Protected', selected: 'Selected' },
					{
						description:
							'Which branches can deploy. Add the selected ones with Deployment Branch Rule: Create.',
						apiName: 'deployment_branch_policy',
					},
				),
				preventSelfReview: flag('Prevent Self-Review', {
					description: 'Whether users cannot approve their own deployments',
					apiName: 'prevent_self_review',
				}),
				environmentReviewers: rows('Reviewers', {
					description: 'Up to six users and teams, of which one must approve each deployment',
					apiName: 'reviewers',
					maximum: 6,
					row: {
						type: choice('Type', ['User', 'Team'], {
							description: 'Whether the reviewer is a user or a team',
							default: 'User',
						}),
						id: integer('ID', { description: 'ID of the user or team', minimum: 1 }),
					},
				}),
				waitTimer: integer('Wait Timer (Minutes)', {
					description: 'How long each deployment waits, in minutes: up to 43,200 (30 days)',
					apiName: 'wait_timer',
					minimum: 0,
					maximum: 43_200,
				}),
			},
			/** The service expects two flags, or null for all branches. */
			prepare: ({ deploymentBranches, ...input }) =>
				deploymentBranches === undefined
					? input
					: { ...input, deploymentBranches: branchPolicies[toText(deploymentBranches)] ?? null },
			shape,
		}),
	},
});
