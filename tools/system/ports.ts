// Free TCP ports on loopback.
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export const LOOPBACK = '127.0.0.1';
// After Ctrl-C the prompt is back some seconds before n8n has let go of its port.
const PATIENCE_MS = 3000;

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
	const port = await tryPort(0);
	if (port === undefined) throw new Error('This computer gave no free port on 127.0.0.1');
	return port;
}

/** Whether nobody listens on this port of 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
	return (await tryPort(port)) !== undefined;
}

/** A port that was asked for is in use. */
export class PortTakenError extends Error {
	constructor(readonly port: number) {
		super(
			`Port ${port} of 127.0.0.1 is taken by another program (perhaps another n8n).\n` +
				`End that one, or take another port: npm start -- --port ${port < 65_000 ? port + 12 : port - 12}`,
		);
		this.name = 'PortTakenError';
	}
}

/**
 * Waits a moment for a port that a program on its way out still holds.
 * @throws PortTakenError when somebody listens on this port of 127.0.0.1
 */
export async function requireFree(port: number): Promise<void> {
	const deadline = Date.now() + PATIENCE_MS;
	while (!(await isFree(port))) {
		if (Date.now() > deadline) throw new PortTakenError(port);
		await sleep(200);
	}
}

function tryPort(port: number): Promise<number | undefined> {
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
