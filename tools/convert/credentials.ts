/** Which credential of this pack replaces which of n8n. */
import { convertedServices, type CredentialChoice } from './services';
import type { StoredCredential, WorkflowNode } from './workflow';

/** The OAuth2 credential, by node of this pack. */
const oAuth2 = (node: string): CredentialChoice | undefined =>
	Object.values(convertedServices[node]?.replaces ?? {}).find(
		({ authentication }) => authentication === 'oAuth2',
	);

/**
 * The credential that replaces one of n8n, which may also be a generic one.
 * @param node name of a node of this pack
 */
export const replacementOf = (node: string, type: string): CredentialChoice | undefined =>
	convertedServices[node]?.replaces?.[type] ??
	(type === 'oAuth2Api'
		? oAuth2(node)
		: /^http(?:Header|Bearer|Basic|Custom|MultipleHeaders)Auth$/.test(type)
			? convertedServices[node]?.token
			: undefined);

export const tokenCredential = (node: string): CredentialChoice => convertedServices[node]!.token;

/** The nodes of this pack whose services a credential type of n8n belongs to. */
export const nodesWith = (type: string): string[] =>
	Object.keys(convertedServices).filter((node) => convertedServices[node]!.replaces?.[type]);

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
