// Compares the expressions of credentials with `withProvider`. Both compute the same addresses: n8n
// evaluates the expressions for OAuth2, and the node calls `withProvider`.
import type { IDataObject } from 'n8n-workflow';
import {
	credentialProperties,
	providerExpression,
} from '../../../../nodes/engine/credentials/provider';
import {
	otherProvider,
	partsOf,
	type Providers,
	withProvider,
} from '../../../../nodes/engine/describe';
import { baseUrl, secretField } from '../../../../nodes/engine/credentials/fields';
import { services } from '../../../contract/kit/pack';
import { evaluateInTest, evaluateProperty } from '../../../workflow/kit/credentialExpressions';

const evaluate = (expression: string, source: '$self' | '$credentials', credential: IDataObject) =>
	source === '$self'
		? evaluateProperty(expression, credential)
		: evaluateInTest(expression, credential);

const hosts = [
	'dbc-1.cloud.example.com',
	'https://GitHub.Example.com:8443/api/v3/api/v3',
	' http://host/?o=1#x ',
];
const words = ['fra', ' DAL ', 'us-east-1'];

const addresses = ['baseUrl', 'authorizationUrl', 'tokenUrl'];
const entered = Object.fromEntries(
	addresses.map((name) => [name, ` https://other.example.com/${name}// `]),
);

const expressionFor = (
	all: Providers,
	name: string,
	source: '$self' | '$credentials' = '$self',
): string => providerExpression(all, name, source, name === 'baseUrl');

/**
 * Slashes at the end are removed from the base URL only. Those of an endpoint belong to its path.
 */
const sentAddress = (name: string, address: string): string =>
	name === 'baseUrl' ? address.trim().replace(/\/+$/, '') : address.trim();

describe.each(services)('$label', ({ providers: all }) => {
	const cases = all.list.flatMap((provider) => {
		const [part] = partsOf(provider);
		const values =
			part === undefined ? [undefined] : all.parts[part]!.kind === 'host' ? hosts : words;
		return values.map((value) => ({
			provider,
			credential: { provider: provider.key, ...entered, ...(part ? { [part]: value } : {}) },
		}));
	});

	test.each(cases)(
		'the expressions for $credential give the addresses that the node uses',
		({ provider, credential }) => {
			const used = withProvider(all, credential);
			for (const name of addresses.filter(
				(one) => one in provider.fixed || provider.key === otherProvider,
			))
				for (const source of ['$self', '$credentials'] as const)
					expect(evaluate(expressionFor(all, name, source), source, credential)).toBe(
						sentAddress(name, used[name] as string),
					);
		},
	);

	test('the expressions are empty for an unknown provider, and those of Other without one', () => {
		for (const name of addresses) {
			const expression = expressionFor(all, name);
			expect(evaluate(expression, '$self', { ...entered, provider: 'newer' })).toBe('');
			expect(evaluate(expression, '$self', entered)).toBe(sentAddress(name, entered[name]!));
		}
	});
});

// As in the packages of `npm run packages`, which have no Other.
describe('a single provider', () => {
	const single: Providers = {
		list: [{ key: 'cloud', label: 'Cloud', fixed: { baseUrl: 'https://{region}.example.com' } }],
		parts: { region: { label: 'Region', kind: 'word', description: 'R', example: 'fra' } },
	};

	test('is not a choice, and the credential asks only for what it does not fix', () => {
		const properties = credentialProperties(single, [
			baseUrl('B', 'https://api.example.com'),
			secretField('Token', 'token', 'T'),
		]);
		expect(properties.map(({ name }) => name)).toEqual(['region', 'token']);
		expect(properties.every(({ displayOptions }) => displayOptions === undefined)).toBe(true);
	});

	test('determines the addresses of a credential without a provider', () => {
		const credential = { region: 'DAL', token: 't' };
		const address = 'https://dal.example.com';
		expect(withProvider(single, credential)).toMatchObject({ baseUrl: address });
		expect(evaluate(expressionFor(single, 'baseUrl'), '$self', credential)).toBe(address);
	});
});
