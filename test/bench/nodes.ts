/** The nodes that are measured, and those beside which they are. */
import type { NodeSpec } from '../host/kit/testN8n';
import type { Setting } from './measure';

type Parameters = NodeSpec['parameters'];

const measured = { name: 'Measured' };
const located = (value: string, mode = 'id') => ({ __rl: true, mode, value });
const ofItem = located('={{ $json.index }}');
const repository = { owner: located('o'), repository: located('r') };

/** One GET an item, by the media generation node. */
export const generation = ({ credentials }: Setting, options: Parameters = {}): NodeSpec =>
	media(credentials, 'get', { generationId: ofItem, simplify: false, options });

export const generations = ({ credentials }: Setting): NodeSpec =>
	media(credentials, 'getAll', { returnAll: true, simplify: false });

export const upload = ({ credentials }: Setting): NodeSpec =>
	media(credentials, 'upload', { resource: 'file', binaryPropertyName: 'data' });

const media = (
	credentials: Setting['credentials'],
	operation: string,
	parameters: Parameters,
): NodeSpec => ({
	...measured,
	type: 'n8n-nodes-tenfold.mediaGeneration',
	parameters: { resource: 'generation', operation, ...parameters },
	credentials: { mediaGenerationApi: credentials.mediaGenerationApi! },
});

/** One request with one field an item, by the smallest node. */
export const smallest = ({ credentials }: Setting): NodeSpec => ({
	...measured,
	type: 'n8n-nodes-tenfold.workspaceToken',
	parameters: {
		authentication: 'token',
		resource: 'token',
		operation: 'revoke',
		tokenId: located('={{ String($json.index).padStart(64, "0") }}'),
		options: { itemsAtOnce: 50 },
	},
	credentials: { workspaceTokenApi: credentials.workspaceTokenApi! },
});

/** The same by the largest. */
export const largest = (setting: Setting): NodeSpec =>
	hosting(setting, {
		resource: 'notification',
		operation: 'get',
		threadId: located('={{ String($json.index).padStart(64, "0") }}'),
		simplify: false,
		options: { itemsAtOnce: 50 },
	});

/** A list whose pages have numbers and name the last of them. */
export const starred = (setting: Setting): NodeSpec =>
	hosting(setting, { resource: 'star', operation: 'getAll', returnAll: true, simplify: false });

/** A file of so many bytes, behind a redirect. */
export const artifact = (setting: Setting, bytes: number): NodeSpec =>
	hosting(setting, {
		resource: 'artifact',
		operation: 'download',
		...repository,
		artifactId: located(String(bytes)),
		archiveFormat: 'zip',
		downloadAs: 'file',
	});

const hosting = ({ credentials }: Setting, parameters: Parameters): NodeSpec => ({
	...measured,
	type: 'n8n-nodes-tenfold.codeHosting',
	parameters: { authentication: 'token', ...parameters },
	credentials: { codeHostingApi: credentials.codeHostingApi! },
});

/** n8n's authenticated helper in a loop; its header from an expression, or from a function. */
export const bare = (
	{ upstream, credentials }: Setting,
	parameters: Parameters,
	credential = 'bareLoopApi',
): NodeSpec => ({
	...measured,
	type: 'n8n-nodes-tenfold-yardstick.bareLoop',
	parameters: {
		url: `=${upstream.url}/api/v2/generations/{{ $json.index }}`,
		credential,
		...parameters,
	},
	credentials: { [credential]: credentials[credential]! },
});

export const httpRequest = (
	{ upstream, credentials }: Setting,
	parameters: Parameters,
): NodeSpec => ({
	...measured,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		url: `=${upstream.url}/api/v2/generations/{{ $json.index }}`,
		authentication: 'genericCredentialType',
		genericAuthType: 'httpHeaderAuth',
		...parameters,
	},
	credentials: { httpHeaderAuth: credentials.httpHeaderAuth! },
});

export const github = ({ credentials }: Setting): NodeSpec => ({
	...measured,
	type: 'n8n-nodes-base.github',
	typeVersion: 1,
	parameters: {
		resource: 'issue',
		operation: 'get',
		owner: located('o', 'name'),
		repository: located('r', 'name'),
		issueNumber: '={{ $json.index }}',
	},
	credentials: { githubApi: credentials.githubApi! },
});
