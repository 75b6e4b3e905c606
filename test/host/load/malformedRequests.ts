/** What reaches a public webhook address beside its own deliveries. */
import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import axios, { type AxiosRequestConfig } from 'axios';

const MB = 1024 * 1024;
const type = (value: string) => ({ 'content-type': value });
const json = type('application/json');

/** One of each; `index` makes them differ. */
const kinds: ((index: number) => AxiosRequestConfig)[] = [
	() => ({ data: randomBytes(2000), headers: type('application/octet-stream') }),
	() => ({ data: randomBytes(500), headers: json }),
	() => ({ data: '{"id":', headers: json }),
	() => ({ data: '', headers: json }),
	() => ({ data: 'null', headers: json }),
	() => ({ data: '[[[['.repeat(5000), headers: json }),
	() => ({ data: `${'['.repeat(20_000)}${']'.repeat(20_000)}`, headers: json }),
	() => ({
		data: '{"__proto__":{"id":"x"},"constructor":{"prototype":{"id":"x"}}}',
		headers: json,
	}),
	(index) => ({ data: `{"id":"nobody-knows-${index}"}`, headers: json }),
	() => ({ data: '{"id":"../../account"}', headers: json }),
	() => ({
		data: 'id=1&id[$ne]=2&a[b][c][d]=e',
		headers: type('application/x-www-form-urlencoded'),
	}),
	() => ({
		data: '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
		headers: type('text/xml'),
	}),
	() => ({
		data: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n',
		headers: type('multipart/form-data; boundary=x'),
	}),
	() => ({ data: '{"id":1}', headers: { ...json, 'content-encoding': 'gzip' } }),
	(index) => ({
		data: '{"type":"ORDER","code":"ORDER_CREATED"}',
		headers: {
			...json,
			'x-rutter-signature': `sha256=${randomBytes(32).toString('base64')}${index % 2 ? '=' : ''}`,
		},
	}),
	() => ({
		data: '{}',
		headers: {
			...json,
			...Object.fromEntries(
				Array.from({ length: 150 }, (_, at) => [`x-many-${at}`, 'x'.repeat(50)]),
			),
		},
	}),
	() => ({ data: '{}', headers: { ...json, 'x-long': 'x'.repeat(40_000) } }),
	() => ({ method: 'PUT', data: '{}', headers: json }),
	() => ({ method: 'GET' }),
	() => ({ method: 'DELETE' }),
];

/** As much as n8n takes in one body, and more than that. */
const huge: ((index: number) => AxiosRequestConfig)[] = [15, 17].map((size) => () => ({
	data: `{"id":"${'x'.repeat(size * MB)}"}`,
	headers: json,
}));

/** A body that is announced and comes in drops, until the connection is given up. */
async function dripping(url: string, drops: number): Promise<void> {
	const { hostname, port, pathname } = new URL(url);
	const socket = connect(Number(port), hostname).on('error', () => undefined);
	socket.write(
		`POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`,
	);
	for (let drop = 0; drop < drops; drop++) {
		socket.write('{"id":"');
		await sleep(50);
	}
	socket.destroy();
}

/**
 * Sends garbage over so many connections at once, each of them going through kinds of its own, until it is told to end.
 * @returns how many requests were answered with each status; 0 where the connection broke
 */
export async function garbage(
	urls: readonly string[],
	connections: number,
	isOver: () => boolean,
): Promise<Map<number, number>> {
	const answered = new Map<number, number>();
	const agent = new Agent({ keepAlive: true, maxSockets: connections });
	const one = async (connection: number): Promise<void> => {
		const all = connection < 4 ? [...kinds, ...huge] : kinds;
		for (let turn = 0; turn < 4 || !isOver(); turn++) {
			// The four that send huge bodies begin with those.
			const index = (connection < 4 ? kinds.length : connection * 7) + turn;
			const url = urls[index % urls.length]!;
			if (connection >= connections - 6) {
				await dripping(url, 20);
				if (isOver()) return;
				continue;
			}
			const { status } = await axios
				.request({
					url,
					method: 'POST',
					timeout: 20_000,
					proxy: false,
					maxRedirects: 0,
					maxBodyLength: Infinity,
					httpAgent: agent,
					transformRequest: (same: unknown) => same,
					validateStatus: () => true,
					...all[index % all.length]!(index),
				})
				.catch(() => ({ status: 0 }));
			answered.set(status, (answered.get(status) ?? 0) + 1);
		}
	};
	await Promise.all(
		Array.from({ length: connections }, async (_, connection) => await one(connection)),
	);
	agent.destroy();
	return answered;
}
