/**
 * The events of webhooks, with the values of their field `action`, as published by the provider
 * (schemas of `@octokit/openapi`, compared in test/contract/webhookEvents.test.ts). Every webhook
 * also receives `ping`, which the trigger answers itself.
 */
import { type Choice, choices, wordsIn } from '../../engine/describe';

/** Webhooks of repositories, organizations and apps. */
const repositoryEvents = {
	branch_protection_configuration: 'disabled enabled',
	branch_protection_rule: 'created deleted edited',
	bypass_request_secret_scanning: `
		cancelled completed created response_dismissed response_submitted
	`,
	check_run: 'completed created requested_action rerequested',
	check_suite: 'completed requested rerequested',
	code_scanning_alert: `
		appeared_in_branch closed_by_user created fixed reopened reopened_by_user updated_assignment
	`,
	commit_comment: 'created',
	create: '',
	custom_property_values: 'updated',
	delete: '',
	dependabot_alert: `
		assignees_changed auto_dismissed auto_reopened created dismissed fixed reintroduced reopened
	`,
	deploy_key: 'created deleted',
	deployment: 'created',
	deployment_status: 'created',
	discussion: `
		answered category_changed closed created deleted edited labeled locked pinned reopened
		transferred unanswered unlabeled unlocked unpinned
	`,
	discussion_comment: 'created deleted edited',
	dismissal_request_code_scanning: 'created response_submitted',
	dismissal_request_dependabot: 'cancelled created response_submitted',
	dismissal_request_secret_scanning: `
		cancelled completed created response_dismissed response_submitted
	`,
	exemption_request_push_ruleset: `
		cancelled completed created response_dismissed response_submitted
	`,
	fork: '',
	gollum: '',
	issue_comment: 'created deleted edited pinned unpinned',
	issue_dependencies: 'blocked_by_added blocked_by_removed blocking_added blocking_removed',
	issues: `
		assigned closed deleted demilestoned edited field_added field_removed labeled locked
		milestoned opened pinned reopened transferred typed unassigned unlabeled unlocked unpinned
		untyped
	`,
	label: 'created deleted edited',
	member: 'added edited removed',
	meta: 'deleted',
	milestone: 'closed created deleted edited opened',
	package: 'published updated',
	page_build: '',
	project: 'closed created deleted edited reopened',
	project_card: 'converted created deleted edited moved',
	project_column: 'created deleted edited moved',
	public: '',
	pull_request: `
		assigned auto_merge_disabled auto_merge_enabled closed converted_to_draft demilestoned
		dequeued edited enqueued labeled locked milestoned opened ready_for_review reopened
		review_request_removed review_requested stacked synchronize unassigned unlabeled unlocked
	`,
	pull_request_review: 'dismissed edited submitted',
	pull_request_review_comment: 'created deleted edited',
	pull_request_review_thread: 'resolved unresolved',
	push: '',
	registry_package: 'published updated',
	release: 'created deleted edited prereleased published released unpublished',
	repository: `
		archived created deleted edited privatized publicized renamed transferred unarchived
	`,
	repository_advisory: 'published reported',
	repository_import: '',
	repository_ruleset: 'created deleted edited',
	repository_vulnerability_alert: 'create dismiss reopen resolve',
	secret_scanning_alert: `
		assigned created metadata_created metadata_removed publicly_leaked reopened resolved
		unassigned validated
	`,
	secret_scanning_alert_location: 'created',
	secret_scanning_scan: 'completed',
	security_and_analysis: '',
	star: 'created deleted',
	status: '',
	sub_issues: 'parent_issue_added parent_issue_removed sub_issue_added sub_issue_removed',
	team_add: '',
	watch: 'started',
	workflow_job: 'completed in_progress queued waiting',
	workflow_run: 'completed in_progress requested',
};

/** Webhooks of organizations and apps. */
const organizationEvents = {
	custom_property: 'created deleted promote_to_enterprise updated',
	membership: 'added removed',
	org_block: 'blocked unblocked',
	organization: 'deleted member_added member_invited member_removed renamed',
	organization_custom_property_values: 'updated',
	personal_access_token_request: 'approved cancelled created denied',
	projects_v2: 'closed created deleted edited reopened',
	projects_v2_item: 'archived converted created deleted edited reordered restored',
	projects_v2_status_update: 'created deleted edited',
	team: 'added_to_repository created deleted edited removed_from_repository',
};

/** Webhooks of apps, enterprises, GitHub Marketplace and GitHub Sponsors. */
const otherEvents = {
	deployment_protection_rule: 'requested',
	deployment_review: 'approved rejected requested',
	github_app_authorization: 'revoked',
	installation: 'created deleted new_permissions_accepted suspend unsuspend',
	installation_repositories: 'added removed',
	installation_target: 'renamed',
	marketplace_purchase: 'cancelled changed pending_change pending_change_cancelled purchased',
	merge_group: 'checks_requested destroyed',
	organization_custom_property: 'created deleted updated',
	repository_dispatch: '',
	security_advisory: 'published updated withdrawn',
	sponsorship: 'cancelled created edited pending_cancellation pending_tier_change tier_changed',
	workflow_dispatch: '',
};

export type WebhookSource = 'repository' | 'organization';

/** The actions of all events. */
export const allEvents: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
	Object.entries({ ...repositoryEvents, ...organizationEvents, ...otherEvents }).map(
		([event, actions]) => [event, wordsIn(actions)],
	),
);

/** The value that selects all events, as in the API. */
export const everyEvent = '*';

/** Whether a webhook of a repository or an organization can receive an event. */
export const isAvailable = (event: string, source: WebhookSource): boolean =>
	!(event in allEvents) ||
	event in repositoryEvents ||
	(source === 'organization' && event in organizationEvents);

/** What users call the events whose names do not say what happens. */
const names: Readonly<Record<string, string>> = {
	create: 'Branch or Tag Created',
	delete: 'Branch or Tag Deleted',
	github_app_authorization: 'App Authorization Revoked',
	gollum: 'Wiki Page',
	member: 'Collaborator',
	membership: 'Team Member',
	meta: 'Webhook Deleted',
	org_block: 'User Blocked',
	page_build: 'Website Build',
	projects_v2: 'Project',
	projects_v2_item: 'Project Item',
	projects_v2_status_update: 'Project Status Update',
	project: 'Classic Project',
	project_card: 'Classic Project Card',
	project_column: 'Classic Project Column',
	public: 'Repository Made Public',
	star: 'Star Added or Removed',
	watch: 'Star Added',
};

/** The dropdown entries of all events. Their descriptions list the actions. */
export const eventChoices: readonly Choice[] = [
	{ name: 'All Events', value: everyEvent, description: 'Including events that are added later' },
	...choices(Object.keys(allEvents)).map(({ name, value }) => ({
		value,
		...nameFor(value, name),
		...describe(value),
	})),
];

/** A label contains the name of the event in the API, the name in the node panel does not. */
function nameFor(event: string, apiName: string): Pick<Choice, 'name' | 'action'> {
	const name = names[event];
	return name === undefined
		? { name: apiName }
		: {
				name: `${name} (${apiName.replace('Github', 'GitHub')})`,
				action: `On ${name.toLowerCase()}`,
			};
}

function describe(event: string): Pick<Choice, 'description'> {
	const actions = allEvents[event]!;
	const restriction =
		event in repositoryEvents
			? ''
			: event in organizationEvents
				? 'not for webhooks of repositories'
				: 'only for existing webhooks, such as those of apps';
	const description = [
		...(actions.length > 0 ? [`actions: ${actions.join(', ')}`] : []),
		...(restriction ? [restriction] : []),
	].join('; ');
	return description === ''
		? {}
		: { description: description[0]!.toUpperCase() + description.slice(1) };
}
