// The measured nodes of this pack, and the nodes that they are compared with.
import { resourceLocator, type NodeSpec } from '../host/kit/testN8n';
import type { Setting } from './measure';
import { record } from './responses';

type Parameters = NodeSpec['parameters'];

const measured = { name: 'Measured' };
const itemIndex = resourceLocator('={{ $json.index }}');
const repository = { owner: resourceLocator('o'), repository: resourceLocator('r') };

/** The Media Generation node: one GET request per item. */
export const generation = ({ credentials }: Setting, requestOptions: Parameters = {}): NodeSpec =>
	media(credentials, 'get', {
		generationId: itemIndex,
		simplify: false,
		options: { requestOptions },
	});

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

/** A list with page numbers and a link to the last page. */
export const starred = (setting: Setting): NodeSpec =>
	hosting(setting, { resource: 'star', operation: 'getAll', returnAll: true, simplify: false });

/** Downloads a file of `bytes` bytes after a redirect. */
export const artifact = (setting: Setting, bytes: number): NodeSpec =>
	hosting(setting, {
		resource: 'artifact',
		operation: 'download',
		...repository,
		artifactId: resourceLocator(String(bytes)),
		archiveFormat: 'zip',
		downloadAs: 'file',
	});

const hosting = ({ credentials }: Setting, parameters: Parameters): NodeSpec => ({
	...measured,
	type: 'n8n-nodes-tenfold.codeHosting',
	parameters: { authentication: 'token', ...parameters },
	credentials: { codeHostingApi: credentials.codeHostingApi! },
});

/**
 * A node that calls n8n's request helper in a loop. The credential sets the header with an
 * expression or a function.
 */
export const bareLoop = (
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

/** A node that returns the same items as the Media Generation node, without requests. */
export const records: NodeSpec = {
	...measured,
	type: 'n8n-nodes-tenfold-yardstick.records',
	parameters: { record: JSON.stringify(record('INDEX')) },
};

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
		owner: resourceLocator('o', 'name'),
		repository: resourceLocator('r', 'name'),
		issueNumber: '={{ $json.index }}',
	},
	credentials: { githubApi: credentials.githubApi! },
});
