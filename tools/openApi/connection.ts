/** Maps the server of a document to a provider, and security schemes to credentials. */
import type { ServiceNames } from '../newService/names';
import { methods, type OpenApiDocument, type SecurityScheme, type Server } from './document';
import { camelCase, labelOf, wordsOf } from './names';

/** A value of the credential, and the header or query parameter that contains it. */
export interface Secret {
	readonly name: string;
	readonly label: string;
	readonly in: 'bearer' | 'basic' | 'header' | 'query';
	readonly as: string;
}

interface OAuth2Plan {
	readonly authorizationUrl?: string;
	readonly tokenUrl: string;
	readonly scopes: readonly string[];
}

export interface ConnectionPlan {
	/** Empty if the document has no fixed address. */
	readonly providers: ReadonlyArray<{ key: string; label: string; baseUrl: string }>;
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
	const { servers = [], components: { securitySchemes = {} } = {}, info } = document;
	const baseUrl = servers.map(addressOf).find((address) => address !== undefined);
	// The title without "API", versions and additions.
	const title = info.title
		.replace(/\b(?:rest )?api\b.*|\bv?\d[\d.]*\b.*|[-–:(].*|[^\w .&+]/gi, '')
		.trim();
	const label = title.length > 1 && title.length <= 24 ? title : fallbackLabel;
	if (baseUrl === undefined)
		report('The document has no fixed https address, so users enter the base URL');
	return {
		providers: baseUrl === undefined ? [] : [{ key: camelCase(wordsOf(label)), label, baseUrl }],
		secrets: secretsOf(document, securitySchemes, report),
		oAuth2: oAuth2Of(securitySchemes, baseUrl, report),
	};
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

const secret = (name: string, label: string, place: Secret['in'], as: string): Secret => ({
	name,
	label,
	in: place,
	as,
});

const bearer = secret('accessToken', 'Access Token', 'bearer', 'Authorization');

/** The secrets of the requirement that most operations have and that can be mapped. */
function secretsOf(
	{ security = [], paths = {} }: OpenApiDocument,
	schemes: Schemes,
	report: Report,
): readonly Secret[] {
	const requirements = [
		...security,
		...Object.values(paths).flatMap((item) => methods.flatMap((one) => item[one]?.security ?? [])),
		// A document may define schemes that no operation names.
		...Object.keys(schemes).map((key) => ({ [key]: [] })),
	].map((requirement) => Object.keys(requirement).sort().join('\n'));
	const uses = (keys: string): number => requirements.filter((one) => one === keys).length;
	const candidates = [...new Set(requirements)]
		.filter(Boolean)
		.sort((one, other) => uses(other) - uses(one))
		.map((keys) => keys.split('\n').map((key) => secretsIn(key, schemes[key])));
	const found = candidates.find((lists) => lists.every((one) => one.length > 0))?.flat();
	if (found?.length === 1 && found[0]!.in !== 'bearer')
		return [{ ...found[0]!, name: 'apiKey', label: 'API Key' }];
	if (found) return found;
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
			secret('username', 'Username', 'basic', 'Authorization'),
			secret('password', 'Password', 'basic', 'Authorization'),
		];
	if ((type === 'http' && scheme.toLowerCase() === 'bearer') || type === 'openIdConnect')
		return [bearer];
	if (type !== 'apiKey' || place === undefined || place === 'cookie') return [];
	const words = wordsOf(name.toLowerCase() === 'authorization' ? key : name);
	return [secret(camelCase(words), labelOf(words), place, name)];
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
	const {
		authorizationUrl,
		tokenUrl,
		scopes = {},
	} = flows.authorizationCode ?? flows.clientCredentials ?? {};
	if (tokenUrl === undefined) {
		report(`The OAuth2 flow ${Object.keys(flows).join(', ')} is not supported`);
		return undefined;
	}
	const absolute = (url: string): string =>
		URL.canParse(url, server) ? new URL(url, server).href : url;
	return {
		authorizationUrl: authorizationUrl && absolute(authorizationUrl),
		tokenUrl: absolute(tokenUrl),
		scopes: Object.keys(scopes),
	};
}

/** A credential type of a service: its class, and its value of the parameter Authentication. */
export interface CredentialPlan {
	readonly className: string;
	readonly type: string;
	readonly value: string;
	readonly label: string;
	readonly displayName: string;
}

export function credentialsOf(
	{ providers, secrets: [first], oAuth2 }: ConnectionPlan,
	names: ServiceNames,
): [CredentialPlan, ...CredentialPlan[]] {
	const credential = (kind: string, value: string, label: string, displayName: string) => ({
		className: `${names.pascal}${kind}Api`,
		type: `${names.camel}${kind}Api`,
		value,
		label,
		displayName,
	});
	const { name, label } =
		first?.in === 'basic'
			? { name: 'basicAuth', label: 'Basic Auth' }
			: (first ?? { name: 'connection', label: 'Connection' });
	const own = credential('', name, label, `${names.label} API`);
	if (!oAuth2) return [own];
	const displayName = `${names.label} (${providers[0]?.label ?? 'Other'}) OAuth2 API`;
	const ofOAuth2 = credential('OAuth2', 'oAuth2', 'OAuth2', displayName);
	return first ? [own, ofOAuth2] : [ofOAuth2];
}
