// Runs the local test services: main [--port=4101]. Prints their URLs and credentials as one line
// of JSON.

import { parseArgs } from 'node:util';
import { FIRST_PORT, startLocalServices } from './list';

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { port: { type: 'string', default: String(FIRST_PORT) } },
	});
	const { services, close } = await startLocalServices({ firstPort: Number(values.port) });
	const entries = Object.entries(services).map(([name, { url, credential }]) => [
		name,
		{ url, credential },
	]);
	console.log(JSON.stringify(Object.fromEntries(entries)));
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void close().then(() => process.exit(0)));
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
