import type { IDataObject } from 'n8n-workflow';
import {
	otherProvider,
	partsOf,
	providerName,
	providerOf,
	providers,
	sinceText,
	withdrawalIn,
	withProvider,
} from '../../../../nodes/engine/describe';
import { services } from '../../../contract/kit/pack';
import { thrownError } from '../kit';

const example = providers(
	[
		{
			key: 'cloud',
			label: 'Example Cloud',
			fixed: { baseUrl: 'https://api.{region}.example.com' },
		},
		{
			key: 'server',
			label: 'Example Server',
			fixed: { baseUrl: 'https://{host}/api', scheme: 'Bearer' },
			asks: ['tenant'],
		},
	],
	{
		host: { label: 'Host', kind: 'host', description: 'The host', example: 'my.example.com' },
		region: { label: 'Region', kind: 'word', description: 'The region', example: 'fra' },
	},
);

const baseUrlOf = (host: unknown) =>
	withProvider(example, { provider: 'server', host } as IDataObject).baseUrl;

test.each([
	['my.example.com', 'https://my.example.com/api'],
	['https://my.example.com', 'https://my.example.com/api'],
	['http://my.example.com/', 'https://my.example.com/api'],
	['HTTPS://MY.Example.com', 'https://my.example.com/api'],
	['  my.example.com\n', 'https://my.example.com/api'],
	['my.example.com:8443', 'https://my.example.com:8443/api'],
	['https://my.example.com/api/', 'https://my.example.com/api'],
	['my.example.com/api/api', 'https://my.example.com/api'],
	['https://my.example.com/?o=12#token', 'https://my.example.com/api'],
	['server', 'https://server/api'],
	['10.0.0.1:80', 'https://10.0.0.1:80/api'],
])('the host %j is reduced to a host', (host, baseUrl) => expect(baseUrlOf(host)).toBe(baseUrl));

test.each([
	['my example.com'],
	['bücher.example.com'],
	['my_server.example.com'],
	['.example.com'],
	['my.example.com:'],
	['my.example.com:99999'],
	['https://'],
	['[::1]'],
	['{host}'],
])('the host %j is rejected', (host) => {
	expect(thrownError(() => baseUrlOf(host))).toMatchObject({
		message: `Host for Example Server must be a value such as my.example.com`,
		details: { field: 'Host', hint: 'Correct Host in the credential.' },
	});
});

test.each(['', '  ', undefined, null, 7, {}])('the host %j is missing', (host) => {
	expect(thrownError(() => baseUrlOf(host)).message).toBe('Host is required for Example Server');
});

test.each(['fra', 'FRA', ' fra '])('the word %j is accepted', (region) =>
	expect(withProvider(example, { provider: 'cloud', region }).baseUrl).toBe(
		'https://api.fra.example.com',
	),
);

test.each(['fra.evil.example', 'fra/', 'https://fra', 'f ra', '-fra', 'fra#', 'fra:80', 'frä'])(
	'the word %j is rejected',
	(region) =>
		expect(thrownError(() => withProvider(example, { provider: 'cloud', region })).message).toBe(
			`Region for Example Cloud must be a value such as fra`,
		),
);

describe('the provider of a credential', () => {
	test.each([{}, { provider: undefined }, { provider: null }, { provider: '' }])(
		'is Other for %j',
		(credential) => {
			expect(providerOf(example, credential as IDataObject).key).toBe(otherProvider);
			expect(providerName(example, credential as IDataObject, 'Notes')).toBe('Notes');
		},
	);

	test.each(['newer', 'Cloud', 'constructor', 7])('is rejected if its key is %j', (provider) =>
		expect(thrownError(() => withProvider(example, { provider }))).toMatchObject({
			message: `This version of the node does not know the provider "${provider}"`,
			details: {
				field: 'Provider',
				hint: 'Update n8n-nodes-tenfold, or choose another provider in the credential.',
			},
		}),
	);
});

test('values that were entered for another provider are not used', () => {
	const entered = {
		baseUrl: 'https://other.example.com',
		scheme: ' token\n',
		host: 'my.example.com',
		region: 'fra',
		tenant: 't-1',
		apiKey: 'k',
	};
	const used = (provider: string) => withProvider(example, { ...entered, provider });
	expect(used('server')).toEqual({
		provider: 'server',
		baseUrl: 'https://my.example.com/api',
		scheme: 'Bearer',
		host: 'my.example.com',
		tenant: 't-1',
		apiKey: 'k',
	});
	expect(used('cloud')).toEqual({
		provider: 'cloud',
		baseUrl: 'https://api.fra.example.com',
		scheme: 'token',
		region: 'fra',
		apiKey: 'k',
	});
	expect(used('other')).toEqual({
		provider: 'other',
		baseUrl: 'https://other.example.com',
		scheme: 'token',
		apiKey: 'k',
	});
});

describe.each(services)('$label', ({ providers: all }) => {
	test('has unique keys and labels, and ends with Other', () => {
		const keys = all.list.map(({ key }) => key);
		expect(new Set(keys).size).toBe(keys.length);
		expect(new Set(all.list.map(({ label }) => label)).size).toBe(keys.length);
		expect(keys.at(-1)).toBe(otherProvider);
	});

	test('fixes a complete HTTPS address for every provider except Other', () => {
		const examples = Object.fromEntries(
			Object.entries(all.parts).map(([name, { example: value }]) => [name, value]),
		);
		for (const { key, fixed } of all.list.slice(0, -1)) {
			const credential = withProvider(all, {
				provider: key,
				...examples,
				...Object.fromEntries(Object.keys(fixed).map((name) => [name, 'entered for Other'])),
			});
			for (const name of Object.keys(fixed))
				expect(credential[name]).not.toMatch(/[{}]|entered for Other/);
			for (const name of Object.keys(fixed).filter((one) => /url$/i.test(one)))
				expect(new URL(credential[name] as string)).toMatchObject({
					protocol: 'https:',
					search: '',
					username: '',
				});
			expect(credential.baseUrl).toBeDefined();
		}
	});

	test('has valid examples and defaults for the parts of an address', () => {
		for (const provider of all.list)
			for (const name of partsOf(provider)) {
				const { example: value, default: initial, known = [] } = all.parts[name]!;
				for (const one of [value, initial ?? value, ...known])
					expect(withProvider(all, { provider: provider.key, [name]: one }).baseUrl).toContain(one);
			}
	});
});

describe('an operation that a provider does not have', () => {
	const withdrawal = { since: '2026-09-01', reason: 'Why.', instead: 'What.' };
	const missingIn = { cloud: withdrawal, server: 'inSomeVersions' } as const;

	it.each([
		['cloud', withdrawal],
		['server', undefined],
		['other', undefined],
		['constructor', undefined],
	])('is withdrawn only if the provider has removed it: %s', (key, expected) => {
		expect(withdrawalIn(missingIn, key)).toEqual(expected);
	});

	it('is described with the date or the year', () => {
		expect(sinceText(withdrawal)).toBe('on 1 September 2026');
		expect(sinceText({ ...withdrawal, since: '2020' })).toBe('in 2020');
	});
});
