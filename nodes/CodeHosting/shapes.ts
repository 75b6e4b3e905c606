/**
 * Shapes of the responses for the output preview in the editor. The `…Brief` constants list the
 * fields that Simplify keeps.
 */
import type { IDataObject } from 'n8n-workflow';
import { type DerivedValue, isObject, pathsOf, shapeOf, toText } from '../engine/describe';
import { eventNumber } from './eventNumber';

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

export const user = shapeOf('login id:integer avatar_url url html_url type site_admin:boolean');
const actor = shapeOf('id:integer login display_login gravatar_id url avatar_url');
const minimalRepository = {
	...shapeOf('id:integer name full_name'),
	owner: user,
	...shapeOf('private:boolean html_url description fork:boolean url'),
} as const;

export const event = {
	...shapeOf('id type'),
	actor,
	...shapeOf(`
		repo.id:integer repo.name repo.url org.id:integer org.login org.gravatar_id org.url
		org.avatar_url payload:object public:boolean created_at
	`),
} as const;

/** For Simplify: the last part of a URL in a record, such as the number of an issue. */
export const lastPartOf =
	(property: string) =>
	(record: IDataObject): string | undefined =>
		toText(record[property]).split('/').at(-1) || undefined;

/** For Simplify: the number at the end of a URL in a record. */
export const numberIn = (property: string): DerivedValue =>
	Object.assign((record: IDataObject) => Number(lastPartOf(property)(record)) || undefined, {
		shape: 'integer' as const,
	});

/** For Simplify: a property of the records in a list. A record can be a text, or null. */
const textsIn = (list: string, property: string): DerivedValue =>
	Object.assign(
		({ [list]: records }: IDataObject) =>
			Array.isArray(records)
				? (records as unknown[])
						.map((one) => toText(isObject(one) ? one[property] : one))
						.filter(Boolean)
				: undefined,
		{ shape: ['string'] as const },
	);

/** For Simplify: the names of the labels of an issue or pull request. */
export const labelNames = textsIn('labels', 'name');

/** For Simplify: the logins of the users in a list of a record. */
export const loginsIn = (property: string): DerivedValue => textsIn(property, 'login');

/**
 * Returns functions for Simplify that derive the owner and the name of the repository of a record,
 * whose full name has the form `octo-org/hello-world`. A URL that ends in the full name works, too.
 */
export const repositoryAt = (property: string, name?: string) => {
	const partsOf = ({ [property]: value }: IDataObject): string[] =>
		toText(name === undefined ? value : (value as IDataObject | undefined)?.[name]).split('/');
	return {
		owner: (record: IDataObject) => partsOf(record).at(-2),
		repository: (record: IDataObject) => partsOf(record).at(-1) || undefined,
	};
};

const numberInPayload: DerivedValue = Object.assign(
	({ payload }: IDataObject) => (isObject(payload) ? eventNumber(payload) : undefined),
	{ shape: 'integer' as const },
);

export const eventBrief = {
	id: 'id',
	type: 'type',
	actor: 'actor.login',
	...repositoryAt('repo', 'name'),
	number: numberInPayload,
	...pathsOf(`
		organization=org.login public created_at action=payload.action ref=payload.ref
		ref_type=payload.ref_type payload
	`),
};

export const workflow = shapeOf(`
	id:integer node_id name path state created_at updated_at url html_url badge_url
`);

export const run = {
	...shapeOf(`
		id:integer name display_title run_number:integer run_attempt:integer event status conclusion
		workflow_id:integer path head_branch head_sha
	`),
	actor: user,
	triggering_actor: user,
	...shapeOf('created_at updated_at run_started_at url html_url'),
	pull_requests: ['object'],
	head_commit: 'object',
	repository: minimalRepository,
	head_repository: minimalRepository,
} as const;

export const runBrief = pathsOf(`
	id name display_title run_number run_attempt event status conclusion workflow_id head_branch
	head_sha actor=actor.login created_at updated_at html_url
`);

const failedJob = shapeOf('id:integer name conclusion html_url failed_steps:string[] log');

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

export const job = shapeOf(`
	id:integer run_id:integer name workflow_name head_branch head_sha status conclusion created_at
	started_at completed_at steps:object[] labels:string[] runner_id:integer runner_name
	runner_group_name html_url
`);

export const jobBrief = pathsOf(`
	id run_id run_attempt name workflow_name head_branch status conclusion started_at completed_at
	runner_name html_url
`);

export const artifact = shapeOf(`
	id:integer node_id name size_in_bytes:integer url archive_download_url expired:boolean
	created_at expires_at updated_at digest workflow_run.id:integer workflow_run.head_branch
	workflow_run.head_sha
`);

export const artifactBrief = pathsOf(`
	id name size_in_bytes expired created_at expires_at run_id=workflow_run.id
	head_branch=workflow_run.head_branch
`);

export const cache = shapeOf(`
	id:integer ref key version last_accessed_at created_at size_in_bytes:integer
`);
export const repositoryUsage = shapeOf(`
	full_name active_caches_size_in_bytes:integer active_caches_count:integer
`);
export const totalUsage = shapeOf(`
	total_active_caches_count:integer total_active_caches_size_in_bytes:integer
`);
export const secret = { name: 'string', created_at: 'string', updated_at: 'string' } as const;
export const organizationSecret = {
	...secret,
	...shapeOf('visibility selected_repositories_url'),
} as const;
export const publicKey = { key_id: 'string', key: 'string' } as const;
/** Output item of the operations that create or update a secret or a variable. */
export const writeResult = { name: 'string', created: 'boolean', updated: 'boolean' } as const;
export const variable = shapeOf('name value created_at updated_at');
export const organizationVariable = {
	...variable,
	...shapeOf('visibility selected_repositories_url'),
} as const;
/** Label of a self-hosted runner. */
export const label = { id: 'integer', name: 'string', type: 'string' } as const;
export const issueLabel = shapeOf(`
	id:integer node_id url name description color default:boolean
`);
export const issueLabelBrief = ['name', 'description', 'color', 'default'];
export const labels = { total_count: 'integer', labels: [label] } as const;
export const runner = {
	...shapeOf('id:integer name os status busy:boolean'),
	labels: [label],
	...shapeOf('ephemeral:boolean version'),
} as const;
export const runnerToken = { token: 'string', expires_at: 'string' } as const;
export const runnerApplication = shapeOf('os architecture download_url filename');
export const repositoryPermissions = shapeOf(`
	enabled:boolean allowed_actions selected_actions_url sha_pinning_required:boolean
`);
export const organizationPermissions = shapeOf(`
	enabled_repositories allowed_actions selected_actions_url sha_pinning_required:boolean
`);
/**
 * Does not contain the property `<vendor>_owned_allowed`, because its name depends on the vendor in
 * the credential.
 */
export const selectedActions = shapeOf('verified_allowed:boolean patterns_allowed:string[]');
export const defaultPermissions = shapeOf(`
	default_workflow_permissions can_approve_pull_request_reviews:boolean
`);

export const thread = {
	id: 'string',
	repository: minimalRepository,
	subject: shapeOf('title url latest_comment_url type'),
	...shapeOf('reason unread:boolean updated_at last_read_at url subscription_url'),
} as const;

export const threadBrief = pathsOf(`
	id owner=repository.owner.login repository=repository.full_name title=subject.title
	type=subject.type subject_url=subject.url reason unread updated_at last_read_at
`);

const subscription = shapeOf('subscribed:boolean ignored:boolean reason created_at url');
export const repositorySubscription = { ...subscription, repository_url: 'string' } as const;
export const threadSubscription = { ...subscription, thread_url: 'string' } as const;
export const feed = shapeOf(`
	timeline_url user_url current_user_public_url current_user_url current_user_actor_url
	current_user_organization_url current_user_organization_urls:string[] security_advisories_url
	_links:object
`);

export const repository = {
	...minimalRepository,
	...shapeOf(`
		node_id visibility default_branch archived:boolean language stargazers_count:integer
		forks_count:integer open_issues_count:integer topics:string[] created_at updated_at
		pushed_at
	`),
} as const;

export const repositoryBrief = pathsOf(`
	id name full_name owner=owner.login private fork description default_branch archived language
	stargazers_count open_issues_count pushed_at html_url
`);

export const issue = {
	...shapeOf('id:integer number:integer title state state_reason'),
	user,
	labels: [issueLabel],
	assignees: [user],
	milestone: { title: 'string' },
	...shapeOf('comments:integer created_at updated_at closed_at body html_url'),
	pull_request: { html_url: 'string' },
} as const;

export const reaction = { id: 'integer', content: 'string', user, created_at: 'string' } as const;

export const issueBrief = {
	...pathsOf('number title state state_reason user=user.login labels'),
	label_names: labelNames,
	...pathsOf(`
		milestone=milestone.title comments created_at updated_at closed_at body html_url
		pull_request=pull_request.html_url id
	`),
	assignee_logins: loginsIn('assignees'),
};

/** Issues in search results, which contain only the URL of their repository. */
export const foundIssueBrief = {
	...issueBrief,
	...repositoryAt('repository_url'),
	repository_url: 'repository_url',
};

/** Issues of a user, which are in several repositories. */
export const ownIssueBrief = { ...issueBrief, ...repositoryAt('repository', 'full_name') };

export const organization = shapeOf(`
	login id:integer node_id url repos_url events_url avatar_url description
`);
export const organizationBrief = ['login', 'id', 'description', 'url', 'avatar_url'];
export const environment = shapeOf(`
	id:integer node_id name url html_url created_at updated_at protection_rules:object[]
	deployment_branch_policy:object
`);
export const deploymentBranchRule = shapeOf('id:integer node_id name type');
export const account = {
	...user,
	...shapeOf(`
		node_id gravatar_id followers_url following_url gists_url starred_url subscriptions_url
		organizations_url repos_url events_url received_events_url name company blog location email
		hireable:boolean bio twitter_username public_repos:integer public_gists:integer
		followers:integer following:integer created_at updated_at private_gists:integer
		total_private_repos:integer owned_private_repos:integer disk_usage:integer
		collaborators:integer two_factor_authentication:boolean plan:object
	`),
} as const;
export const rateLimit = shapeOf(`
	resources:object rate.limit:integer rate.used:integer rate.remaining:integer rate.reset:integer
`);
/** `week` is the start of a week in seconds since 1970. `days` are the stars of its seven days. */
export const starsOfWeek = shapeOf('week:integer week_start total:integer days:integer[]');
export const runnerVersionDeprecation = shapeOf(
	'runner_version registration_deprecates_at runtime_deprecates_at',
);
export const agentTask = shapeOf(`
	id url html_url name creator.id:integer creator_type owner.id:integer repository.id:integer state
	session_count:integer artifacts:object[] archived_at updated_at created_at custom_agent.id
`);
export const agentTaskBrief = pathsOf(`
	id name state session_count artifacts html_url created_at updated_at archived_at
`);
export const agentTaskWithSessions = { ...agentTask, sessions: ['object'] } as const;
/** The run that a dispatch started, if the service returns it. */
export const dispatched = shapeOf('workflow_run_id:integer run_url html_url');
