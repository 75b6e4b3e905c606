/**
 * The operations, parameters and events of n8n's own nodes, and their counterparts in this pack.
 * Generates the tables of docs/from-built-in-nodes.md. test/host/builtInNodes compares it with the
 * installed n8n, test/contract/builtInNodes.test.ts with this pack.
 */

/**
 * How the values of a parameter are converted: `names` from entries such as `[{ label: 'bug' }]`,
 * `identity` from `{ name, email }`, `content` from a switch and the content of a file, `minutes` from
 * a limit such as `{ resumeAmount: 2, resumeUnit: 'hours' }`.
 */
export type ValueKind = 'names' | 'identity' | 'content' | 'minutes';

/**
 * Name of a parameter of this pack, such as `title` or `additionalFields.assignees`. With `note`, the
 * values are different. Without `to`, there is no such parameter, and `note` says why.
 */
export type Target =
	| string
	| {
			readonly to?: string;
			readonly note: string;
			readonly kind?: ValueKind;
			/** Values of this pack by n8n's value. Other values stay the same. */
			readonly values?: Readonly<Record<string, string>>;
			/** Value of a parameter without `to` for which nothing changes. Default: false. */
			readonly unchanged?: boolean;
	  };

export type Targets = Readonly<Record<string, Target>>;

/**
 * What later nodes see of the fields that n8n's node returns: the name of the field in this pack, or
 * JavaScript with `{item}` for the item, or null if there is no such field. Omits equal fields.
 */
export type OutputFields = Readonly<Record<string, string | null>>;

interface ListedOperation {
	/** n8n's labels of the resource and the operation. Default: the words of the key. */
	readonly label?: string;
	/** Resource and operation of this pack. Default: the same as in n8n. */
	readonly to?: string;
	/** By the names of n8n's parameters. Omits the parameters of {@link ActionNode.parameters}. */
	readonly parameters?: Targets;
	readonly difference?: string;
	/** Further parameters of this pack that a converted node needs, to return the same. */
	readonly fixed?: Readonly<Record<string, string | boolean | number>>;
	/**
	 * Differences of the output without Simplify. `input`: n8n's node returns the data of its input
	 * item. `callback`: n8n's node returns what the new node returns in the field `callback`.
	 */
	readonly output?: OutputFields | 'input' | 'callback';
	/** n8n's parameter without which the output is the same. */
	readonly outputIf?: string;
	/**
	 * A request with n8n's parameters in braces. A converted node sends it with API Request: Send,
	 * because the operation returns something else.
	 */
	readonly sameOutput?: string;
	/** What the report about a converted node says. */
	readonly remark?: string;
}

export type OperationCounterpart = ListedOperation & {
	readonly label: string;
	readonly to: string;
};

interface BuiltInNode {
	readonly label: string;
	/** Name of the node of this pack. */
	readonly counterpart: string;
}

export interface ActionNode extends BuiltInNode {
	/** Parameters that have the same counterpart in all operations. */
	readonly parameters: Targets;
	/** By n8n's resource and operation. */
	readonly operations: Readonly<Record<string, OperationCounterpart>>;
}

export interface TriggerNode extends BuiltInNode {
	/** Parameters of n8n's node that select events. */
	readonly eventParameters: readonly string[];
	/** The other parameters. */
	readonly parameters: Targets;
	readonly difference: string;
	/** Differences of the output without Simplify. */
	readonly output?: OutputFields;
	/** What the report about a converted node says. */
	readonly remark?: string;
	/**
	 * Values of the parameter `events` of this pack, by n8n's event. Omits events with the same name.
	 * An event of several parameters has the form `activity:create`.
	 */
	readonly events: Readonly<Record<string, readonly string[] | { readonly note: string }>>;
}

/** Adds the defaults of the operations. */
const actionNode = (
	node: Omit<ActionNode, 'operations'> & { operations: Record<string, ListedOperation> },
): ActionNode => ({
	...node,
	operations: Object.fromEntries(
		Object.entries(node.operations).map(([key, operation]) => [
			key,
			{ label: labelOf(key), to: key, ...operation },
		]),
	),
});

/** `pullRequest:getAll` becomes "Pull Request: Get Many". */
const labelOf = (key: string): string =>
	key
		.replace(/:getAll$/, ':getMany')
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.replace(/^\w|:\w/g, (start) => start.toUpperCase())
		.replace(':', ': ');

const authentication: Target = {
	to: 'authentication',
	note: '`accessToken` is `token`, `githubAppApi` is `app`',
	values: { accessToken: 'token', githubAppApi: 'app' },
};

const repositoryParameters: Targets = {
	authentication,
	owner: 'owner',
	repository: 'repository',
	returnAll: 'returnAll',
	limit: 'limit',
};

const issueNumber: Target = 'issueNumber';
const pullRequestNumber: Target = 'pullRequestNumber';

/** Names in one field instead of one entry per name. */
const names = (to: string): Target => ({
	to,
	note: 'names separated by commas, or a list, instead of one entry per name',
	kind: 'names',
});

const identity = (to: string): Target => ({
	to,
	note: 'name and email in one text, as in `Mona Lisa <mona@example.com>`',
	kind: 'identity',
});

/** Commit settings that n8n's node nests in Additional Parameters. */
const commitSettings: Targets = {
	commitMessage: 'commitMessage',
	'additionalParameters.author': identity('options.author'),
	'additionalParameters.branch': 'options.branch',
	'additionalParameters.committer': identity('options.committer'),
};

const contentParameters: Targets = {
	binaryData: {
		to: 'contentFrom',
		note: 'on is `file`, off is `text`',
		kind: 'content',
	},
	fileContent: {
		to: 'fileContent',
		note: "n8n's node stores text that looks like Base64 decoded. This node does so only if Content From is `base64`.",
	},
	binaryPropertyName: 'binaryPropertyName',
};

const releaseId: Target = 'releaseId';

const releaseFields = (collection: string): Targets => ({
	'additionalFields.body': `${collection}.releaseBody`,
	'additionalFields.draft': `${collection}.releaseDraft`,
	'additionalFields.name': `${collection}.releaseName`,
	'additionalFields.prerelease': `${collection}.prerelease`,
	'additionalFields.target_commitish': `${collection}.targetCommitish`,
});

const workflowId: Target = 'workflowId';
const ref: Target = {
	to: 'ref',
	note: 'enter the name of the branch or tag; the list is not offered',
};

const limitedToOnePage =
	"Without Return All, n8n's node returns at most 100 records. Limit can be higher in this node.";

const github = actionNode({
	label: 'GitHub',
	counterpart: 'codeHosting',
	parameters: repositoryParameters,
	operations: {
		'file:create': {
			parameters: { filePath: 'newFilePath', ...contentParameters, ...commitSettings },
			difference: 'For several files in one commit, use File: Commit Files.',
		},
		'file:delete': {
			parameters: { filePath: 'filePath', ...commitSettings },
			difference:
				"Returns `deleted`, `path` and the commit instead of the service's complete response.",
			output: {
				content: null,
				commit:
					'({ sha: {item}.commit_sha, html_url: {item}.commit_url, message: {item}.message })',
			},
		},
		'file:edit': {
			to: 'file:update',
			parameters: { filePath: 'filePath', ...contentParameters, ...commitSettings },
			difference:
				'If another commit changes the branch at the same time, the node writes again. To reject changes since you read the file, set File SHA.',
		},
		'file:get': {
			parameters: {
				filePath: 'filePath',
				asBinaryProperty: {
					to: 'returnAs',
					note: 'on is `file`, off is `text`, or `json` for `content` in Base64',
					values: { true: 'file', false: 'json' },
				},
				binaryPropertyName: 'options.outputProperty',
				'additionalParameters.reference': 'options.reference',
			},
			difference:
				"Text is decoded, not Base64. Reads files of up to 100 MB; n8n's node gets no content of files of more than 1 MB. The item contains the name, path and SHA of the file instead of the fields of the input item.",
			output: 'input',
			outputIf: 'asBinaryProperty',
		},
		'file:list': {
			to: 'file:getAll',
			parameters: {
				filePath: {
					to: 'directory',
					note: 'leave empty for the root, instead of `/`',
					values: { '/': '' },
				},
			},
			fixed: { returnAll: true },
		},
		'issue:create': {
			parameters: {
				title: 'title',
				body: 'body',
				'labels.label': names('additionalFields.issueLabels'),
				'assignees.assignee': names('additionalFields.assignees'),
			},
		},
		'issue:createComment': { parameters: { issueNumber, body: 'body' } },
		'issue:edit': {
			to: 'issue:update',
			parameters: {
				issueNumber,
				'editFields.assignees': names('updateFields.assignees'),
				'editFields.body': 'updateFields.newBody',
				'editFields.labels': names('updateFields.issueLabels'),
				'editFields.state': 'updateFields.issueState',
				'editFields.state_reason': 'updateFields.stateReason',
				'editFields.title': 'updateFields.newTitle',
			},
			difference:
				'To change only the state, use Issue: Close or Issue: Reopen. To keep the current labels, use Issue: Add Labels.',
		},
		'issue:get': { parameters: { issueNumber } },
		'issue:lock': {
			parameters: { issueNumber, lockReason: 'options.lockReason' },
			difference:
				"n8n's node sends the reason as a query parameter. GitHub expects it in the body, where this node sends it. n8n's node returns its input items.",
			output: 'input',
			remark: "GitHub now shows the reason. n8n's node sends it where GitHub does not read it.",
		},
		'organization:getMembers': {
			to: 'organization:getAllMembers',
			parameters: { owner: 'organization' },
			difference: limitedToOnePage,
		},
		'organization:getRepositories': {
			to: 'organization:getAllRepositories',
			parameters: { owner: 'organization' },
			difference: limitedToOnePage,
		},
		'pullRequest:close': { parameters: { pullRequestNumber } },
		'pullRequest:create': {
			parameters: {
				base: 'baseBranch',
				head: 'headBranch',
				title: 'title',
				body: 'body',
				draft: 'additionalFields.draft',
			},
		},
		'pullRequest:createComment': {
			parameters: { pullRequestNumber, body: 'body' },
			difference: 'For a comment on a line of the changes, use Review Comment: Create.',
		},
		'pullRequest:editComment': {
			to: 'issueComment:update',
			parameters: { commentId: 'issueCommentId', body: 'body' },
		},
		'pullRequest:get': { parameters: { pullRequestNumber } },
		'pullRequest:getDiff': {
			parameters: { pullRequestNumber },
			difference: 'Can also return a file (Return As).',
		},
		'pullRequest:getPatch': {
			parameters: { pullRequestNumber },
			difference: 'Can also return a file (Return As).',
		},
		'pullRequest:merge': {
			parameters: {
				pullRequestNumber,
				mergeMethod: 'mergeMethod',
				commitTitle: 'options.commitTitle',
				commitMessage: 'options.commitMessage',
			},
			difference:
				'If the pull request cannot be merged, the error says why. To merge only what you have tested, set Required Head SHA.',
		},
		'pullRequest:reopen': { parameters: { pullRequestNumber } },
		'pullRequest:update': {
			parameters: {
				pullRequestNumber,
				'editFields.title': 'updateFields.newTitle',
				'editFields.body': 'updateFields.newBody',
				'editFields.state': 'updateFields.issueState',
				'editFields.base': 'updateFields.newBase',
			},
		},
		'release:create': {
			parameters: { releaseTag: 'releaseTag', ...releaseFields('additionalFields') },
			difference: 'Can also generate the notes (Generate Release Notes).',
		},
		'release:delete': {
			parameters: { release_id: releaseId },
			difference: 'Returns `deleted` instead of `success`.',
			output: { success: 'deleted' },
		},
		'release:get': { parameters: { release_id: releaseId } },
		'release:getAll': { difference: limitedToOnePage },
		'release:update': {
			parameters: {
				release_id: releaseId,
				...releaseFields('updateFields'),
				'additionalFields.tag_name': 'updateFields.newTag',
			},
		},
		'repository:get': {},
		'repository:getIssues': {
			to: 'issue:getAll',
			parameters: {
				'getRepositoryIssuesFilters.assignee': 'filters.assignee',
				'getRepositoryIssuesFilters.creator': 'filters.creator',
				'getRepositoryIssuesFilters.mentioned': 'filters.mentioned',
				'getRepositoryIssuesFilters.labels': 'filters.issueLabels',
				'getRepositoryIssuesFilters.since': 'filters.issueSince',
				'getRepositoryIssuesFilters.state': 'filters.issueState',
				'getRepositoryIssuesFilters.sort': 'options.issueSort',
				'getRepositoryIssuesFilters.direction': 'options.direction',
			},
			difference: limitedToOnePage,
		},
		'repository:getLicense': {
			difference: 'Returns the text of the license decoded, not in Base64.',
		},
		'repository:getProfile': {
			to: 'repository:getCommunityProfile',
			difference: "Returns the community profile. n8n's node requests the root of the API instead.",
			remark:
				"The node returns the community profile. n8n's node returns the list of GitHub's endpoints instead.",
		},
		'repository:getPullRequests': {
			to: 'pullRequest:getAll',
			parameters: {
				'getRepositoryPullRequestsFilters.state': 'filters.pullRequestState',
				'getRepositoryPullRequestsFilters.sort': 'options.pullRequestSort',
				'getRepositoryPullRequestsFilters.direction': 'options.direction',
			},
			difference: limitedToOnePage,
		},
		'repository:listPopularPaths': { to: 'repository:getPopularPaths' },
		'repository:listReferrers': { to: 'repository:getReferrers' },
		'review:create': {
			to: 'pullRequestReview:create',
			parameters: {
				pullRequestNumber,
				event: {
					to: 'reviewEvent',
					note: "the service's values: `APPROVE`, `COMMENT`, `REQUEST_CHANGES`",
					values: {
						approve: 'APPROVE',
						comment: 'COMMENT',
						requestChanges: 'REQUEST_CHANGES',
						pending: '',
					},
				},
				body: { to: 'body', note: 'is also sent with an approval' },
				'additionalFields.commitId': {
					to: 'additionalFields.reviewedCommit',
					note: "n8n's node sends it as `commitId`. GitHub expects `commit_id`.",
				},
			},
			difference:
				'Can also contain comments on lines of the changes, and create a draft that is submitted later.',
		},
		'review:get': {
			to: 'pullRequestReview:get',
			parameters: { pullRequestNumber, reviewId: 'reviewId' },
		},
		'review:getAll': {
			to: 'pullRequestReview:getAll',
			parameters: { pullRequestNumber },
			difference: limitedToOnePage,
		},
		'review:update': {
			to: 'pullRequestReview:update',
			parameters: { pullRequestNumber, reviewId: 'reviewId', body: 'body' },
		},
		'user:getRepositories': {
			to: 'user:getAllRepositories',
			parameters: { owner: 'username' },
			difference: limitedToOnePage,
		},
		'user:getUserIssues': {
			label: 'User: Get Issues',
			to: 'user:getAllIssues',
			parameters: {
				'getUserIssuesFilters.mentioned': {
					note: "GitHub does not read the parameter that n8n's node sends. To get the issues that mention you, set **Filters > Involvement** to Mentioned.",
				},
				'getUserIssuesFilters.labels': 'filters.ownIssueLabels',
				'getUserIssuesFilters.since': 'filters.ownIssueSince',
				'getUserIssuesFilters.state': 'filters.ownIssueState',
				'getUserIssuesFilters.sort': 'options.ownIssueSort',
				'getUserIssuesFilters.direction': 'options.direction',
			},
			difference: limitedToOnePage,
		},
		'user:invite': {
			to: 'organization:createInvitation',
			parameters: { organization: 'organization', email: 'email' },
		},
		'workflow:disable': {
			parameters: { workflowId },
			difference: 'Returns the ID and the new state instead of an empty item.',
		},
		'workflow:dispatch': {
			parameters: { workflowId, ref, inputs: 'inputs' },
			difference:
				'Returns `dispatched`, the ID of the workflow and the ref instead of an empty item. With Return Run Details, it returns the run.',
		},
		'workflow:dispatchAndWait': {
			label: 'Workflow: Dispatch and Wait for Completion',
			parameters: {
				workflowId,
				ref,
				inputs: 'inputs',
				'options.limitWaitTime': {
					to: 'options.maximumWait',
					note: 'in minutes. There is always a limit.',
					kind: 'minutes',
				},
			},
			fixed: { wait: 'callback' },
			output: 'callback',
			remark:
				"The node waits at most 60 minutes if n8n's node has no limit. To wait longer, set Maximum Wait in Options.",
			difference:
				"By default, the node finds the run and polls it, so the workflow on GitHub needs no step that calls `resumeUrl`. If it has one, set Wait to By Callback. The item contains the conclusion, the duration and the logs of failed jobs. What the workflow sent to `resumeUrl` is in `callback`; n8n's node returns only that.",
		},
		'workflow:enable': {
			parameters: { workflowId },
			difference: 'Returns the ID and the new state instead of an empty item.',
		},
		'workflow:get': { parameters: { workflowId } },
		'workflow:getUsage': { parameters: { workflowId } },
		'workflow:list': {
			to: 'workflow:getAll',
			sameOutput: 'GET /repos/{owner}/{repository}/actions/workflows',
			difference:
				'Returns one item per workflow and reads all pages, instead of one item with the list of the first page.',
		},
	},
});

const githubTrigger: TriggerNode = {
	label: 'GitHub Trigger',
	counterpart: 'codeHostingWebhookTrigger',
	eventParameters: ['events'],
	parameters: {
		authentication,
		owner: 'owner',
		repository: 'repository',
		'options.insecureSSL': 'options.ignoreSslIssues',
	},
	difference:
		"Items also contain `event`, `action`, `deliveryId` and the deduplication key `eventKey`. `body` and `headers` are as in the items of n8n's node, but `headers` contains only those of GitHub, and `query` is omitted. The trigger drops repeated deliveries, requests lost deliveries again, and can filter by action, branch, path, actor and repository. It also receives the events of organizations.",
	output: { query: null },
	events: {},
};

const activityId: Target = 'activityId';

const strava = actionNode({
	label: 'Strava',
	counterpart: 'activityTracking',
	parameters: { returnAll: 'returnAll', limit: 'limit' },
	operations: {
		'activity:create': {
			parameters: {
				name: 'name',
				type: {
					to: 'sportType',
					note: 'Strava replaced the type by the sport type, which knows more sports',
				},
				sport_type: 'sportType',
				startDate: {
					to: 'startDate',
					note: "local time where the activity took place. n8n's node converts the time to UTC.",
				},
				elapsedTime: 'elapsedTime',
				'additionalFields.commute': 'additionalFields.commute',
				'additionalFields.description': 'additionalFields.description',
				'additionalFields.distance': 'additionalFields.distance',
				'additionalFields.trainer': 'additionalFields.trainer',
			},
			difference: 'To create an activity from a recorded file, use Activity: Upload.',
			remark:
				"Strava now gets the local time of Start Date. n8n's node sends the time in UTC as the local time.",
		},
		'activity:get': { parameters: { activityId } },
		'activity:getAll': { difference: 'Can be limited to a period (After, Before).' },
		'activity:getComments': {
			to: 'activity:getAllComments',
			parameters: { activityId },
			difference: "n8n's node returns at most the first page. This node reads further pages.",
		},
		'activity:getKudos': {
			to: 'activity:getAllKudos',
			parameters: { activityId },
			difference: "n8n's node returns at most the first page. This node reads further pages.",
		},
		'activity:getLaps': { to: 'activity:getAllLaps', parameters: { activityId } },
		'activity:getStreams': {
			to: 'stream:getForActivity',
			sameOutput: 'GET /activities/{activityId}/streams?keys={keys}&key_by_type=true',
			parameters: { activityId, keys: 'types' },
			difference:
				'Returns one item per stream, or one item per moment with the values of all streams, instead of one item with all streams.',
		},
		'activity:getZones': { to: 'activity:getAllZones', parameters: { activityId } },
		'activity:update': {
			parameters: {
				activityId,
				'updateFields.commute': 'updateFields.commute',
				'updateFields.description': 'updateFields.description',
				'updateFields.gear_id': 'updateFields.gearId',
				'updateFields.hide_from_home': 'updateFields.hideFromHome',
				'updateFields.name': 'updateFields.name',
				'updateFields.type': {
					to: 'updateFields.sportType',
					note: 'Strava replaced the type by the sport type, which knows more sports',
				},
				'updateFields.sport_type': 'updateFields.sportType',
				'updateFields.trainer': 'updateFields.trainer',
			},
		},
	},
});

const neverSent = (event: string) => ({ note: `Strava does not send it: ${event}` });

const stravaTrigger: TriggerNode = {
	label: 'Strava Trigger',
	counterpart: 'activityTrackingTrigger',
	eventParameters: ['object', 'event'],
	parameters: {
		resolveData: {
			note: 'the node always reads the activity, because Strava does not sign its events',
			unchanged: true,
		},
		'options.deleteIfExist': 'options.replaceExisting',
	},
	difference:
		'Items contain `event`, `activity_id`, `athlete_id`, `event_time`, the changed `updates` and the `activity`, instead of the names in the request of Strava. The trigger confirms every event with Strava before it starts the workflow, and drops repeated events. To start workflows without a public address, use Activity Tracking Updates Trigger.',
	output: {
		object_id: '({item}.activity_id ?? {item}.athlete_id)',
		owner_id: 'athlete_id',
		object_data: 'activity',
		object_type: "({item}.event === 'accessRevoked' ? 'athlete' : 'activity')",
		aspect_type:
			"({ activityCreated: 'create', activityDeleted: 'delete' }[{item}.event] ?? 'update')",
		event_time: '(Date.parse({item}.event_time) / 1000)',
		subscription_id: null,
	},
	remark:
		'IDs are texts instead of numbers. Comparisons with a number need a conversion, for example `Number(…)`.',
	events: {
		'*': ['activityCreated', 'activityUpdated', 'activityDeleted', 'accessRevoked'],
		'activity:create': ['activityCreated'],
		'activity:update': ['activityUpdated'],
		'activity:delete': ['activityDeleted'],
		'athlete:create': neverSent('an athlete has no event before the first update'),
		'athlete:update': ['accessRevoked'],
		'athlete:delete': neverSent('a revoked access is an update'),
	},
};

const taskList: Targets = { task: 'taskListId' };
const taskId: Target = 'taskId';
/** n8n's node returns the day as Google does, as a time. */
const dueTime: OutputFields = { due: "({item}.due && {item}.due + 'T00:00:00.000Z')" };

const googleTasks = actionNode({
	label: 'Google Tasks',
	counterpart: 'taskList',
	parameters: { ...taskList, returnAll: 'returnAll', limit: 'limit' },
	operations: {
		'task:create': {
			parameters: {
				title: 'title',
				'additionalFields.completed': 'additionalFields.completed',
				'additionalFields.deleted': { note: 'a new task is never deleted' },
				'additionalFields.dueDate': 'additionalFields.due',
				'additionalFields.notes': 'additionalFields.notes',
				'additionalFields.parent': 'additionalFields.parent',
				'additionalFields.previous': 'additionalFields.previous',
				'additionalFields.status': 'additionalFields.status',
			},
			output: dueTime,
		},
		'task:delete': {
			parameters: { taskId },
			difference: 'Returns `deleted` instead of `success`.',
			output: { success: 'deleted' },
		},
		'task:get': { parameters: { taskId }, output: dueTime },
		'task:getAll': {
			parameters: {
				'additionalFields.completedMax': 'filters.completedMax',
				'additionalFields.completedMin': 'filters.completedMin',
				'additionalFields.dueMin': 'filters.dueMin',
				'additionalFields.dueMax': 'filters.dueMax',
				'additionalFields.showCompleted': 'options.showCompleted',
				'additionalFields.showDeleted': 'options.showDeleted',
				'additionalFields.showHidden': 'options.showHidden',
				'additionalFields.updatedMin': 'filters.updatedMin',
			},
			output: dueTime,
		},
		'task:update': {
			parameters: {
				taskId,
				'updateFields.completed': 'updateFields.completed',
				'updateFields.deleted': 'updateFields.deleted',
				'updateFields.dueDate': 'updateFields.due',
				'updateFields.notes': 'updateFields.notes',
				'updateFields.previous': {
					note: 'Google does not read it when it updates a task. Use Task: Move.',
				},
				'updateFields.status': 'updateFields.status',
				'updateFields.title': 'updateFields.title',
			},
			difference: 'To change only the status, use Task: Complete or Task: Reopen.',
			output: dueTime,
		},
	},
});

/** By the name of n8n's node. */
export const actionNodes: Readonly<Record<string, ActionNode>> = { github, strava, googleTasks };

/** By the name of n8n's trigger. */
export const triggerNodes: Readonly<Record<string, TriggerNode>> = { githubTrigger, stravaTrigger };
