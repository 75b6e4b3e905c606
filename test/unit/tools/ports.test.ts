import { createServer } from 'node:net';

import { freePort, LOOPBACK } from '../../../tools/system/ports';

describe('a free port', () => {
	it('is given only once, and not from the ports of outgoing connections', async () => {
		const ports = await Promise.all(Array.from({ length: 200 }, async () => await freePort()));
		expect(new Set(ports).size).toBe(200);
		expect(ports.filter((port) => port < 12_000 || port >= 32_000)).toEqual([]);
	});

	it('is not one that another program uses', async () => {
		const next = (await freePort()) + 1;
		const server = createServer();
		// An error means that it is in use already.
		await new Promise<unknown>((resolve) =>
			server
				.once('error', resolve)
				.listen({ port: next, host: LOOPBACK }, () => resolve(undefined)),
		);
		try {
			expect(await freePort()).not.toBe(next);
		} finally {
			server.close();
		}
	});
});
