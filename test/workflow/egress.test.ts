// Requests to URLs that a service returned, with the DNS lookups and the SSRF protection of n8n.
import dns from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import { indexedItems, Reply, thingByIndex, useExampleService } from './kit/exampleService';

const service = useExampleService();
const getThing = { items: indexedItems(1), parameters: thingByIndex };

/** Fake DNS records for n8n's filter, by host name. The connections are always local. */
let addresses: Record<string, string> = {};

beforeEach(() => {
	addresses = {};
	jest.spyOn(dns.promises, 'lookup').mockImplementation((async (
		name: string,
	): Promise<LookupAddress[]> => {
		const address = addresses[name];
		if (address === undefined) throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
		return await Promise.resolve([{ address, family: 4 }]);
	}) as unknown as typeof dns.promises.lookup);
	jest.spyOn(dns, 'lookup').mockImplementation(((
		_name: string,
		options: { all?: boolean },
		done: (error: null, address: unknown, family?: number) => void,
	) => {
		if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
		else done(null, '127.0.0.1', 4);
	}) as unknown as typeof dns.lookup);
});
afterEach(() => {
	jest.restoreAllMocks();
	Container.get(SsrfProtectionConfig).enabled = false;
});

const withHost = (url: string, host: string): string => url.replace('127.0.0.1', host);

/**
 * Runs Get at one host, which redirects to another.
 * @param hosts the addresses of both hosts by name. Every test uses different names, because n8n
 * caches the addresses for a second.
 */
async function getWithRedirect(hosts: Record<string, string>) {
	addresses = hosts;
	const [from, to] = Object.keys(hosts) as [string, string];
	const location = `${withHost(service.otherServer.url, to)}/x/9`;
	service.handlers.set('GET /things/0', () => new Reply(302, '', { location }));
	return await service.run('get', {
		...getThing,
		data: { baseUrl: withHost(service.url, from) },
	});
}

test('a public service cannot redirect to a name that resolves to a private address', async () => {
	const { error } = await getWithRedirect({
		'public-1.example.net': '93.184.215.14',
		'metadata.example.net': '169.254.169.254',
	});
	expect(error?.message).toContain('returned a URL in a private network: http://metadata.example');
	expect(service.otherServer.requests.total).toBe(0);
});

test('with SSRF protection enabled, n8n also rejects a private address of the service itself', async () => {
	Container.get(SsrfProtectionConfig).enabled = true;
	const { error } = await service.run('get', getThing);
	expect(error?.message).toBe(
		'The request was blocked because it resolves to a restricted IP address',
	);
	expect(error?.description).toContain('ask your n8n administrator');
	expect(service.requests.total).toBe(0);
});
