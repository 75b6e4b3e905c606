/** Maps the server of a document to a provider, and security schemes to credentials. */
import { methods, type OpenApiDocument, type SecurityScheme, type Server } from './document';
import { camelCase, wordsOf } from './names';

/** The header or query parameter with the secret of the credential. */
interface Secret {
	readonly in: 'bearer' | 'basic' | 'header' | 'query';
	readonly as: string;
}

interface OAuth2Plan {
	/** Missing for the flow of client credentials. */
	readonly authorizationUrl?: string;
	readonly tokenUrl: string;
	readonly scopes: readonly string[];
}

export interface ConnectionPlan {
	/** Missing if the document has no fixed address. */
	readonly provider?: { readonly key: string; readonly label: string; readonly baseUrl: string };
	/** Missing if the service needs none. */
	readonly secret?: Secret;
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
		provider:
			baseUrl === undefined ? undefined : { key: camelCase(wordsOf(label)), label, baseUrl },
		secret: secretOf(document, securitySchemes, report),
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

/** The secret of the scheme that most operations name and that can be mapped. */
function secretOf(
	{ security = [], paths = {} }: OpenApiDocument,
	schemes: Schemes,
	report: Report,
): Secret | undefined {
	const ofOperations = Object.values(paths).flatMap((item) =>
		methods.flatMap((one) => item[one]?.security ?? []),
	);
	const named = [...security, ...ofOperations].flatMap(Object.keys);
	const uses = (key: string): number => named.filter((one) => one === key).length;
	const keys = Object.keys(schemes).sort((one, other) => uses(other) - uses(one));
	const [found] = keys.flatMap((key) => secretIn(schemes[key]!) ?? []);
	// An access token from another place works, whatever flow of OAuth2 the document describes.
	const hasOAuth2 = Object.values(schemes).some(({ type }) => type === 'oauth2');
	if (!found && !hasOAuth2 && keys.length > 0)
		report(`No security scheme could be mapped: ${keys.join(', ')}`);
	return found ?? (hasOAuth2 ? bearer : undefined);
}

const bearer: Secret = { in: 'bearer', as: 'Authorization' };

function secretIn({ type, scheme, name, in: place }: SecurityScheme): Secret | undefined {
	if (type === 'openIdConnect') return bearer;
	if (type === 'http' && /^bearer$/i.test(scheme ?? '')) return bearer;
	if (type === 'http' && /^basic$/i.test(scheme ?? '')) return { ...bearer, in: 'basic' };
	const isSent = type === 'apiKey' && (place === 'header' || place === 'query');
	return isSent && name ? { in: place, as: name } : undefined;
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
