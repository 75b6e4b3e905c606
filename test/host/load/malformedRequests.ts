// Malformed and hostile requests, as a public webhook URL receives them.
import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import axios, { type AxiosRequestConfig } from 'axios';

const MB = 1024 * 1024;
const type = (value: string) => ({ 'content-type': value });
const json = type('application/json');

/** One request of each kind. `index` makes repeated requests differ. */
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
	(index) => ({ data: `{"id":"unknown-${index}"}`, headers: json }),
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
				Array.from({ length: 150 }, (_, header) => [`x-many-${header}`, 'x'.repeat(50)]),
			),
		},
	}),
	() => ({ data: '{}', headers: { ...json, 'x-long': 'x'.repeat(40_000) } }),
	() => ({ method: 'PUT', data: '{}', headers: json }),
	() => ({ method: 'GET' }),
	() => ({ method: 'DELETE' }),
];

/** Bodies below and above n8n's size limit. */
const largeBodies: ((index: number) => AxiosRequestConfig)[] = [15, 17].map((size) => () => ({
	data: `{"id":"${'x'.repeat(size * MB)}"}`,
	headers: json,
}));

/** Sends a part of a request body very slowly, then closes the connection. */
async function sendSlowly(url: string, chunks: number): Promise<void> {
	const { hostname, port, pathname } = new URL(url);
	const socket = connect(Number(port), hostname).on('error', () => undefined);
	socket.write(
		`POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`,
	);
	for (let chunk = 0; chunk < chunks; chunk++) {
		socket.write('{"id":"');
		await sleep(50);
	}
	socket.destroy();
}

/**
 * Sends malformed requests over several connections until `isDone` returns true.
 * @returns number of responses by status code, with 0 for broken connections
 */
export async function sendMalformedRequests(
	urls: readonly string[],
	connections: number,
	isDone: () => boolean,
): Promise<Map<number, number>> {
	const counts = new Map<number, number>();
	const agent = new Agent({ keepAlive: true, maxSockets: connections });
	const useConnection = async (connection: number): Promise<void> => {
		const all = connection < 4 ? [...kinds, ...largeBodies] : kinds;
		for (let request = 0; request < 4 || !isDone(); request++) {
			// The first four connections also send large bodies, and start with them.
			const index = (connection < 4 ? kinds.length : connection * 7) + request;
			const url = urls[index % urls.length]!;
			if (connection >= connections - 6) {
				await sendSlowly(url, 20);
				if (isDone()) return;
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
					transformRequest: (data: unknown) => data,
					validateStatus: () => true,
					...all[index % all.length]!(index),
				})
				.catch(() => ({ status: 0 }));
			counts.set(status, (counts.get(status) ?? 0) + 1);
		}
	};
	await Promise.all(
		Array.from({ length: connections }, async (_, connection) => await useConnection(connection)),
	);
	agent.destroy();
	return counts;
}
