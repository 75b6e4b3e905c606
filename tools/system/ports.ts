// TCP ports on the loopback interface.
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export const LOOPBACK = '127.0.0.1';
// After Ctrl-C, the shell prompt returns a few seconds before n8n closes its port.
const RELEASE_TIMEOUT_MS = 3000;

/** Returns a port that is currently free. */
export async function freePort(): Promise<number> {
	const port = await bindOnce(0);
	if (port === undefined) throw new Error('There is no free port on 127.0.0.1');
	return port;
}

/** Whether a port of 127.0.0.1 is free. */
export async function isPortFree(port: number): Promise<boolean> {
	return (await bindOnce(port)) !== undefined;
}

/** The requested port is in use. */
export class PortInUseError extends Error {
	constructor(readonly port: number) {
		super(
			`Port ${port} is already in use, possibly by another n8n instance.\n` +
				`Stop that program, or choose another port: npm start -- --port ${port < 65_000 ? port + 12 : port - 12}`,
		);
		this.name = 'PortInUseError';
	}
}

/**
 * Waits until a port of 127.0.0.1 is free, for at most three seconds: a program that is shutting
 * down may still use it.
 * @throws PortInUseError if the port is still in use after that time
 */
export async function requireFreePort(port: number): Promise<void> {
	const deadline = Date.now() + RELEASE_TIMEOUT_MS;
	while (!(await isPortFree(port))) {
		if (Date.now() > deadline) throw new PortInUseError(port);
		await sleep(200);
	}
}

/** Briefly listens on a port. Resolves to the port, or to undefined if it is in use. */
function bindOnce(port: number): Promise<number | undefined> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
			else reject(error);
		});
		server.listen({ port, host: LOOPBACK, exclusive: true }, () => {
			const address = server.address();
			server.close(() =>
				resolve(typeof address === 'object' && address !== null ? address.port : undefined),
			);
		});
	});
}
