/** Converts n8n's HTTP Request nodes that call a service of this pack to API Request: Send. */
import type { OutputFields } from '../builtInNodes/counterparts';
import {
	ofTool,
	packPrefix,
	ParameterWriter,
	type Conversion,
	type NeededCredential,
} from './builtInNode';
import {
	credentialName,
	credentialsOf,
	nodesWith,
	replacementOf,
	tokenCredential,
} from './credentials';
import { asText, codeOf, expressionOf, isExpression, withText } from './expressions';
import { packForm } from './forms';
import { serviceOf, type ServiceTarget } from './services';
import type { Remark, WorkflowNode } from './workflow';

type Values = Readonly<Record<string, unknown>>;

interface Row {
	readonly name?: string;
	readonly value?: unknown;
}

const from = 'HTTP Request';

/** Converts a node, or returns undefined if it calls no service of this pack. */
export function convertHttpRequest(node: WorkflowNode): Conversion | undefined {
	if (!/^n8n-nodes-base\.httpRequest(?:Tool)?$/.test(node.type)) return undefined;
	const { parameters = {} } = node;
	const url = asText(parameters.url);
	const target = serviceOf(isExpression(url) ? url.slice(1) : url);
	if (!target) return withPackCredential(node, url);
	if (/^\/?(?:https:\/\/[^/]+\/(?:api\/v3\/)?)?oauth\//.test(target.path)) return undefined;
	const offer = offerOf(target, asText(parameters.method ?? 'GET'));
	const problem = problemOf(node, target);
	if (problem !== undefined) {
		const stays = withPackCredential(node, url, target.node);
		return {
			from,
			...stays,
			offer,
			remarks: [{ what: problem.what, todo: problem.todo }, ...(stays?.remarks ?? [])],
		};
	}
	const pack = packForm(target.node);
	const isTool = node.type.endsWith('Tool');
	const { parameters: offered, label } = pack.operations['apiRequest:send']!;
	const output = new ParameterWriter(isTool ? 'tool' : 'node', offered);
	const remarks: Remark[] = [];
	const credential = credentialFor(target, node, remarks);
	output.set('resource', 'apiRequest');
	output.set('operation', 'send');
	output.set('requestMethod', parameters.method ?? 'GET');
	// The HTTP client removes line breaks and tabs. API Request rejects them.
	output.set(
		'requestUrl',
		withText(isExpression(url) ? `=${target.path}` : target.path, (text) =>
			text.replace(/[\n\r\t]/g, ''),
		),
	);
	writeQuery(parameters, output);
	writeHeaders(parameters, output);
	writeBody(parameters, node.typeVersion ?? 1, output);
	const outputFields = writeResponse(parameters, output, target.path);
	writeOptions(parameters, output);
	remarks.push(...omittedOptions(parameters));
	if (isTool) {
		output.set('allowIrreversible', true);
		remarks.push({
			what: "Allow Irreversible Operations is on, because the agent can already send this request with n8n's node.",
		});
		if (parameters.optimizeResponse === true)
			remarks.push({
				what: 'Optimize Response is omitted. The node limits the size of what the agent gets.',
			});
	}
	return {
		from,
		to: `${pack.label}, ${label}`,
		credential,
		remarks,
		offer,
		output: continues(node) ? { ...outputFields, error: errorObject } : outputFields,
		node: {
			...node,
			type: `${packPrefix}${target.node}${isTool ? 'Tool' : ''}`,
			typeVersion: pack.version,
			parameters: {
				...(isTool ? ofTool(parameters) : {}),
				...authenticationOf(target.node, credential),
				...output.parameters,
			},
			...credentialsOf(node, credential?.replaces, credential),
		},
	};
}

type ReplacedCredential = NeededCredential & { readonly replaces: string };

/** Requests to public data of GitHub need no credential. */
const authenticationOf = (
	node: string,
	credential: ReplacedCredential | undefined,
): { authentication?: string } => {
	const preset = packForm(node).authentication;
	const authentication = credential ? credential.authentication : 'none';
	return preset === undefined || authentication === preset ? {} : { authentication };
};

function credentialFor(
	{ node, host }: ServiceTarget,
	{ parameters = {}, credentials = {} }: WorkflowNode,
	remarks: Remark[],
): ReplacedCredential | undefined {
	const n8nType = credentialType(parameters);
	const hasHeader = hasAuthorization(parameters);
	if (n8nType === undefined && !hasHeader && node === 'codeHosting') return undefined;
	const replaces = n8nType ?? '';
	const choice = replacementOf(node, replaces) ?? tokenCredential(node);
	if (hasHeader)
		remarks.push({
			what: 'The header Authorization is omitted, because the credential sends it.',
			todo: 'Create the credential with the token from this header. Delete the token from the old workflow.',
		});
	return {
		...choice,
		replaces,
		label: packForm(node).credentials[choice.type]!,
		name: credentialName(credentials[replaces]),
		host,
	};
}

/** The type of the credential that the node uses, or undefined without one. */
function credentialType({ authentication, nodeCredentialType, genericAuthType }: Values) {
	if (authentication === 'predefinedCredentialType') return String(nodeCredentialType);
	return authentication === 'genericCredentialType' ? String(genericAuthType) : undefined;
}

/** Whether a failed item does not stop the workflow. */
const continues = ({ continueOnFail, onError = '' }: WorkflowNode): boolean =>
	continueOnFail === true || onError.startsWith('continue');

/** The error of a failed item, which is an object in n8n's node and a text in this pack. */
const errorObject = '({item}.error && { message: {item}.error })';

/** A node that stays an HTTP Request node, with the credential of this pack instead of that of n8n. */
function withPackCredential(
	node: WorkflowNode,
	url: string,
	serviceNode?: string,
): Conversion | undefined {
	const { parameters = {} } = node;
	const n8nType = credentialType(parameters);
	if (n8nType === undefined || parameters.authentication !== 'predefinedCredentialType')
		return undefined;
	const nodes = nodesWith(n8nType);
	const owner = serviceNode ?? (nodes.length === 1 ? nodes[0] : undefined);
	const choice = owner === undefined ? undefined : replacementOf(owner, n8nType);
	// A URL of another service needs n8n's credential.
	if (!owner || !choice || (serviceNode === undefined && !isDynamic(url))) return undefined;
	const label = packForm(owner).credentials[choice.type]!;
	return {
		from,
		to: `HTTP Request with ${label}`,
		credential: { ...choice, label, name: credentialName(node.credentials?.[n8nType]) },
		remarks:
			serviceNode === undefined
				? [
						{
							what: 'It stays an HTTP Request node, because the host of its URL is an expression. It now uses the credential of this pack.',
							// n8n can set it to None when a user signs in.
							...(/OAuth2/.test(choice.type)
								? {
										todo: 'If Allowed HTTP Request Domains is set to None in the credential, select All or Specific Domains.',
									}
								: {}),
						},
					]
				: [],
		node: {
			...node,
			parameters: { ...parameters, nodeCredentialType: choice.type },
			...credentialsOf(node, n8nType, choice),
		},
	};
}

const isDynamic = (url: string): boolean => /^=\s*(?:https?:\/\/)?\{\{/.test(url);

type Problem = readonly [isFound: boolean, what: string, todo: string];

/** Why a node stays as it is. */
function problemOf(
	{ parameters = {}, typeVersion = 1 }: WorkflowNode,
	{ node }: ServiceTarget,
): { what: string; todo: string } | undefined {
	const { method = 'GET', authentication, contentType = 'json' } = parameters;
	const options = (parameters.options ?? {}) as Readonly<Record<string, Values | undefined>>;
	const inner = (option: string, name: string): Values =>
		((options[option]?.[name] ?? {}) as Values) || {};
	const type = credentialType(parameters);
	const pages = inner('pagination', 'pagination').paginationMode;
	const { neverError, responseFormat } = inner('response', 'response');
	const sendsJson =
		contentType === 'json' &&
		['keypair', 'json'].includes(asText(parameters.specifyBody ?? 'json'));
	const problems: readonly Problem[] = [
		[
			typeVersion < 3,
			`its version ${typeVersion} returns lists as one item.`,
			'Add the node again in its current version, or use the operation.',
		],
		[
			!['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT'].includes(String(method)),
			`the method ${String(method)} is not offered.`,
			'Keep the node.',
		],
		[
			isExpression(authentication) || (type !== undefined && !replacementOf(node, type)),
			'this pack has no credential for its authentication.',
			'Choose another kind of authentication, and convert the workflow again.',
		],
		[
			options.pagination !== undefined && pages !== 'off',
			'Pagination has another output than a list operation.',
			'Replace it by an operation that gets many records, and turn on Return All.',
		],
		[
			neverError === true,
			'Never Error is on, which this pack does not offer.',
			'Replace it by an operation, and set On Error in the settings of the node.',
		],
		[
			inner('redirect', 'redirect').followRedirects === false,
			'it does not follow redirects.',
			'Keep the node.',
		],
		[
			options.proxy !== undefined || (options.allowUnauthorizedCerts as unknown) === true,
			'it uses a proxy, or ignores SSL issues.',
			'Keep the node.',
		],
		[parameters.provideSslCertificates === true, 'it uses a client certificate.', 'Keep the node.'],
		[
			responseFormat === 'file' && method !== 'GET',
			'only GET can return a file.',
			'Keep the node.',
		],
		[
			headersOf(parameters) === undefined,
			'its headers are an expression.',
			'Enter the headers as fields.',
		],
		[
			parameters.sendBody === true && !sendsJson && contentType !== 'binaryData',
			`API Request cannot send a body of the kind ${String(contentType)}.`,
			'Send JSON or a file, or use an operation.',
		],
	];
	const found = problems.find(([isFound]) => isFound);
	return found && { what: `It stays an HTTP Request node: ${found[1]}`, todo: found[2] };
}

const rowsIn = (collection: unknown): Row[] =>
	((collection as { parameters?: Row[] } | undefined)?.parameters ?? []).filter(
		({ name = '' }) => name !== '',
	);

function writeQuery(parameters: Values, output: ParameterWriter): void {
	if (parameters.sendQuery !== true) return;
	if (parameters.specifyQuery === 'json')
		output.set('options.requestQueryJson', parameters.jsonQuery);
	else {
		const rows = rowsIn(parameters.queryParameters);
		if (rows.length > 0) output.set('requestQuery', { rows });
	}
}

/** The headers, or undefined if they are an expression. */
function headersOf(parameters: Values): Row[] | undefined {
	if (parameters.sendHeaders !== true) return [];
	if (parameters.specifyHeaders !== 'json') return rowsIn(parameters.headerParameters);
	try {
		const headers = JSON.parse(String(parameters.jsonHeaders)) as Values;
		return Object.entries(headers).map(([name, value]) => ({ name, value }));
	} catch {
		return undefined;
	}
}

const hasAuthorization = (parameters: Values): boolean =>
	(headersOf(parameters) ?? []).some(({ name }) => /^authorization$/i.test(name!));

/** Headers that the node sets itself. */
const ownHeader = /^(?:authorization|content-type|content-length|host|connection)$/i;

function writeHeaders(parameters: Values, output: ParameterWriter): void {
	const rows = (headersOf(parameters) ?? []).filter(
		({ name, value }) => !ownHeader.test(name!) && value !== '' && value !== undefined,
	);
	if (rows.length > 0) output.set('options.requestHeaders', { rows });
}

function writeBody(parameters: Values, typeVersion: number, output: ParameterWriter): void {
	if (parameters.sendBody !== true) return;
	const { contentType = 'json', specifyBody = 'keypair' } = parameters;
	if (contentType === 'binaryData') {
		output.set('requestBody', 'file');
		output.set('requestFile', parameters.inputDataFieldName ?? '');
	} else if (specifyBody === 'json') {
		output.set('requestBody', 'json');
		output.set('requestJson', parameters.jsonBody);
	} else {
		const rows = rowsIn(parameters.bodyParameters);
		if (rows.length === 0) return;
		const isNested = typeVersion >= 4 && rows.some(({ name }) => /[.[]/.test(name!));
		output.set('requestBody', isNested ? 'json' : 'fields');
		if (isNested) output.set('requestJson', expressionOf(nestedCode(rows)));
		else output.set('requestFields', { rows });
	}
}

interface Nested {
	readonly [name: string]: Nested | Row;
}

/** JavaScript of the object with properties such as `tree[0].path`. */
function nestedCode(rows: readonly Row[]): string {
	const root: Record<string, unknown> = {};
	for (const row of rows) {
		const keys = row.name!.split(/\]?[.[]|\]/).filter((key) => key !== '');
		let parent = root;
		for (const key of keys.slice(0, -1)) parent = (parent[key] ??= {}) as typeof parent;
		parent[keys.at(-1)!] = { value: row.value };
	}
	return codeOfNested(root);
}

function codeOfNested(value: Nested | Row): string {
	const entries = Object.entries(value) as Array<[string, Nested | Row]>;
	if (entries.every(([, inner]) => typeof inner !== 'object' || inner === null))
		return codeOf((value as Row).value);
	return entries.every(([key]) => /^\d+$/.test(key))
		? `[${entries.map(([, inner]) => codeOfNested(inner)).join(', ')}]`
		: `({ ${entries.map(([key, inner]) => `${JSON.stringify(key)}: ${codeOfNested(inner)}`).join(', ')} })`;
}

/** Media types that are not JSON, and paths of files. */
const textType = /\b(?:raw|diff|patch|html|text|sha)\b(?!\+json)/;
const filePath = /\/(?:zipball|tarball|logs|zip)(?:[/?{]|$)/;

function writeResponse(parameters: Values, output: ParameterWriter, path: string): OutputFields {
	const { response } = ((parameters.options as Values | undefined)?.response ?? {}) as {
		response?: Values;
	};
	const { fullResponse, responseFormat = 'autodetect', outputPropertyName } = response ?? {};
	const accepted = (headersOf(parameters) ?? []).find(({ name }) => /^accept$/i.test(name!));
	const format =
		responseFormat !== 'autodetect'
			? responseFormat
			: textType.test(asText(accepted?.value))
				? 'text'
				: filePath.test(path)
					? 'file'
					: 'json';
	output.set('responseAs', format);
	if (fullResponse === true) output.set('options.fullResponse', true);
	if (format === 'file' && !isDefault(outputPropertyName))
		output.set('options.outputProperty', outputPropertyName);
	const property = isDefault(outputPropertyName) ? 'data' : String(outputPropertyName);
	return {
		...(fullResponse === true ? { statusMessage: null } : {}),
		...(format === 'text' ? { [property]: fullResponse === true ? 'body' : 'value' } : {}),
	};
}

const isDefault = (name: unknown): boolean => name === undefined || name === '' || name === 'data';

function writeOptions(parameters: Values, output: ParameterWriter): void {
	const { timeout, batching } = (parameters.options ?? {}) as Values;
	const { batchSize, batchInterval } = ((batching as Values | undefined)?.batch ?? {}) as Values;
	const requestOptions = {
		...(timeout === undefined ? {} : { timeout }),
		...(batching === undefined || Number(batchSize) < 1
			? {}
			: { batchSize: batchSize ?? 50, batchPause: batchInterval ?? 1000 }),
	};
	if (Object.keys(requestOptions).length > 0) output.set('options.requestOptions', requestOptions);
}

/** Options that are converted, or without effect in API Request. */
const knownOptions = [
	'allowUnauthorizedCerts',
	'batching',
	'lowercaseHeaders',
	'pagination',
	'proxy',
	'redirect',
	'response',
	'timeout',
	'webdavMethods',
];

const omittedOptions = ({ options = {} }: Values): Remark[] =>
	Object.keys(options as Values)
		.filter((name) => !knownOptions.includes(name))
		.map((name) => ({
			what: `The option ${name} is omitted, because API Request has none like it.`,
		}));

/** The operation that sends the same request. */
function offerOf({ node, path }: ServiceTarget, method: string): string | undefined {
	const { requests, label } = packForm(node);
	const given = path.split('?')[0]!.split('/').map(withoutCode);
	const fits = Object.keys(requests)
		.map((request) => ({ request, segments: request.slice(method.length + 1).split('/') }))
		.filter(
			({ request, segments }) =>
				request.startsWith(`${method} `) &&
				segments.length === given.length &&
				segments.every((segment, index) => segment === '{}' || segment === given[index]),
		);
	// The request with the most fixed segments is the most specific.
	const [best] = fits.sort((a, b) => placeholders(a.segments) - placeholders(b.segments));
	return best && `${label}, ${requests[best.request]!}`;
}

const withoutCode = (segment: string): string => segment.replace(/\{\{[\s\S]*?\}\}/g, '{{}}');
const placeholders = (segments: readonly string[]): number =>
	segments.filter((segment) => segment === '{}').length;
