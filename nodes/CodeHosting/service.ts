/** Code hosting as data (specification, document 3, part A). */
import { service } from '../engine/describe';
import { addressOf, clientOptions, headersOf, patienceOf } from './client';
import { readError, errors } from './errors';
import { artifact } from './resources/artifact';
import { cache } from './resources/cache';
import { environmentSecret } from './resources/environmentSecret';
import { event } from './resources/event';
import { job } from './resources/job';
import { notification } from './resources/notification';
import { organizationSecret } from './resources/organizationSecret';
import {
	account,
	environment,
	feed,
	issue,
	organization,
	repository,
	variable,
} from './resources/others';
import {
	enterprisePermission,
	organizationPermission,
	repositoryPermission,
} from './resources/permission';
import { repositorySecret } from './resources/repositorySecret';
import { organizationRunner, repositoryRunner } from './resources/runner';
import { organizationRunnerLabel, repositoryRunnerLabel } from './resources/runnerLabel';
import { star } from './resources/star';
import { subscription } from './resources/subscription';
import { workflow } from './resources/workflow';
import { workflowRun } from './resources/workflowRun';

const resources = {
	account,
	artifact,
	cache,
	enterprisePermission,
	environment,
	environmentSecret,
	event,
	feed,
	issue,
	job,
	notification,
	organization,
	organizationPermission,
	organizationRunner,
	organizationRunnerLabel,
	organizationSecret,
	repository,
	repositoryPermission,
	repositoryRunner,
	repositoryRunnerLabel,
	repositorySecret,
	star,
	subscription,
	variable,
	workflow,
	workflowRun,
};

export const codeHosting = service({
	name: 'codeHosting',
	label: 'Code Hosting',
	credentials: [
		{ value: 'token', label: 'Access Token', type: 'codeHostingApi' },
		{ value: 'app', label: 'App Installation', type: 'codeHostingAppApi', renews: true },
		{ value: 'oAuth2', label: 'OAuth2', type: 'codeHostingOAuth2Api', renews: true },
		{ value: 'none', label: 'None' },
	],
	options: clientOptions,
	address: addressOf,
	headers: headersOf,
	retryPolicy: patienceOf,
	default: 'workflowRun',
	resources,
	readError,
	errors,
	codex: {
		categories: ['Development', 'Developer Tools'],
		aliases: [
			'git',
			'github',
			'repository',
			'ci',
			'continuous integration',
			'build',
			'deploy',
			'release',
			'pipeline',
			'commit',
			'push',
			'pull request',
		],
	},
});
