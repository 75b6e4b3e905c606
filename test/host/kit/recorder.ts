/** A place outside n8n where executions enter what they did. What stands here has really been done, whatever n8n says of it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LOOPBACK } from '../../../tools/system/ports';
import type { NodeSpec } from './testN8n';
import { until } from './waitUntil';

export interface Ledger {
	/** Milliseconds that an entry takes. */
	delayMs: number;
	/** How often each key was entered on a page. */
	page(name: string): ReadonlyMap<string, number>;
	/** A node that enters each of its items. @param key expression of an item */
	entry(page: string, key: string): NodeSpec;
	/** A node that enters all of its items in one request: n8n's HTTP Request node sends thousands of requests at once, and its process does nothing else meanwhile. @param field of an item */
	entryOfAll(page: string, field: string): NodeSpec;
	/** Resolves once a page has so many different keys. @throws Error when that takes too long */
	until(page: string, keys: number, limitMs?: number): Promise<void>;
	close(): void;
}

export async function openLedger(): Promise<Ledger> {
	const pages = new Map<string, Map<string, number>>();
	const page = (name: string): Map<string, number> =>
		pages.get(name) ?? pages.set(name, new Map()).get(name)!;
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const { key } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { key: string };
			const keys = page(request.url!.slice(1));
			setTimeout(() => {
				for (const one of key.split('\n')) keys.set(one, (keys.get(one) ?? 0) + 1);
				response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
			}, ledger.delayMs);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
	const url = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;
	const entry = (name: string, key: string): NodeSpec => ({
		name: 'Enter',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url: `${url}/${name}`,
			sendBody: true,
			bodyParameters: { parameters: [{ name: 'key', value: key }] },
			options: {},
		},
	});
	const ledger: Ledger = {
		delayMs: 0,
		page,
		entry,
		entryOfAll: (name, field) => ({
			...entry(name, `={{ $input.all().map((item) => item.json.${field}).join('\\n') }}`),
			executeOnce: true,
		}),
		until: async (name, keys, limitMs = 300_000) =>
			await until(
				`${keys} keys on the page "${name}"`,
				() => page(name).size >= keys,
				limitMs,
				() => `${page(name).size} stand there.`,
			),
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
	return ledger;
}
