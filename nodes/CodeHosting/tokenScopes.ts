/**
 * Scopes that operations require: the scope of a classic token, then (`or:`) the permission of an
 * app or a fine-grained token. Shown in errors and in the docs tables of operations.
 */
export const tokenScopes = {
	actionsRead: 'repo (or: actions, read)',
	actionsWrite: 'repo (or: actions, write)',
	secretsRead: 'repo (or: secrets, read)',
	secretsWrite: 'repo (or: secrets, write)',
	environmentsRead: 'repo (or: environments, read)',
	environmentsWrite: 'repo (or: environments, write)',
	variablesRead: 'repo (or: variables, read)',
	variablesWrite: 'repo (or: variables, write)',
	administrationRead: 'repo (or: administration, read)',
	administrationWrite: 'repo (or: administration, write)',
	deployments: 'repo (or: deployments, write)',
	metadata: 'repo for private repositories (or: metadata, read)',
	issues: 'repo for private repositories (or: issues, read)',
	organizationSecrets: 'admin:org (or: organization_secrets)',
	organizationRunners: 'admin:org (or: organization_self_hosted_runners)',
	organizationAdministration: 'admin:org (or: organization_administration)',
	organizationUsage: 'read:org (or: organization_administration, read)',
	organizationEvents: 'read:org (or: events of the organization, read)',
	enterprise: 'admin:enterprise',
	notifications: 'notifications',
	organizations: 'read:org',
	repositoryWebhooks: 'admin:repo_hook (or: webhooks, write)',
	organizationWebhooks: 'admin:org_hook (or: organization_hooks, write)',
	user: 'user for non-public data',
} as const;
