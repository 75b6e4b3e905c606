/** Maps the server of a document to a provider, and its security schemes to the secret of a credential. */
import type { OpenApiDocument, SecurityScheme } from './document';
import { camelCase, wordsOf } from './names';
import type { Connection } from './template/nodes/SampleService/credentials';

type Secret = Connection['secret'];
type Report = (problem: string) => void;

/** @param report receives what could not be mapped */
export function connectionOf(
	document: OpenApiDocument,
	fallbackLabel: string,
	report: Report,
): Connection {
	const { servers = [], info } = document;
	// The title without "API", versions and additions.
	const title = info.title
		.replace(/\b(?:rest )?api\b.*|\bv?\d[\d.]*\b.*|[-–:(].*|[^\w .&+]/gi, '')
		.trim();
	const label = title.length > 1 && title.length <= 24 ? title : fallbackLabel;
	// A variable in an address differs between accounts.
	const address = servers.map(({ url }) => url).find((url) => /^https:\/\/\w[^{]*$/.test(url));
	const baseUrl = address?.replace(/\/+$/, '');
	if (baseUrl === undefined)
		report('The document has no fixed https address, so users enter the base URL');
	return {
		provider: baseUrl ? { key: camelCase(wordsOf(label)), label, baseUrl } : undefined,
		secret: secretOf(document, report),
	};
}

/** The secret of the first scheme that can be mapped. */
function secretOf(
	{ components: { securitySchemes = {} } = {} }: OpenApiDocument,
	report: Report,
): Secret {
	const [found] = Object.values(securitySchemes).flatMap((scheme) => secretIn(scheme) ?? []);
	const names = Object.keys(securitySchemes);
	if (!found && names.length > 0)
		report(`The credential has an access token, because ${names.join(', ')} cannot be mapped`);
	return found ?? bearer;
}

const bearer: Secret = { in: 'bearer', as: 'Authorization' };

function secretIn({ type, scheme = '', name, in: place }: SecurityScheme): Secret | undefined {
	if (type === 'http' && /^bearer$/i.test(scheme)) return bearer;
	if (type === 'http' && /^basic$/i.test(scheme)) return { ...bearer, in: 'basic' };
	const isSent = type === 'apiKey' && (place === 'header' || place === 'query');
	return isSent && name ? { in: place, as: name } : undefined;
}
