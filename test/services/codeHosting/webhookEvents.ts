/** The events of webhooks. The contract tests compare them with those that the provider publishes. */

/** Events of the webhooks of repositories. Webhooks of organizations receive them, too. */
export const repositoryEvents = `
	branch_protection_configuration branch_protection_rule bypass_request_secret_scanning
	check_run check_suite code_scanning_alert commit_comment create custom_property_values
	delete dependabot_alert deploy_key deployment deployment_status discussion
	discussion_comment dismissal_request_code_scanning dismissal_request_dependabot
	dismissal_request_secret_scanning exemption_request_push_ruleset fork gollum issue_comment
	issue_dependencies issues label member meta milestone package page_build project
	project_card project_column public pull_request pull_request_review
	pull_request_review_comment pull_request_review_thread push registry_package release
	repository repository_advisory repository_import repository_ruleset
	repository_vulnerability_alert secret_scanning_alert secret_scanning_alert_location
	secret_scanning_scan security_and_analysis star status sub_issues team_add watch
	workflow_job workflow_run
`
	.trim()
	.split(/\s+/);

/** Events that only webhooks of organizations receive. */
export const organizationEvents = [
	'custom_property',
	'membership',
	'org_block',
	'organization',
	'organization_custom_property_values',
	'personal_access_token_request',
	'projects_v2',
	'projects_v2_item',
	'projects_v2_status_update',
	'team',
];
