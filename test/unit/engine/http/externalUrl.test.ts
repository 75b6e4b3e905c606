import type { Connection, Http } from '../../../../nodes/engine/describe';
import { send } from '../../../../nodes/engine/http/pipeline';
import { type FakeConnection, fakeConnection, rejectedError } from '../kit';

/** Sends a request to a URL that the service returned. */
const request = async (connection: Connection, url: string) =>
	await send(
		connection,
		{ method: 'GET', url, query: {}, headers: {} },
		{ idempotency: 'safe', external: true },
	);

const connectionTo = (
	address: string,
	more: Parameters<typeof fakeConnection>[1] = {},
): FakeConnection => fakeConnection(() => ({ ok: true }), { address, ...more });

/**
 * A fake of n8n's filter. It resolves host names with a table, and blocks addresses that start with
 * `10.`.
 */
const filterWith = (addresses: Record<string, string>): Http['egressFilter'] => ({
	validateUrl: async (url) => {
		const address = addresses[new URL(url).hostname];
		if (address === undefined) throw Object.assign(new Error(), { code: 'ENOTFOUND' });
		return await Promise.resolve(
			address.startsWith('10.')
				? { ok: false, error: new Error('blocked') }
				: { ok: true, result: undefined },
		);
	},
});

/** Hosts, separated by whitespace. */
const hosts = (text: string): string[] => text.trim().split(/\s+/);

const privateHosts = hosts(`
	127.0.0.1 127.1 2130706433 0x7f.0.0.1 0177.0.0.1 127.0.0.1. 0.0.0.0 10.1.2.3:8443 100.64.0.1
	169.254.169.254 172.16.0.1 172.31.255.255 192.168.0.1 198.18.0.1 224.0.0.1 255.255.255.255
	[::1] [::] [::ffff:169.254.169.254] [::127.0.0.1] [64:ff9b::10.0.0.1] [64:ff9b:1::10.0.0.1]
	[2002:7f00:1::] [2::1] [fe80::1] [fec0::1] [fd00:ec2::254] [ff02::1] localhost LOCALHOST.
	app.localhost printer.local metadata.google.internal router.home.arpa minio
`);

const publicHosts = hosts(`
	files.example.net 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 172.15.255.255 172.32.0.0
	192.167.255.255 198.20.0.0 223.255.255.255 [2606:4700::6810:84e5] [3fff::1] localhost.example.net
`);

/** The error of a request; undefined if it was sent. */
async function problemWith(connection: FakeConnection, url: string): Promise<string | undefined> {
	const error = await request(connection, url).then(() => undefined, String);
	expect(connection.sent).toHaveLength(error === undefined ? 1 : 0);
	return error?.replace('PackError: The service returned ', '');
}

const service = 'https://example.test';
const isPrivate = (host: string) =>
	`a URL in a private network: ${new URL(`https://${host}`).origin}`;

it.each(privateHosts)('the private host %s is not requested', async (host) =>
	expect(await problemWith(connectionTo(service), `https://${host}/`)).toBe(isPrivate(host)),
);

it.each(publicHosts)('the public host %s is requested', async (host) =>
	expect(await problemWith(connectionTo(service), `https://${host}/`)).toBeUndefined(),
);

it.each(hosts('127.0.0.1:8000 localhost:8000 [::1]:8000 10.0.0.1 git.internal git'))(
	'the service %s in a private network may return URLs in it',
	async (host) =>
		expect(
			await problemWith(connectionTo(`http://${host}`), 'http://192.168.0.1/'),
		).toBeUndefined(),
);

const file = 'files.example.net';

it.each<[string, addresses: Record<string, string>, problem: string | undefined]>([
	[
		'resolves to a private address',
		{ 'example.test': '9.9.9.9', [file]: '10.0.0.1' },
		isPrivate(file),
	],
	['cannot be resolved, because a proxy may resolve it', {}, undefined],
	[
		'is in the network of the service',
		{ 'example.test': '10.0.0.2', [file]: '10.0.0.1' },
		undefined,
	],
])('a name that %s', async (_, addresses, problem) => {
	const connection = connectionTo(service, { egressFilter: filterWith(addresses) });
	expect(await problemWith(connection, `https://${file}/x`)).toBe(problem);
});

it('a redirect to a private address is not followed', async () => {
	const connection = connectionTo(service, {
		request: async () =>
			await Promise.resolve({
				statusCode: 302,
				headers: { location: 'https://169.254.169.254/' },
				body: '',
			}),
	});
	expect((await rejectedError(request(connection, '/notes'))).message).toContain(
		isPrivate('169.254.169.254'),
	);
});

it('a URL without HTTPS is not requested if the service uses HTTPS', async () => {
	const url = `http://${file}`;
	expect(await problemWith(connectionTo(service), url)).toBe(`a URL without HTTPS: ${url}`);
	expect(await problemWith(connectionTo('http://example.test'), url)).toBeUndefined();
});

it.each(['file:///etc/passwd', 'ftp://files.example.net/', 'https://', '.example.net/', ''])(
	'%j is reported as invalid',
	async (url) => expect(await problemWith(connectionTo(service), url)).toBe('an invalid URL'),
);

it('a path is requested from the service', async () => {
	const connection = connectionTo(service);
	await request(connection, '/files/1');
	expect(connection.sent[0]?.url).toBe('https://example.test/files/1');
});
