// TCP ports on the loopback interface.
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export const LOOPBACK = '127.0.0.1';
// After Ctrl-C, the shell prompt returns a few seconds before n8n closes its port.
const RELEASE_TIMEOUT_MS = 3000;

// The port must stay free until another program uses it. Systems give ports from 32768 (Linux) or
// 49152 to outgoing connections, so the range ends below. Processes that run at the same time start
// at different ports.
const FIRST_PORT = 12_000;
const PORT_COUNT = 20_000;
const PORTS_PER_PROCESS = 64;
let nextPort = process.pid * PORTS_PER_PROCESS;

/** Returns a port that is currently free, each one only once per process. */
export async function freePort(): Promise<number> {
	for (let attempt = 0; attempt < PORT_COUNT; attempt++) {
		const port = FIRST_PORT + (nextPort++ % PORT_COUNT);
		if (await isPortFree(port)) return port;
	}
	throw new Error('There is no free port on 127.0.0.1');
}

export async function isPortFree(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen({ port, host: LOOPBACK, exclusive: true }, () =>
			server.close(() => resolve(true)),
		);
	});
}

/**
 * Waits until a port of 127.0.0.1 is free, for at most three seconds: a program that is shutting
 * down may still use it.
 * @throws Error if the port is still in use after that time
 */
export async function requireFreePort(port: number): Promise<void> {
	const deadline = Date.now() + RELEASE_TIMEOUT_MS;
	while (!(await isPortFree(port))) {
		if (Date.now() > deadline)
			throw new Error(
				`Port ${port} is already in use, possibly by another n8n instance.\n` +
					'Stop that program, or choose another port with --port.',
			);
		await sleep(200);
	}
}
