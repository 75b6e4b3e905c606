/** The form of a credential with a choice of providers. */
import type { INodeProperties } from 'n8n-workflow';
import type { AddressPart, Authenticate, Providers } from '../describe';
import { asksFor, offersOther, otherProvider, withProvider } from '../describe';
import { credentialField } from './fields';

/**
 * The properties of a credential: Provider, the base URL, the address parts, then the other fields.
 * A field is hidden for the providers that fix its value.
 * @param fields the base URL, fields of all providers, and fields that providers list in `asks`
 */
export function credentialProperties(
	all: Providers,
	[baseUrl, ...fields]: readonly [INodeProperties, ...INodeProperties[]],
): INodeProperties[] {
	const parts = Object.entries(all.parts).map(([name, part]) => partField(name, part));
	const shown = [baseUrl, ...parts, ...fields].flatMap((field) => shownFor(all, field));
	// A choice of one is not a choice.
	return all.list.length === 1 ? shown : [providerField(all), ...shown];
}

/** Without Other, all providers are the same company with different environments. */
const providerField = ({ list }: Providers): INodeProperties =>
	credentialField('provider', {
		displayName: offersOther ? 'Provider' : 'Environment',
		type: 'options',
		noDataExpression: true,
		options: list.map(({ key, label }) => ({ name: label, value: key })),
		default: list[0]!.key,
		...(offersOther
			? { description: 'Provider of the service. For any other compatible service, choose Other.' }
			: {}),
	});

const partField = (
	name: string,
	{ label, description, example, default: initial }: AddressPart,
): INodeProperties =>
	credentialField(name, {
		displayName: label,
		type: 'string',
		default: initial ?? '',
		required: true,
		placeholder: `e.g. ${example}`,
		description,
	});

/** The field with its condition, or nothing if every provider fixes its value. */
function shownFor(all: Providers, field: INodeProperties): INodeProperties[] {
	if (field.type === 'hidden') return [field];
	const keys = all.list
		.filter((provider) => asksFor(all, provider, field.name))
		.map(({ key }) => key);
	if (keys.length === 0) return [];
	if (keys.length === all.list.length) return [field];
	return [
		{
			...field,
			displayOptions: {
				...field.displayOptions,
				show: { provider: keys, ...field.displayOptions?.show },
			},
		},
	];
}

/**
 * An n8n expression for a field that the provider fixes, or the user enters for Other. It is empty
 * if the provider is unknown.
 * @param source `$self` in a property of the credential, `$credentials` in its test
 * @param withoutSlash whether to remove slashes at the end, as for a base URL
 */
export function providerExpression(
	all: Providers,
	name: string,
	source: '$self' | '$credentials' = '$self',
	withoutSlash = false,
): string {
	const [only] = all.list;
	if (all.list.length === 1 && name in only!.fixed)
		return `={{ ${templateExpression(all, only!.fixed[name]!, source)} }}`;
	const chain = all.list
		.filter(({ fixed }) => name in fixed)
		.map(
			({ key, fixed }) =>
				`${source}["provider"] === ${JSON.stringify(key)} ? ${templateExpression(all, fixed[name]!, source)} : `,
		);
	const askingKeys = all.list.filter(({ fixed }) => !(name in fixed)).map(({ key }) => key);
	const isEntered = `${JSON.stringify(askingKeys)}.includes(${source}["provider"] || "${otherProvider}")`;
	const entered = `${source}[${JSON.stringify(name)}].trim()${withoutSlash ? '.replace(/\\/+$/, "")' : ''}`;
	return `={{ ${chain.join('')}${isEntered} ? ${entered} : "" }}`;
}

const templateExpression = ({ parts }: Providers, template: string, source: string): string =>
	template
		.split(/\{(\w+)\}/)
		.map((text, index) =>
			index % 2 === 0 ? JSON.stringify(text) : partExpression(parts[text]!, `${source}["${text}"]`),
		)
		.filter((text) => text !== '""')
		.join(' + ');

/** The same conversion as in `withProvider`, as an expression. */
const partExpression = ({ kind }: AddressPart, value: string): string =>
	kind === 'host'
		? `${value}.trim().replace(/^[a-z]+:\\/\\//i, "").split(/[/?#]/)[0].toLowerCase()`
		: `${value}.trim().toLowerCase()`;

/** Adds the values that the provider fixes before a request is authenticated. */
export const authenticateWith =
	(all: Providers, authenticate: Authenticate): Authenticate =>
	async (credential, options) =>
		await authenticate(withProvider(all, credential) as typeof credential, options);
