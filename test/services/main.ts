// Runs the local services in a process of their own: main [--port=4101]. One line of JSON says where
// they are. What others import stands in list.ts, so that importing it starts nothing.

import { parseArgs } from 'node:util';
import { FIRST_PORT, startLocalServices } from './list';

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { port: { type: 'string', default: String(FIRST_PORT) } },
	});
	const { services, close } = await startLocalServices({ firstPort: Number(values.port) });
	const addresses = Object.entries(services).map(([name, { url, credential }]) => [
		name,
		{ url, credential },
	]);
	console.log(JSON.stringify(Object.fromEntries(addresses)));
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void close().then(() => process.exit(0)));
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
