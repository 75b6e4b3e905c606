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

describe('URLs that a service with a public address returns', () => {
	it.each([
		'https://127.0.0.1/',
		'https://127.1/',
		'https://2130706433/',
		'https://0x7f.0.0.1/',
		'https://0177.0.0.1/',
		'https://127.0.0.1./',
		'https://0.0.0.0/',
		'https://10.1.2.3:8443/',
		'https://100.64.0.1/',
		'https://169.254.169.254/latest/meta-data/',
		'https://172.16.0.1/',
		'https://172.31.255.255/',
		'https://192.168.0.1/',
		'https://198.18.0.1/',
		'https://224.0.0.1/',
		'https://255.255.255.255/',
		'https://[::1]/',
		'https://[::]/',
		'https://[::ffff:169.254.169.254]/',
		'https://[::127.0.0.1]/',
		'https://[64:ff9b::10.0.0.1]/',
		'https://[64:ff9b:1::10.0.0.1]/',
		'https://[2002:7f00:1::]/',
		'https://[2::1]/',
		'https://[fe80::1]/',
		'https://[fec0::1]/',
		'https://[fd00:ec2::254]/',
		'https://[ff02::1]/',
		'https://localhost/',
		'https://LOCALHOST./',
		'https://app.localhost/',
		'https://printer.local/',
		'https://metadata.google.internal/',
		'https://router.home.arpa/',
		'https://minio/',
	])('%s is not requested', async (url) => {
		const connection = connectionTo('https://example.test');
		const error = await rejectedError(request(connection, url));
		expect(error.message).toBe(
			`The service returned a URL in a private network: ${new URL(url).origin}`,
		);
		expect(connection.sent).toEqual([]);
	});

	it.each([
		'https://files.example.net/',
		'https://9.255.255.255/',
		'https://11.0.0.0/',
		'https://100.63.255.255/',
		'https://100.128.0.0/',
		'https://172.15.255.255/',
		'https://172.32.0.0/',
		'https://192.167.255.255/',
		'https://198.20.0.0/',
		'https://223.255.255.255/',
		'https://[2606:4700::6810:84e5]/',
		'https://[3fff::1]/',
		'https://localhost.example.net/',
	])('%s is requested', async (url) => {
		const connection = connectionTo('https://example.test');
		await request(connection, url);
		expect(connection.sent).toHaveLength(1);
	});

	it('a redirect to a private address is not followed', async () => {
		let count = 0;
		const connection = connectionTo('https://example.test', {
			request: async () => {
				count++;
				return await Promise.resolve({
					statusCode: 302,
					headers: { location: 'https://169.254.169.254/' },
					body: '',
				});
			},
		});
		const plan = { method: 'GET' as const, url: '/notes', query: {}, headers: {} };
		expect((await rejectedError(send(connection, plan, { idempotency: 'safe' }))).message).toBe(
			'The service returned a URL in a private network: https://169.254.169.254',
		);
		expect(count).toBe(1);
	});

	it('a URL without HTTPS is not requested if the service uses HTTPS', async () => {
		const connection = connectionTo('https://example.test');
		expect((await rejectedError(request(connection, 'http://files.example.net/x'))).message).toBe(
			'The service returned a URL without HTTPS: http://files.example.net',
		);
		expect(connection.sent).toEqual([]);
		await request(connectionTo('http://example.test'), 'http://files.example.net/x');
	});

	it.each(['file:///etc/passwd', 'ftp://files.example.net/', 'https://', '.example.net/', ''])(
		'%j is reported as invalid',
		async (url) => {
			const connection = connectionTo('https://example.test');
			expect((await rejectedError(request(connection, url))).message).toBe(
				'The service returned an invalid URL',
			);
			expect(connection.sent).toEqual([]);
		},
	);

	it('a path is requested from the service', async () => {
		const connection = connectionTo('https://example.test');
		await request(connection, '/files/1');
		expect(connection.sent[0]?.url).toBe('https://example.test/files/1');
	});

	it('a name that resolves to a private address is not requested', async () => {
		const connection = connectionTo('https://example.test', {
			egressFilter: filterWith({ 'example.test': '9.9.9.9', 'files.example.net': '10.0.0.1' }),
		});
		expect((await rejectedError(request(connection, 'https://files.example.net/x'))).message).toBe(
			'The service returned a URL in a private network: https://files.example.net',
		);
		expect(connection.sent).toEqual([]);
	});

	it('a name that n8n cannot resolve is requested, because a proxy may resolve it', async () => {
		const connection = connectionTo('https://example.test', { egressFilter: filterWith({}) });
		await request(connection, 'https://files.example.net/x');
		expect(connection.sent).toHaveLength(1);
	});
});

describe('URLs that a service with a private address returns', () => {
	it.each([
		'http://127.0.0.1:8000',
		'http://localhost:8000',
		'http://[::1]:8000',
		'http://10.0.0.1',
		'http://git.internal',
		'http://git',
	])('may be in a private network if the address of the service is %s', async (address) => {
		const connection = connectionTo(address);
		await request(connection, 'http://192.168.0.1/x');
		expect(connection.sent).toHaveLength(1);
	});

	it('may be in a private network if the name of the service resolves to a private address', async () => {
		const connection = connectionTo('https://git.example.net', {
			egressFilter: filterWith({ 'git.example.net': '10.0.0.2', 'files.example.net': '10.0.0.1' }),
		});
		await request(connection, 'https://files.example.net/x');
		expect(connection.sent).toHaveLength(1);
	});
});
