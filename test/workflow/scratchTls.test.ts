import { readFileSync, appendFileSync } from 'node:fs';
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps, type ServerOptions } from 'node:https';
import { createServer as createTcp, type Server, type Socket, type AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import { operationsIn, services } from '../contract/kit/pack';
import { nodeSetup, runOperation } from './kit/anyOperation';
import { generateKeyPairSync } from 'node:crypto';

const dir = '/tmp/tls27/';
const pem = (name: string) => ({ key: readFileSync(`${dir}${name}.key`), cert: readFileSync(`${dir}${name === 'chain' ? 'chain' : name}.pem`) });
const json = (request: IncomingMessage, response: ServerResponse, seen: string[]) => {
	seen.push(`${request.method} ${request.url}`);
	request.resume();
	response.writeHead(200, { 'content-type': 'application/json' });
	response.end(JSON.stringify({ id: 1, number: 1, title: 'a', name: 'a', kind: 'x', stores: [] }));
};
interface Probe { server: Server; scheme?: string; seen: string[]; connections: number }
const https = (options: ServerOptions) => (): Probe => {
	const seen: string[] = [];
	const server = createHttps(options, (q, r) => json(q, r, seen)) as never as Server;
	server.on('tlsClientError', () => undefined);
	return { server, seen, connections: 0 };
};
const tcp = (onSocket: (socket: Socket) => void) => (): Probe => {
	const server = createTcp((socket) => { socket.on('error', () => undefined); onSocket(socket); });
	return { server, seen: [], connections: 0 };
};
const cases: Record<string, () => Probe> = {
	good: https(pem('good')),
	expired: https(pem('expired')),
	'not yet valid': https(pem('future')),
	'wrong host': https(pem('wrong')),
	'self-signed': https(pem('self')),
	'unknown CA': https(pem('chain')),
	'unknown CA without chain': https({ key: readFileSync(dir + 'chain.key'), cert: readFileSync(dir + 'chain1.pem') }),
	'http port': () => { const seen: string[] = []; return { server: createHttp((q, r) => json(q, r, seen)) as never, seen, connections: 0 }; },
	'http to https port': () => ({ ...https(pem('good'))(), scheme: 'http' }),
	'TLS 1.0 only': https({ ...pem('good'), minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }),
	'no shared cipher': https({ ...pem('good'), maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA' }),
	'no shared cipher 2': https({ ...pem('good'), maxVersion: 'TLSv1.2', ciphers: 'PSK-AES128-CBC-SHA:@SECLEVEL=0' }),
	'client certificate TLS 1.3': https({ ...pem('good'), requestCert: true, rejectUnauthorized: true, ca: readFileSync(dir + 'ca.pem') }),
	'client certificate TLS 1.2': https({ ...pem('good'), maxVersion: 'TLSv1.2', requestCert: true, rejectUnauthorized: true, ca: readFileSync(dir + 'ca.pem') }),
	'closed at connect': tcp((s) => s.destroy()),
	'FIN after ClientHello': tcp((s) => s.once('data', () => s.end())),
	'RST after ClientHello': tcp((s) => s.once('data', () => s.resetAndDestroy())),
	'half ServerHello': tcp((s) => s.once('data', () => s.end(Buffer.from('160303007a0200', 'hex')))),
	'SSH banner': tcp((s) => s.write('SSH-2.0-OpenSSH_9.6\r\n')),
	'random bytes': tcp((s) => s.write(Buffer.from('00ff13377bcdef1122', 'hex'))),
	'handshake alert': tcp((s) => s.once('data', () => s.end(Buffer.from('15030300020228', 'hex')))),
	'alert internal error': tcp((s) => s.once('data', () => s.end(Buffer.from('15030300020250', 'hex')))),
	'alert unrecognized name': tcp((s) => s.once('data', () => s.end(Buffer.from('15030300020270', 'hex')))),
	'silent': tcp(() => undefined),
};
const key = generateKeyPairSync('rsa', { modulusLength: 2048, privateKeyEncoding: { type: 'pkcs8', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } }).privateKey;
const targets: Array<[string, string, string, string, (url: string) => IDataObject, IDataObject]> = [
	['codeHosting', 'codeHostingApi', 'repository', 'get', (url) => ({ baseUrl: url, token: 't', scheme: 'token', provider: 'other', apiVersion: '2022-11-28' }), { owner: 'o', repository: 'r' }],
	['codeHosting', 'codeHostingApi', 'issue', 'create', (url) => ({ baseUrl: url, token: 't', scheme: 'token', provider: 'other', apiVersion: '2022-11-28' }), { owner: 'o', repository: 'r', title: 't' }],
	['codeHosting', 'codeHostingAppApi', 'issue', 'create', (url) => ({ baseUrl: url, provider: 'other', apiVersion: '2022-11-28', appId: '1', installationId: '2', privateKey: key, token: '', issuedFor: '' }), { owner: 'o', repository: 'r', title: 't' }],
	['taskList', 'taskListApi', 'taskList', 'create', (url) => ({ provider: 'other', baseUrl: url, accessToken: 't' }), { title: 'x' }],
	['financeData', 'financeDataApi', 'store', 'get', (url) => ({ provider: 'other', baseUrl: url + '/versioned', clientId: 'c', clientSecret: 's', accessToken: 'a', version: '2024-08-31', vendor: 'V' }), {}],
	['searchAdsConversions', 'searchAdsConversionsApi', 'conversion', 'insert', (url) => ({ provider: 'other', baseUrl: url, accessToken: 't' }), { specifyFields: 'json', conversionJson: '{"conversionId":"1","conversionTimestamp":"1769846400000","clickId":"c","type":"TRANSACTION"}', conversionIds: 'given' }],
];
test.each(Object.keys(cases))('%s', async (name) => {
	for (const [service, type, resource, operation, data, input] of targets) {
		const probe = cases[name]!();
		let connections = 0;
		probe.server.on('connection', () => connections++);
		await new Promise<void>((r) => probe.server.listen(0, '127.0.0.1', r));
		const url = `${probe.scheme ?? 'https'}://127.0.0.1:${(probe.server.address() as AddressInfo).port}`;
		const s = services.find((one) => one.name === service)!;
		const found = operationsIn(s).find((one) => one.resource === resource && one.key === operation)!;
		const started = Date.now();
		const result = await runOperation(s, nodeSetup(s, { type, data: data(url) as never }), found, [input], { timeout: 1500 });
		const e = (result.items[0] as never as { error?: { message: string; description?: string } })?.error ?? result.error;
		appendFileSync('/tmp/tls27/out.txt', `${name} | ${type} ${resource}.${operation} | conn ${connections} seen ${probe.seen.length} ${Date.now() - started}ms | ${e ? e.message + ' ## ' + e.description : 'OK ' + JSON.stringify(result.items[0]?.json).slice(0, 60)}\n`);
		(probe.server as never as { closeAllConnections?(): void }).closeAllConnections?.();
		probe.server.close();
	}
}, 120_000);
