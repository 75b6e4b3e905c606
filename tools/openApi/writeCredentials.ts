/** Writes the credentials of a service. */
import type { ServiceNames } from '../newService/names';
import { importOf, print } from './code';
import type { Secret } from './connection';
import type { ServicePlan } from './servicePlan';
import type { Template } from './templates';

/** A credential type of a service: its class, and its value of the parameter Authentication. */
interface CredentialPlan {
	readonly className: string;
	readonly type: string;
	readonly value: string;
	readonly label: string;
	readonly isOAuth2: boolean;
}

export function credentialsOf(
	{ connection: { secrets, oAuth2 } }: ServicePlan,
	{ pascal, camel }: Pick<ServiceNames, 'pascal' | 'camel'>,
): [CredentialPlan, ...CredentialPlan[]] {
	const [secret] = secrets;
	const [value, label] =
		secret === undefined
			? ['connection', 'Connection']
			: secret.in === 'basic'
				? ['basicAuth', 'Basic Auth']
				: [secret.name, secret.label];
	const own = { className: `${pascal}Api`, type: `${camel}Api`, value, label, isOAuth2: false };
	if (!oAuth2) return [own];
	const ofOAuth2 = {
		className: `${pascal}OAuth2Api`,
		type: `${camel}OAuth2Api`,
		value: 'oAuth2',
		label: 'OAuth2',
		isOAuth2: true,
	};
	return secret === undefined ? [ofOAuth2] : [own, ofOAuth2];
}

/** Name of a credential type in n8n's editor, after the name of the service. */
const credentialName = (
	{ isOAuth2 }: CredentialPlan,
	{ connection: { providers } }: ServicePlan,
	label: string,
): string => `${label}${isOAuth2 ? ` (${providers[0]?.label ?? 'Other'}) OAuth2` : ''} API`;

/** The names of all credential types of a service, for a sentence in its docs. */
export const credentialNames = (plan: ServicePlan, names: ServiceNames): string =>
	credentialsOf(plan, names)
		.map((one) => `**${credentialName(one, plan, names.label)}**`)
		.join(' or ');

/** A document does not say where users create a key. */
const whereToGet = 'In the settings of your account at the service';

const secretCode = ({ name, label, in: place, as }: Secret): string => {
	if (place === 'bearer') return `accessToken('Sent as a Bearer token', '${whereToGet}')`;
	if (place === 'basic' && name === 'username')
		return "{ displayName: 'Username', name: 'username', type: 'string', default: '', required: true, description: 'Sent with the password in the Authorization header' }";
	const header = place === 'basic' ? 'with the username in the Authorization header' : '';
	const sent = header || `in the ${place === 'query' ? 'query parameter' : place} ${as}`;
	return `secretField(${[label, name, `Sent ${sent}`, whereToGet].map(print).join(', ')})`;
};

const login =
	"`Basic ${Buffer.from(`${toText(credential.username)}:${toText(credential.password)}`).toString('base64')}`";

/** Code that adds the secrets to a request. */
function authenticateCode(secrets: readonly Secret[]): string {
	if (secrets.length === 0) return 'async (_, options) => await Promise.resolve(options)';
	if (secrets.length === 1 && secrets[0]!.in === 'bearer') return 'bearer';
	const codes = (place: Secret['in'], codeOf: (value: string, as: string) => string): string[] =>
		secrets
			.filter((one) => one.in === place)
			.map(({ name, as }) => codeOf(`toText(credential.${name})`, as));
	const property = (value: string, as: string): string => `${print(as)}: ${value}`;
	const headers = [
		...codes('header', property),
		...codes('bearer', (value) => `Authorization: \`Bearer \${withoutScheme(${value})}\``),
		...codes('basic', () => `Authorization: ${login}`).slice(1),
	];
	const added = (name: string, list: readonly string[]): string =>
		list.length > 0 ? `${name}: { ...options.${name}, ${list.join(', ')} },` : '';
	return `async (credential, options) => await Promise.resolve({ ...options,
	${added('headers', headers)}
	${added('qs', codes('query', property))}
})`;
}

const helpers = 'accessToken baseUrl bearer credentialProperties oAuth2Fields secretField'.split(
	' ',
);

export function credentialsFile(plan: ServicePlan, names: ServiceNames): string {
	const { providers, secrets, oAuth2 } = plan.connection;
	const { authorizationUrl = '', tokenUrl, scopes = [] } = oAuth2 ?? {};
	const list = providers.map(({ key, label, baseUrl }) => ({
		key,
		label,
		fixed: { baseUrl, ...(oAuth2 ? { authorizationUrl, tokenUrl } : {}) },
	}));
	const choices = credentialsOf(plan, names);
	const [{ isOAuth2, value, label, type }] = choices;
	const constant = `${names.camel}Providers`;
	const tokenCode = `
export const properties = credentialProperties(${constant}, [address, ${secrets.map(secretCode).join(', ')}]);

export const tokenCredential = {
	value: ${print(value)},
	label: ${print(label)},
	type: ${print(type)},
	authenticate: ${authenticateCode(secrets)},
} satisfies CredentialChoice;
`;
	const grantType = `grantType: { displayName: 'Grant Type', name: 'grantType', type: 'hidden', default: 'clientCredentials' },`;
	const oAuth2Code = `
export const oAuth2Properties = credentialProperties(${constant}, [
	address,
	...oAuth2Fields(${constant}, {
		scope: ${print(scopes.join(' '))},
		scopeDescription: 'Permissions to request, separated by spaces',
		clientSource: 'Client ID and secret: settings of your application at the service',
		clientAuthentication: 'body',
		${authorizationUrl === '' ? grantType : ''}
	}),
]);
`;
	const choiceCodes = choices.map((one) =>
		one.isOAuth2
			? `{ value: 'oAuth2', label: 'OAuth2', type: ${print(one.type)}, renews: true }`
			: 'tokenCredential',
	);
	const code = `
/** Companies and products that offer the service, the most likely first. */
export const ${constant} = providers(${print(list)});

const address = baseUrl('Base URL of the service', 'https://api.example.com');
${isOAuth2 ? '' : tokenCode}${oAuth2 ? oAuth2Code : ''}
export const credentials: readonly CredentialChoice[] = [${choiceCodes.join(', ')}];
`;
	const vocabulary = importOf(code, '../engine/describe', ['providers', 'toText', 'withoutScheme']);
	return `/** Providers and credentials of ${names.label}. */
${importOf(code.replace('authenticate: bearer', 'bearer()'), '../engine/credentials', helpers)}${vocabulary.replace('{', '{ type CredentialChoice,')}${code}`;
}

export const credentialFile = (
	credential: CredentialPlan,
	plan: ServicePlan,
	template: Template,
): string =>
	template(
		'newService',
		'credentials/SampleServiceApi.credentials.ts',
		credential.isOAuth2
			? {
					'properties, tokenCredential': 'oAuth2Properties',
					'class SampleServiceApi': 'class SampleServiceOAuth2Api',
					"name = 'sampleServiceApi';":
						"name = 'sampleServiceOAuth2Api';\n\n\textends = ['oAuth2Api'];",
					"'Sample Service API'": print(credentialName(credential, plan, 'Sample Service')),
					'properties = properties;\n\n\tauthenticate = tokenCredential.authenticate;':
						'properties = oAuth2Properties;',
				}
			: {},
	);

/** The first credential in the local service, and what a request with it contains. */
export function localCredential(plan: ServicePlan, names: ServiceNames) {
	const { secrets } = plan.connection;
	const [{ type, isOAuth2 }] = credentialsOf(plan, names);
	const valueOf = (name: string): string => `local-${name}-value`;
	const headers: Record<string, string> = {};
	const query: Record<string, string> = {};
	for (const { in: place, name, as } of secrets) {
		const value = valueOf(name);
		if (place === 'query') query[as] = value;
		else if (place === 'header') headers[as.toLowerCase()] = value;
		else if (place === 'bearer') headers.authorization = `Bearer ${value}`;
		else {
			const login = `${valueOf('username')}:${valueOf('password')}`;
			headers.authorization = `Basic ${Buffer.from(login).toString('base64')}`;
		}
	}
	const values = Object.fromEntries(secrets.map(({ name }) => [name, valueOf(name)]));
	const data = { provider: 'other', ...values, ...(isOAuth2 ? { oauthTokenData: '' } : {}) };
	return { credential: { type, data }, authentication: { headers, query } };
}
