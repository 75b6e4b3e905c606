/** Maps servers to providers, and security schemes to credentials. */
import { methods, type OpenApiDocument, type SecurityScheme, type Server } from './document';
import { camelCase, labelOf, sentenceOf, wordsOf } from './names';

/** A value of the credential, and where it is sent. */
export interface Secret {
	readonly name: string;
	readonly label: string;
	readonly in: 'bearer' | 'basic' | 'header' | 'query';
	/** Name of the header or query parameter. For `basic`, the part of the login. */
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
	/** The values of the credential with secrets. Empty if the service needs none. */
	readonly secrets: readonly Secret[];
	readonly oAuth2?: OAuth2Plan;
}

type Report = (problem: string) => void;

/** @param report receives what could not be mapped */
export function connectionOf(
	document: OpenApiDocument,
	fallbackLabel: string,
	report: Report,
): ConnectionPlan {
	const { servers = [], components = {} } = document;
	const name = providerName(document, fallbackLabel);
	const labels = new Set<string>();
	const addressed = servers.flatMap((server) => {
		const baseUrl = addressOf(server);
		return baseUrl === undefined ? [] : [{ baseUrl, description: server.description }];
	});
	const providers = addressed.slice(0, 6).map(({ baseUrl, description }, index): ProviderPlan => {
		const suffix = sentenceOf(description, 40) ?? `Server ${index + 1}`;
		const wanted = index === 0 ? name : `${name} ${labelOf(wordsOf(suffix))}`.slice(0, 40).trim();
		const label = labels.has(wanted) ? `${wanted} ${index + 1}` : wanted;
		labels.add(label);
		return { key: camelCase(wordsOf(label)), label, baseUrl };
	});
	if (providers.length === 0)
		report('The document has no fixed https address, so users enter the base URL');
	const { securitySchemes = {} } = components;
	const oAuth2 = oAuth2Of(securitySchemes, providers[0]?.baseUrl, report);
	const secrets = secretsOf(document, securitySchemes, report);
	return { providers, secrets, oAuth2 };
}

/** The name of the company: the title of the document without "API", versions and additions. */
function providerName({ info, 'x-n8n': decisions }: OpenApiDocument, fallback: string): string {
	const title = info.title
		.replace(
			/\b(?:the|open|rest|web|public|http|json)\b(?= api)|\bapi\b.*|\bv?\d[\d.]*\b.*|[-–:(].*/gi,
			'',
		)
		.replace(/[^\w .&+]/g, '')
		.trim();
	const name = decisions?.provider ?? title;
	return name.length > 1 && name.length <= 24 ? name : fallback;
}

/** The address of a server. Undefined if a variable in its host differs between accounts. */
function addressOf({ url, variables = {} }: Server): string | undefined {
	const address = url
		.replace(/\/+$/, '')
		.replace(/\{([^}]+)\}/g, (whole, name: string, at: number) => {
			const { default: preset, enum: known } = variables[name] ?? {};
			const isHost = !url.slice('https://'.length, at).includes('/');
			return preset === undefined || (isHost && known?.length !== 1) ? whole : preset;
		});
	return /^https:\/\/\w[^{]*$/.test(address) ? address : undefined;
}

type Schemes = Readonly<Record<string, SecurityScheme>>;

const bearer: Secret = {
	name: 'accessToken',
	label: 'Access Token',
	in: 'bearer',
	as: 'Authorization',
};

/** The secrets of the requirement that most operations accept and that can be mapped. */
function secretsOf(
	{ security = [], paths = {} }: OpenApiDocument,
	schemes: Schemes,
	report: Report,
): readonly Secret[] {
	const requirements = [
		...security,
		...Object.values(paths)
			.flatMap((item) => methods.map((method) => item[method]))
			.flatMap((operation) => operation?.security ?? []),
		// A document may define schemes that no operation names.
		...Object.keys(schemes).map((key) => ({ [key]: [] })),
	];
	const uses = new Map<string, number>();
	for (const requirement of requirements) {
		const keys = Object.keys(requirement).sort().join('\n');
		if (keys !== '') uses.set(keys, (uses.get(keys) ?? 0) + 1);
	}
	const candidates = [...uses]
		.sort(([, one], [, other]) => other - one)
		.map(([keys]) => keys.split('\n').map((key) => secretsIn(key, schemes[key])));
	const secrets = candidates.find((found) => found.every((one) => one.length > 0))?.flat();
	if (secrets)
		return secrets.length === 1 && secrets[0]!.in !== 'bearer'
			? [{ ...secrets[0]!, name: 'apiKey', label: 'API Key' }]
			: secrets;
	// An access token from another place works, whatever flow the document describes.
	if (Object.values(schemes).some(({ type }) => type === 'oauth2')) return [bearer];
	if (candidates.length > 0)
		report(`No security scheme could be mapped: ${Object.keys(schemes).join(', ')}`);
	return [];
}

function secretsIn(key: string, definition: SecurityScheme | undefined): readonly Secret[] {
	const { type, scheme = '', name = '', in: place } = definition ?? {};
	if (type === 'http' && scheme.toLowerCase() === 'basic')
		return [
			{ name: 'username', label: 'Username', in: 'basic', as: 'username' },
			{ name: 'password', label: 'Password', in: 'basic', as: 'password' },
		];
	if ((type === 'http' && scheme.toLowerCase() === 'bearer') || type === 'openIdConnect')
		return [bearer];
	if (type !== 'apiKey' || place === undefined || place === 'cookie') return [];
	const words = wordsOf(name.toLowerCase() === 'authorization' ? key : name);
	return [{ name: camelCase(words), label: labelOf(words), in: place, as: name }];
}

function oAuth2Of(
	schemes: Schemes,
	server: string | undefined,
	report: Report,
): OAuth2Plan | undefined {
	// Some documents have a scheme for each flow.
	const flows = Object.assign(
		{},
		...Object.values(schemes).map((scheme) => scheme.flows),
	) as NonNullable<SecurityScheme['flows']>;
	if (Object.keys(flows).length === 0) return undefined;
	const { authorizationCode, clientCredentials } = flows;
	const { tokenUrl, scopes = {} } = authorizationCode ?? clientCredentials ?? {};
	if (tokenUrl === undefined) {
		report(`The OAuth2 flow ${Object.keys(flows).join(', ')} is not supported`);
		return undefined;
	}
	const absolute = (url: string): string =>
		server === undefined ? url : new URL(url, server).href;
	const { authorizationUrl } = authorizationCode ?? {};
	return {
		authorizationUrl: authorizationUrl && absolute(authorizationUrl),
		tokenUrl: absolute(tokenUrl),
		scopes: Object.keys(scopes),
	};
}
