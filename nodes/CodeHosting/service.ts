/** The Code Hosting service (README.md). */
import type { IDataObject } from 'n8n-workflow';
import { requestOptions, service, toText } from '../engine/describe';
import { clientOptions, connectionFields, headersOf, retryPolicyOf } from './client';
import { credentials } from './credentials';
import { withPlainText } from './enteredText';
import { classify, errors } from './errors';
import { codeHostingProviders } from './providers';
import { account } from './resources/account';
import { agentTask } from './resources/agentTask';
import { apiRequest } from './resources/apiRequest';
import { artifact } from './resources/artifact';
import { branch } from './resources/branch';
import { cache } from './resources/cache';
import { checkRun } from './resources/checkRun';
import { checkSuite } from './resources/checkSuite';
import { codeScanningAlert } from './resources/codeScanningAlert';
import { collaborator } from './resources/collaborator';
import { commit } from './resources/commit';
import { commitComment } from './resources/commitComment';
import { dependabotAlert } from './resources/dependabotAlert';
import { deployKey } from './resources/deployKey';
import { deployment } from './resources/deployment';
import { deploymentBranchRule } from './resources/deploymentBranchRule';
import { discussion } from './resources/discussion';
import { environment } from './resources/environment';
import { environmentSecret } from './resources/environmentSecret';
import { event } from './resources/event';
import { feed } from './resources/feed';
import { file } from './resources/file';
import { gist } from './resources/gist';
import { gitReference } from './resources/gitReference';
import { issue } from './resources/issue';
import { issueComment } from './resources/issueComment';
import { issueFieldValue } from './resources/issueFieldValue';
import { issueDependency, subIssue } from './resources/issueRelation';
import { job } from './resources/job';
import { label } from './resources/label';
import { milestone } from './resources/milestone';
import { notification } from './resources/notification';
import { organization } from './resources/organization';
import { organizationSecret } from './resources/organizationSecret';
import {
	enterprisePermission,
	organizationPermission,
	repositoryPermission,
} from './resources/permission';
import { project } from './resources/project';
import { projectItem } from './resources/projectItem';
import { pullRequest } from './resources/pullRequest';
import { pullRequestReview } from './resources/pullRequestReview';
import { reaction } from './resources/reaction';
import { release } from './resources/release';
import { releaseAsset } from './resources/releaseAsset';
import { repository } from './resources/repository';
import { repositoryInvitation } from './resources/repositoryInvitation';
import { repositorySecret } from './resources/repositorySecret';
import { organizationRunner, repositoryRunner } from './resources/runner';
import { organizationRunnerLabel, repositoryRunnerLabel } from './resources/runnerLabel';
import { reviewComment } from './resources/reviewComment';
import { search } from './resources/search';
import { secretScanningAlert } from './resources/secretScanningAlert';
import { star } from './resources/star';
import { subscription } from './resources/subscription';
import { tag } from './resources/tag';
import { team } from './resources/team';
import { user } from './resources/user';
import { environmentVariable, organizationVariable, variable } from './resources/variable';
import { webhook } from './resources/webhook';
import { workflow } from './resources/workflow';
import { workflowRun } from './resources/workflowRun';

const resources = {
	apiRequest,
	account,
	agentTask,
	artifact,
	branch,
	cache,
	checkRun,
	checkSuite,
	codeScanningAlert,
	collaborator,
	commit,
	commitComment,
	dependabotAlert,
	deployKey,
	deployment,
	deploymentBranchRule,
	discussion,
	enterprisePermission,
	environment,
	environmentSecret,
	environmentVariable,
	event,
	feed,
	file,
	gist,
	gitReference,
	issue,
	issueComment,
	issueDependency,
	issueFieldValue,
	job,
	label,
	milestone,
	notification,
	organization,
	organizationPermission,
	organizationRunner,
	organizationRunnerLabel,
	organizationSecret,
	organizationVariable,
	project,
	projectItem,
	pullRequest,
	pullRequestReview,
	reaction,
	release,
	releaseAsset,
	repository,
	repositoryInvitation,
	repositoryPermission,
	repositoryRunner,
	repositoryRunnerLabel,
	repositorySecret,
	reviewComment,
	search,
	secretScanningAlert,
	star,
	subIssue,
	subscription,
	tag,
	team,
	user,
	variable,
	webhook,
	workflow,
	workflowRun,
};

/**
 * Whether a pasted URL belongs to the credential. The website is where users grant access to OAuth2.
 * The website of a compatible service is not known, but it is not that of GitHub.
 */
function acceptsUrlOf(host: string, { authorizationUrl, baseUrl }: IDataObject): boolean {
	const hostIn = (url: unknown) => (URL.canParse(toText(url)) ? new URL(toText(url)).host : '');
	const website = hostIn(authorizationUrl);
	return [website, hostIn(baseUrl)].includes(host) || (website === '' && !isGitHub(host));
}

const isGitHub = (host: string): boolean => /^(?:www\.|api\.)?github\.com$/.test(host);

export const codeHosting = service({
	name: 'codeHosting',
	label: 'Code Hosting',
	// `secret` is the leaked secret of a secret scanning alert.
	secretProperties: ['secret', 'temp_clone_token', 'temp_download_token'],
	providers: codeHostingProviders,
	credentials,
	connectionTest: {
		// Test with the feeds, which every token can read. An installation token cannot read the user.
		request: ({ installationToken }) =>
			installationToken ? 'GET /installation/repositories?per_page=1' : 'GET /feeds',
	},
	connectionFields,
	options: {
		...clientOptions,
		// The specification allows three retries.
		attempts: { ...requestOptions.attempts, maximum: 4 },
	},
	acceptsUrlOf,
	headers: headersOf,
	retryPolicy: retryPolicyOf,
	default: 'workflowRun',
	resources: withPlainText(resources),
	classify,
	errors,
	codex: {
		categories: ['Development'],
		aliases: [
			'repository',
			'ci',
			'continuous integration',
			'build',
			'pipeline',
			'secrets',
			'rerun',
			'runner',
			'artifact',
			'notifications',
			'star',
			'commit files',
			'commit history',
			'push',
			'create pull requests',
			'pull requests merged',
			'pr diff',
			'create issue',
			'github issues',
			'get issues',
			'list issues',
			'search issues',
			'code review',
			'merge',
			'release',
			'create files',
			'edit files',
			'create branches',
			'deploy',
			'search',
			'run workflow',
			'workflow runs',
			'workflow dispatch',
			'build failed',
			'graphql',
		],
	},
});
