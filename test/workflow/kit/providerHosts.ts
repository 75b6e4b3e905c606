/**
 * Sends the HTTPS requests of a test to a local server, whatever their host, so that a test can use
 * the addresses of real providers.
 */
import http from 'node:http';
import https from 'node:https';
import { startRawServer, type RawServer } from './rawServer';

export interface ProviderHosts {
	/** Receives the requests. */
	server: RawServer;
	/** The hosts of the requests, in the order in which they were sent. */
	requested: string[];
	/** Whether the names of all hosts are unknown. */
	isUnknown: boolean;
}

const failLookup = (name: string, _: unknown, done: (error: Error) => void): void =>
	done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }));

/** Starts the server before each test of the file. */
export function useProviderHosts(): ProviderHosts {
	const hosts = {} as ProviderHosts;
	beforeEach(async () => {
		Object.assign(hosts, { server: await startRawServer(), requested: [], isUnknown: false });
		const request = (
			options: http.RequestOptions,
			done?: (response: http.IncomingMessage) => void,
		) => {
			const { hostname, host, port } = options;
			const name = hostname ?? host ?? '';
			hosts.requested.push(port && String(port) !== '443' ? `${name}:${port}` : name);
			const local = new URL(hosts.server.url);
			const target = hosts.isUnknown
				? { lookup: failLookup }
				: { hostname: local.hostname, port: local.port };
			return http.request(
				{ ...options, protocol: 'http:', agent: undefined, ...target } as http.RequestOptions,
				done,
			);
		};
		jest.spyOn(https, 'request').mockImplementation(request as never);
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		await hosts.server.close();
	});
	return hosts;
}
