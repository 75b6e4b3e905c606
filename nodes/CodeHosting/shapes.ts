/**
 * Shapes of the responses for the output preview in the editor. The `…Brief` constants list the
 * fields that Simplify keeps.
 */
import type { IDataObject } from 'n8n-workflow';
import { toText } from '../engine/describe';

/**
 * For Simplify: keeps all properties of a shape.
 * @param paths the properties with another value, and the path of this value: `user: 'user.login'`
 */
export const allPropertiesOf = (
	shape: Readonly<Record<string, unknown>>,
	paths: Readonly<Record<string, string>> = {},
): Record<string, string> => ({
	...Object.fromEntries(Object.keys(shape).map((name) => [name, name])),
	...paths,
});

export const user = {
	login: 'string',
	id: 'integer',
	avatar_url: 'string',
	url: 'string',
	html_url: 'string',
	type: 'string',
	site_admin: 'boolean',
} as const;
const actor = {
	id: 'integer',
	login: 'string',
	display_login: 'string',
	gravatar_id: 'string',
	url: 'string',
	avatar_url: 'string',
} as const;
const minimalRepository = {
	id: 'integer',
	name: 'string',
	full_name: 'string',
	owner: user,
	private: 'boolean',
	html_url: 'string',
	description: 'string',
	fork: 'boolean',
	url: 'string',
} as const;

export const event = {
	id: 'string',
	type: 'string',
	actor,
	repo: { id: 'integer', name: 'string', url: 'string' },
	org: {
		id: 'integer',
		login: 'string',
		gravatar_id: 'string',
		url: 'string',
		avatar_url: 'string',
	},
	payload: 'object',
	public: 'boolean',
	created_at: 'string',
} as const;

/** For Simplify: the last part of a URL in a record, such as the number of an issue. */
export const lastPartOf =
	(property: string) =>
	(record: IDataObject): string | undefined =>
		toText(record[property]).split('/').at(-1) || undefined;

/**
 * Returns functions for Simplify that derive the owner and the name of the repository of a record,
 * whose full name has the form `octo-org/hello-world`. A URL that ends in the full name works, too.
 */
const repositoryAt = (property: string, name?: string) => {
	const partsOf = ({ [property]: value }: IDataObject): string[] =>
		toText(name === undefined ? value : (value as IDataObject | undefined)?.[name]).split('/');
	return {
		owner: (record: IDataObject) => partsOf(record).at(-2),
		repository: (record: IDataObject) => partsOf(record).at(-1) || undefined,
	};
};

export const eventBrief = {
	id: 'id',
	type: 'type',
	actor: 'actor.login',
	...repositoryAt('repo', 'name'),
	organization: 'org.login',
	public: 'public',
	created_at: 'created_at',
	action: 'payload.action',
	ref: 'payload.ref',
	ref_type: 'payload.ref_type',
	payload: 'payload',
};

export const workflow = {
	id: 'integer',
	node_id: 'string',
	name: 'string',
	path: 'string',
	state: 'string',
	created_at: 'string',
	updated_at: 'string',
	url: 'string',
	html_url: 'string',
	badge_url: 'string',
} as const;

export const run = {
	id: 'integer',
	name: 'string',
	display_title: 'string',
	run_number: 'integer',
	run_attempt: 'integer',
	event: 'string',
	status: 'string',
	conclusion: 'string',
	workflow_id: 'integer',
	path: 'string',
	head_branch: 'string',
	head_sha: 'string',
	actor: user,
	triggering_actor: user,
	created_at: 'string',
	updated_at: 'string',
	run_started_at: 'string',
	url: 'string',
	html_url: 'string',
	pull_requests: ['object'],
	head_commit: 'object',
	repository: minimalRepository,
	head_repository: minimalRepository,
} as const;

export const runBrief = {
	id: 'id',
	name: 'name',
	display_title: 'display_title',
	run_number: 'run_number',
	run_attempt: 'run_attempt',
	event: 'event',
	status: 'status',
	conclusion: 'conclusion',
	workflow_id: 'workflow_id',
	head_branch: 'head_branch',
	head_sha: 'head_sha',
	actor: 'actor.login',
	created_at: 'created_at',
	updated_at: 'updated_at',
	html_url: 'html_url',
};

const failedJob = {
	id: 'integer',
	name: 'string',
	conclusion: 'string',
	html_url: 'string',
	failed_steps: ['string'],
	log: 'string',
} as const;

/** A run that the node has waited for. */
export const completedRun = {
	...run,
	duration_seconds: 'integer',
	failed_jobs: [failedJob],
} as const;

export const completedRunBrief = {
	...runBrief,
	duration_seconds: 'duration_seconds',
	failed_jobs: 'failed_jobs',
};

/** A run that the node has dispatched and waited for. */
export const dispatchedRun = { ...completedRun, found_by: 'string' } as const;

export const dispatchedRunBrief = { ...completedRunBrief, found_by: 'found_by' };

export const job = {
	id: 'integer',
	run_id: 'integer',
	name: 'string',
	workflow_name: 'string',
	head_branch: 'string',
	head_sha: 'string',
	status: 'string',
	conclusion: 'string',
	created_at: 'string',
	started_at: 'string',
	completed_at: 'string',
	steps: ['object'],
	labels: ['string'],
	runner_id: 'integer',
	runner_name: 'string',
	runner_group_name: 'string',
	html_url: 'string',
} as const;

export const jobBrief = [
	'id',
	'run_id',
	'run_attempt',
	'name',
	'workflow_name',
	'head_branch',
	'status',
	'conclusion',
	'started_at',
	'completed_at',
	'runner_name',
	'html_url',
];

export const artifact = {
	id: 'integer',
	node_id: 'string',
	name: 'string',
	size_in_bytes: 'integer',
	url: 'string',
	archive_download_url: 'string',
	expired: 'boolean',
	created_at: 'string',
	expires_at: 'string',
	updated_at: 'string',
	digest: 'string',
	workflow_run: { id: 'integer', head_branch: 'string', head_sha: 'string' },
} as const;

export const artifactBrief = {
	id: 'id',
	name: 'name',
	size_in_bytes: 'size_in_bytes',
	expired: 'expired',
	created_at: 'created_at',
	expires_at: 'expires_at',
	run_id: 'workflow_run.id',
	head_branch: 'workflow_run.head_branch',
};

export const cache = {
	id: 'integer',
	ref: 'string',
	key: 'string',
	version: 'string',
	last_accessed_at: 'string',
	created_at: 'string',
	size_in_bytes: 'integer',
} as const;
export const repositoryUsage = {
	full_name: 'string',
	active_caches_size_in_bytes: 'integer',
	active_caches_count: 'integer',
} as const;
export const totalUsage = {
	total_active_caches_count: 'integer',
	total_active_caches_size_in_bytes: 'integer',
} as const;
export const secret = { name: 'string', created_at: 'string', updated_at: 'string' } as const;
export const organizationSecret = {
	...secret,
	visibility: 'string',
	selected_repositories_url: 'string',
} as const;
export const publicKey = { key_id: 'string', key: 'string' } as const;
/** Output item of the operations that create or update a secret or a variable. */
export const writeResult = { name: 'string', created: 'boolean', updated: 'boolean' } as const;
export const variable = {
	name: 'string',
	value: 'string',
	created_at: 'string',
	updated_at: 'string',
} as const;
/** Label of a self-hosted runner. */
export const label = { id: 'integer', name: 'string', type: 'string' } as const;
export const issueLabel = {
	id: 'integer',
	node_id: 'string',
	url: 'string',
	name: 'string',
	description: 'string',
	color: 'string',
	default: 'boolean',
} as const;
export const issueLabelBrief = ['name', 'description', 'color', 'default'];
export const labels = { total_count: 'integer', labels: [label] } as const;
export const runner = {
	id: 'integer',
	name: 'string',
	os: 'string',
	status: 'string',
	busy: 'boolean',
	labels: [label],
	ephemeral: 'boolean',
	version: 'string',
} as const;
export const runnerToken = { token: 'string', expires_at: 'string' } as const;
export const runnerApplication = {
	os: 'string',
	architecture: 'string',
	download_url: 'string',
	filename: 'string',
} as const;
export const repositoryPermissions = {
	enabled: 'boolean',
	allowed_actions: 'string',
	selected_actions_url: 'string',
	sha_pinning_required: 'boolean',
} as const;
export const organizationPermissions = {
	enabled_repositories: 'string',
	allowed_actions: 'string',
	selected_actions_url: 'string',
	sha_pinning_required: 'boolean',
} as const;
/**
 * Does not contain the property `<vendor>_owned_allowed`, because its name depends on the vendor in
 * the credential.
 */
export const selectedActions = {
	verified_allowed: 'boolean',
	patterns_allowed: ['string'],
} as const;
export const defaultPermissions = {
	default_workflow_permissions: 'string',
	can_approve_pull_request_reviews: 'boolean',
} as const;

export const thread = {
	id: 'string',
	repository: minimalRepository,
	subject: { title: 'string', url: 'string', latest_comment_url: 'string', type: 'string' },
	reason: 'string',
	unread: 'boolean',
	updated_at: 'string',
	last_read_at: 'string',
	url: 'string',
	subscription_url: 'string',
} as const;

export const threadBrief = {
	id: 'id',
	owner: 'repository.owner.login',
	repository: 'repository.full_name',
	title: 'subject.title',
	type: 'subject.type',
	subject_url: 'subject.url',
	reason: 'reason',
	unread: 'unread',
	updated_at: 'updated_at',
	last_read_at: 'last_read_at',
};

const subscription = {
	subscribed: 'boolean',
	ignored: 'boolean',
	reason: 'string',
	created_at: 'string',
	url: 'string',
} as const;
export const repositorySubscription = { ...subscription, repository_url: 'string' } as const;
export const threadSubscription = { ...subscription, thread_url: 'string' } as const;
export const feed = {
	timeline_url: 'string',
	user_url: 'string',
	current_user_public_url: 'string',
	current_user_url: 'string',
	current_user_actor_url: 'string',
	current_user_organization_url: 'string',
	current_user_organization_urls: ['string'],
	security_advisories_url: 'string',
	_links: 'object',
} as const;

export const repository = {
	...minimalRepository,
	node_id: 'string',
	visibility: 'string',
	default_branch: 'string',
	archived: 'boolean',
	language: 'string',
	stargazers_count: 'integer',
	forks_count: 'integer',
	open_issues_count: 'integer',
	topics: ['string'],
	created_at: 'string',
	updated_at: 'string',
	pushed_at: 'string',
} as const;

export const repositoryBrief = {
	id: 'id',
	name: 'name',
	full_name: 'full_name',
	owner: 'owner.login',
	private: 'private',
	description: 'description',
	default_branch: 'default_branch',
	archived: 'archived',
	language: 'language',
	stargazers_count: 'stargazers_count',
	open_issues_count: 'open_issues_count',
	pushed_at: 'pushed_at',
	html_url: 'html_url',
};

export const issue = {
	id: 'integer',
	number: 'integer',
	title: 'string',
	state: 'string',
	state_reason: 'string',
	user,
	labels: [issueLabel],
	assignees: [user],
	milestone: { title: 'string' },
	comments: 'integer',
	created_at: 'string',
	updated_at: 'string',
	closed_at: 'string',
	body: 'string',
	html_url: 'string',
	pull_request: { html_url: 'string' },
} as const;

export const issueBrief = {
	number: 'number',
	title: 'title',
	state: 'state',
	state_reason: 'state_reason',
	user: 'user.login',
	labels: 'labels',
	milestone: 'milestone.title',
	comments: 'comments',
	created_at: 'created_at',
	updated_at: 'updated_at',
	closed_at: 'closed_at',
	body: 'body',
	html_url: 'html_url',
	pull_request: 'pull_request.html_url',
};

/** Issues in search results, which contain only the URL of their repository. */
export const foundIssueBrief = {
	...issueBrief,
	...repositoryAt('repository_url'),
	repository_url: 'repository_url',
};

/** Issues of a user, which are in several repositories. */
export const ownIssueBrief = { ...issueBrief, ...repositoryAt('repository', 'full_name') };

export const organization = {
	login: 'string',
	id: 'integer',
	node_id: 'string',
	url: 'string',
	repos_url: 'string',
	events_url: 'string',
	avatar_url: 'string',
	description: 'string',
} as const;
export const organizationBrief = ['login', 'id', 'description', 'url', 'avatar_url'];
export const environment = {
	id: 'integer',
	node_id: 'string',
	name: 'string',
	url: 'string',
	html_url: 'string',
	created_at: 'string',
	updated_at: 'string',
	protection_rules: ['object'],
	deployment_branch_policy: 'object',
} as const;
export const account = {
	...user,
	node_id: 'string',
	gravatar_id: 'string',
	followers_url: 'string',
	following_url: 'string',
	gists_url: 'string',
	starred_url: 'string',
	subscriptions_url: 'string',
	organizations_url: 'string',
	repos_url: 'string',
	events_url: 'string',
	received_events_url: 'string',
	name: 'string',
	company: 'string',
	blog: 'string',
	location: 'string',
	email: 'string',
	hireable: 'boolean',
	bio: 'string',
	twitter_username: 'string',
	public_repos: 'integer',
	public_gists: 'integer',
	followers: 'integer',
	following: 'integer',
	created_at: 'string',
	updated_at: 'string',
	private_gists: 'integer',
	total_private_repos: 'integer',
	owned_private_repos: 'integer',
	disk_usage: 'integer',
	collaborators: 'integer',
	two_factor_authentication: 'boolean',
	plan: 'object',
} as const;
export const rateLimit = {
	resources: 'object',
	rate: { limit: 'integer', used: 'integer', remaining: 'integer', reset: 'integer' },
} as const;
/** The run that a dispatch started, if the service returns it. */
export const dispatched = {
	workflow_run_id: 'integer',
	run_url: 'string',
	html_url: 'string',
} as const;
