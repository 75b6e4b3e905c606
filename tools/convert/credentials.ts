/** Which credential of this pack replaces which of n8n. */
import type { StoredCredential, WorkflowNode } from './workflow';

export interface CredentialChoice {
	/** Credential type of this pack. */
	readonly type: string;
	/** Value of the parameter Authentication. */
	readonly authentication: string;
}

/** By node of this pack and n8n's credential type. */
const replacements: Readonly<Record<string, Readonly<Record<string, CredentialChoice>>>> = {
	codeHosting: {
		githubApi: { type: 'codeHostingApi', authentication: 'token' },
		githubOAuth2Api: { type: 'codeHostingOAuth2Api', authentication: 'oAuth2' },
		githubAppApi: { type: 'codeHostingAppApi', authentication: 'app' },
	},
	activityTracking: {
		stravaOAuth2Api: { type: 'activityTrackingOAuth2Api', authentication: 'oAuth2' },
	},
	taskList: {
		googleTasksOAuth2Api: { type: 'taskListOAuth2Api', authentication: 'oAuth2' },
		googleOAuth2Api: { type: 'taskListOAuth2Api', authentication: 'oAuth2' },
		googleApi: { type: 'taskListServiceAccountApi', authentication: 'serviceAccount' },
	},
	workspaceToken: {
		databricksApi: { type: 'workspaceTokenApi', authentication: 'token' },
		databricksOAuth2Api: { type: 'workspaceTokenOAuth2Api', authentication: 'oAuth2' },
	},
	migrationAssessment: {
		googleOAuth2Api: { type: 'migrationAssessmentOAuth2Api', authentication: 'oAuth2' },
		googleApi: {
			type: 'migrationAssessmentServiceAccountApi',
			authentication: 'serviceAccount',
		},
	},
	searchAdsConversions: {
		googleOAuth2Api: { type: 'searchAdsConversionsOAuth2Api', authentication: 'oAuth2' },
		googleApi: {
			type: 'searchAdsConversionsServiceAccountApi',
			authentication: 'serviceAccount',
		},
	},
};

/** The credential with a key or an access token, by node of this pack. */
const tokens: Readonly<Record<string, CredentialChoice>> = {
	codeHosting: { type: 'codeHostingApi', authentication: 'token' },
	activityTracking: { type: 'activityTrackingApi', authentication: 'accessToken' },
	taskList: { type: 'taskListApi', authentication: 'accessToken' },
	workspaceToken: { type: 'workspaceTokenApi', authentication: 'token' },
	migrationAssessment: { type: 'migrationAssessmentApi', authentication: 'accessToken' },
	searchAdsConversions: { type: 'searchAdsConversionsApi', authentication: 'accessToken' },
	documentSearch: { type: 'documentSearchApi', authentication: '' },
	financeData: { type: 'financeDataApi', authentication: '' },
	instanceCloud: { type: 'instanceCloudApi', authentication: '' },
};

/** The OAuth2 credential, by node of this pack. */
const oAuth2 = (node: string): CredentialChoice | undefined =>
	Object.values(replacements[node] ?? {}).find(({ authentication }) => authentication === 'oAuth2');

/**
 * The credential that replaces one of n8n, which may also be a generic one.
 * @param node name of a node of this pack
 */
export const replacementOf = (node: string, type: string): CredentialChoice | undefined =>
	replacements[node]?.[type] ??
	(type === 'oAuth2Api'
		? oAuth2(node)
		: /^http(?:Header|Bearer|Basic|Custom|MultipleHeaders)Auth$/.test(type)
			? tokens[node]
			: undefined);

export const tokenCredential = (node: string): CredentialChoice => tokens[node]!;

/** The nodes of this pack whose services a credential type of n8n belongs to. */
export const nodesWith = (type: string): string[] =>
	Object.keys(replacements).filter((node) => replacements[node]![type] !== undefined);

/**
 * The credentials of a converted node, without those of n8n. n8n finds a credential by its name when it
 * imports them.
 */
export function credentialsOf(
	{ credentials }: WorkflowNode,
	n8nType = '',
	{ type = '' }: Partial<CredentialChoice> = {},
): Pick<WorkflowNode, 'credentials'> {
	const name = credentialName(credentials?.[n8nType]);
	if (name === undefined) return credentials === undefined ? {} : { credentials: {} };
	return { credentials: { [type]: { id: null, name } } };
}

/** The name of a stored credential. Old versions of n8n stored only the name. */
export const credentialName = (stored: StoredCredential | string | undefined): string | undefined =>
	(typeof stored === 'string' ? stored : stored?.name) || undefined;
