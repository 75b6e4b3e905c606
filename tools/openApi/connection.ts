/** Maps servers to providers, and security schemes to credentials. */
import type { AddressPart } from '../../nodes/engine/describe';
import type { OpenApiDocument, SecurityScheme } from './document';
import { camelCase, labelOf, sentenceOf, wordsOf } from './names';
import { resolve } from './schema';

/** A value of the credential, and where it is sent. */
export interface Secret {
	readonly name: string;
	readonly label: string;
	readonly in: 'bearer' | 'basic' | 'header' | 'query' | 'cookie';
	/** Name of the header, query parameter or cookie. For `basic`, the part of the login. */
	readonly as: string;
}

interface OAuth2Plan {
	readonly authorizationUrl?: string;
	readonly tokenUrl: string;
	readonly scopes: readonly string[];
}

interface ProviderPlan {
	readonly key: string;
	readonly label: string;
	readonly baseUrl: string;
}

export interface ConnectionPlan {
	readonly providers: readonly ProviderPlan[];
	readonly parts: Readonly<Record<string, AddressPart>>;
	/** The values of the credential with secrets. Empty if the service needs none. */
	readonly secrets: readonly Secret[];
	readonly oAuth2?: OAuth2Plan;
}

/** @param report receives what could not be mapped */
export function connectionOf(
	document: OpenApiDocument,
	fallbackLabel: string,
	report: (problem: string, decide?: string) => void,
): ConnectionPlan {
	const { servers = [], info, components = {} } = document;
	const title =
		document['x-n8n']?.provider ??
		info.title
			.replace(
				/\b(?:the|open|rest|web|public|http|json)\b(?= api)|\bapi\b.*|\bv?\d[\d.]*\b.*|[-–:(].*/gi,
				'',
			)
			.replace(/[^\w .&+]/g, '')
			.trim();
	const name = title.length > 1 && title.length <= 24 ? title : fallbackLabel;
	const parts: Record<string, AddressPart> = {};
	const absolute = servers.filter(({ url }) => /^https:\/\/[\w{]/.test(url)).slice(0, 6);
	const labels = new Set<string>();
	const providers = absolute.map(({ url, description, variables = {} }, index) => {
		const baseUrl = url
			.replace(/\/+$/, '')
			.replace(/\{([^}]+)\}/g, (placeholder, variable: string, at: number) => {
				const {
					default: preset = '',
					enum: known,
					description: text,
				} = variables[variable] ?? { default: '' };
				const isHost = !url.slice('https://'.length, at).includes('/');
				if (!isHost || (known?.length === 1 && preset !== '')) return preset;
				const key = camelCase(wordsOf(variable));
				parts[key] = {
					label: labelOf(wordsOf(variable)),
					kind:
						at === 'https://'.length && /^$|^\//.test(url.slice(at + placeholder.length))
							? 'host'
							: 'word',
					description: sentenceOf(text) ?? 'Part of the address of the service',
					example: preset || 'example',
					known,
					default: preset === '' ? undefined : preset.toLowerCase(),
				};
				return `{${key}}`;
			});
		const suffix = labelOf(wordsOf(sentenceOf(description, 40) ?? `Server ${index + 1}`));
		const label =
			absolute.length === 1 || index === 0 ? name : `${name} ${suffix}`.slice(0, 40).trim();
		const free = labels.has(label) ? `${label} ${index + 1}` : label;
		labels.add(free);
		return { key: camelCase(wordsOf(free)), label: free, baseUrl };
	});
	if (providers.length === 0)
		report('The document has no https address, so users enter the base URL', 'servers');
	const schemes = Object.fromEntries(
		Object.entries(components.securitySchemes ?? {}).map(([key, scheme]) => [
			key,
			resolve(document, scheme),
		]),
	);
	const oAuth2 = oAuth2Of(schemes, absolute[0]?.url, report);
	const secrets = secretsOf(document, schemes, report);
	return { providers, parts, secrets, oAuth2 };
}

type Schemes = Readonly<Record<string, SecurityScheme>>;

/** The secrets of the requirement that most operations accept and that can be mapped. */
function secretsOf(
	document: OpenApiDocument,
	schemes: Schemes,
	report: (problem: string) => void,
): Secret[] {
	const uses = new Map<string, number>();
	const operations = Object.values(document.paths ?? {}).flatMap((item) => Object.values(item));
	const requirements = [document, ...operations].flatMap(
		(one) => (one as { security?: ReadonlyArray<Record<string, unknown>> } | null)?.security ?? [],
	);
	// A document may define schemes that no operation names.
	for (const requirement of [
		...requirements,
		...Object.keys(schemes).map((key) => ({ [key]: [] })),
	]) {
		const key = JSON.stringify(Object.keys(requirement).sort());
		uses.set(key, (uses.get(key) ?? 0) + 1);
	}
	const candidates = [...uses]
		.sort(([, one], [, other]) => other - one)
		.map(([key]) => JSON.parse(key) as string[])
		.filter((keys) => keys.length > 0);
	for (const keys of candidates) {
		const secrets = keys.flatMap((key) => (schemes[key] ? secretsIn(key, schemes[key]) : []));
		const isComplete = keys.every((key) => schemes[key] && secretsIn(key, schemes[key]).length > 0);
		if (isComplete)
			return secrets.length === 1 && secrets[0]!.in !== 'bearer'
				? [{ ...secrets[0]!, name: 'apiKey', label: 'API Key' }]
				: secrets;
	}
	// An access token from another place works, whatever flow the document describes.
	if (Object.values(schemes).some(({ type }) => type === 'oauth2'))
		return [{ name: 'accessToken', label: 'Access Token', in: 'bearer', as: 'Authorization' }];
	if (candidates.length > 0)
		report(`No security scheme could be mapped: ${Object.keys(schemes).join(', ')}`);
	return [];
}

function secretsIn(
	key: string,
	{ type, scheme = '', name = '', in: place }: SecurityScheme,
): Secret[] {
	if (type === 'http' && scheme.toLowerCase() === 'basic')
		return [
			{ name: 'username', label: 'Username', in: 'basic', as: 'username' },
			{ name: 'password', label: 'Password', in: 'basic', as: 'password' },
		];
	if ((type === 'http' && scheme.toLowerCase() === 'bearer') || type === 'openIdConnect')
		return [{ name: 'accessToken', label: 'Access Token', in: 'bearer', as: 'Authorization' }];
	if (type !== 'apiKey' || place === undefined) return [];
	const words = wordsOf(name.toLowerCase() === 'authorization' ? key : name);
	const field = camelCase(words);
	return [
		{
			// `provider` and `baseUrl` are other fields of the credential.
			name: ['provider', 'baseUrl'].includes(field) ? `${field}Key` : field,
			label: labelOf(words),
			in: place,
			as: name,
		},
	];
}

function oAuth2Of(
	schemes: Schemes,
	server: string | undefined,
	report: (problem: string) => void,
): OAuth2Plan | undefined {
	const found = Object.values(schemes).filter(({ type }) => type === 'oauth2');
	if (found.length === 0) return undefined;
	// Some documents have a scheme for each flow.
	const { authorizationCode, clientCredentials, implicit, password } = Object.assign(
		{},
		...found.map(({ flows }) => flows),
	) as NonNullable<SecurityScheme['flows']>;
	const flow = authorizationCode ?? clientCredentials;
	if (!flow?.tokenUrl) {
		report(
			`The OAuth2 flow ${implicit ? 'implicit' : password ? 'password' : 'of the document'} is not supported`,
		);
		return undefined;
	}
	const absolute = (url: string): string =>
		server !== undefined && !server.includes('{') ? new URL(url, server).href : url;
	return {
		authorizationUrl:
			authorizationCode?.authorizationUrl && absolute(authorizationCode.authorizationUrl),
		tokenUrl: absolute(flow.tokenUrl),
		scopes: Object.keys(flow.scopes ?? {}),
	};
}
