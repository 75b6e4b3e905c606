/**
 * Tasks of GitHub's coding agent. The API is in public preview, and accepts only tokens of users.
 * https://docs.github.com/rest/agent-tasks/agent-tasks
 */
import {
	basePath,
	choice,
	date,
	flag,
	id,
	list,
	operationsIn,
	resource,
	text,
} from '../../engine/describe';
import { direction, owner, repository, sortBy } from '../fields';
import { byLink } from '../paging';
import { notOnEnterpriseServer } from '../providers';
import { agentTask as shape, agentTaskBrief as simplify, agentTaskWithSessions } from '../shapes';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(
	basePath('/agents/repos/{owner}/{repository}', { owner, repository }),
	tokenScopes.agentTasksRead,
	tokenScopes.agentTasksWrite,
);
const common = { missingIn: notOnEnterpriseServer, simplify };

export const agentTask = resource('Agent Task', {
	default: 'getAll',
	operations: {
		create: operation({
			...common,
			action: 'Start a task of the coding agent',
			description: 'Let the coding agent of the service work on a task, which uses AI credits',
			effect: 'costs',
			request: 'POST /tasks',
			fields: {
				prompt: text('Prompt', {
					description: 'What the agent does',
					placeholder: 'e.g. Fix the login button on the homepage',
					required: true,
					lines: 4,
				}),
			},
			options: {
				agentModel: text('Model', {
					description: 'Model that the agent uses. Your plan determines which ones you can choose.',
					placeholder: 'e.g. gpt-5.4',
					apiName: 'model',
				}),
				customAgent: text('Custom Agent', {
					description: 'Name of the file in .github/agents, without .agent.md',
					placeholder: 'e.g. performance-optimizer',
					apiName: 'custom_agent',
				}),
				createPullRequest: flag('Create Pull Request', {
					description: 'Whether the agent opens a pull request',
					default: true,
					apiName: 'create_pull_request',
				}),
				agentBase: text('Base Branch', {
					description: 'Branch that the new branch or pull request starts from',
					placeholder: 'e.g. main',
					apiName: 'base_ref',
				}),
				agentHead: text('Existing Branch', {
					description: 'Branch that the agent commits to, instead of a new one',
					placeholder: 'e.g. fix-login',
					apiName: 'head_ref',
				}),
			},
			shape,
		}),
		get: operation({
			...common,
			action: 'Get a task of the coding agent',
			description: 'Get a task of the coding agent with its sessions',
			request: 'GET /tasks/{agentTaskId}',
			fields: {
				agentTaskId: id('Agent Task', {
					description: 'ID of the task',
					placeholder: 'e.g. a1b2c3d4-e5f6-7890-abcd-ef1234567890',
				}),
			},
			simplify: { ...simplify, sessions: 'sessions' },
			shape: agentTaskWithSessions,
		}),
		getAll: operation({
			...common,
			action: 'Get many tasks of the coding agent',
			request: 'GET /tasks',
			paging: byLink({ rows: 'tasks' }),
			options: {
				agentTaskState: choice(
					'State',
					{
						queued: 'Queued',
						in_progress: 'In Progress',
						waiting_for_user: 'Waiting for User',
						idle: 'Idle',
						completed: 'Completed',
						failed: 'Failed',
						timed_out: 'Timed Out',
						cancelled: 'Canceled',
					},
					{
						description:
							'Only return tasks in this state. With an expression, also several values, separated by commas.',
						apiName: 'state',
						acceptsOther: true,
					},
				),
				agentTasksArchived: flag('Archived', {
					description: 'Whether to return the archived tasks instead of the others',
					default: true,
					apiName: 'is_archived',
				}),
				agentTaskCreators: list('Creator IDs', {
					description: 'Only return tasks of the users with these IDs, separated by commas',
					placeholder: 'e.g. 1, 583231',
					itemKind: 'integer',
					apiName: 'creator_id',
				}),
				agentTasksSince: date('Updated Since', {
					description: 'Only return tasks that were updated at or after this time',
					apiName: 'since',
				}),
				agentTaskSort: sortBy({ updated_at: 'Updated', created_at: 'Created' }),
				direction,
			},
			shape,
		}),
	},
});
