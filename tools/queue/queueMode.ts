// n8n's queue mode on one machine: a main process, webhook processors and workers behind one URL,
// each with the pack.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { N8nCommand } from '../n8n/environment';
import { ensureN8n } from '../n8n/install';
import { startN8n, type N8nProcess } from '../n8n/process';
import { installPack } from '../pack/pack';
import { freePort, LOOPBACK } from '../system/ports';
import { startQueueServers, type QueueServers } from './servers';

export interface QueueModeOptions {
	/** Tarball of the pack, which is installed for each process. */
	tarball: string;
	workers: number;
	webhooks: number;
	/** Concurrent executions per worker. Default: 10, like n8n. */
	concurrency?: number;
	/** Port of the reverse proxy. Default: a free port. */
	port?: number;
	/** Additional environment variables for all processes. */
	env?: Record<string, string>;
}

export interface QueueMode {
	/**
	 * The URL for users and services. Webhooks are sent to the webhook processors, and everything else
	 * to the main process.
	 */
	readonly url: string;
	readonly main: N8nProcess;
	readonly workers: readonly N8nProcess[];
	readonly webhooks: readonly N8nProcess[];
	readonly servers: QueueServers;
	/** Stops or kills all processes and deletes their data. */
	close(how?: 'stop' | 'kill'): Promise<void>;
}

/**
 * Environment variables that all n8n processes share, in addition to those of the servers.
 * @param url URL of the reverse proxy
 */
export const queueModeEnvironment = (url: string): Record<string, string> => ({
	EXECUTIONS_MODE: 'queue',
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	N8N_ENCRYPTION_KEY: 'tenfold-queue-mode',
	// All processes must be able to read binary data. Binary data is stored in the database, because
	// object storage requires a license.
	N8N_DEFAULT_BINARY_DATA_MODE: 'database',
	N8N_EDITOR_BASE_URL: url,
	N8N_WEBHOOK_URL: `${url}/`,
	N8N_PROXY_HOPS: '1',
	N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
});

/**
 * Starts PostgreSQL, Redis and the main process, then the workers and webhook processors in
 * parallel.
 */
export async function startQueueMode(options: QueueModeOptions): Promise<QueueMode> {
	const { tarball, workers, webhooks, concurrency = 10 } = options;
	await ensureN8n();
	const servers = await startQueueServers();
	const running: N8nProcess[] = [];
	const processorPorts = await Promise.all(Array.from({ length: webhooks }, freePort));
	const [mainPort, port = await freePort()] = [await freePort(), options.port];
	const url = `http://${LOOPBACK}:${port}`;
	const env = { ...servers.env, ...queueModeEnvironment(url), ...options.env };
	const start = async (command: N8nCommand, port?: number): Promise<N8nProcess> => {
		// Each process needs its own user folder with the pack.
		const userFolder = mkdtempSync(join(servers.folder, `${command}-`));
		installPack(userFolder, tarball);
		const n8n = await startN8n({
			userFolder,
			command,
			port,
			env,
			...(command === 'worker' ? { args: [`--concurrency=${concurrency}`] } : {}),
		});
		running.push(n8n);
		return n8n;
	};
	const close = async (how: 'stop' | 'kill' = 'stop'): Promise<void> => {
		await Promise.all(running.map(async (n8n) => await n8n[how]()));
		servers.close();
	};
	try {
		await servers.startProxy(port, mainPort, processorPorts);
		// The main process creates the database schema, so it starts first.
		const main = await start('start', mainPort);
		const starts = await Promise.allSettled([
			...Array.from({ length: workers }, async () => await start('worker')),
			...processorPorts.map(async (port) => await start('webhook', port)),
		]);
		const others = starts.map((outcome) => {
			// All starts have settled at this point, so close() reaches every process.
			if (outcome.status === 'rejected') throw outcome.reason;
			return outcome.value;
		});
		return {
			url,
			main,
			workers: others.slice(0, workers),
			webhooks: others.slice(workers),
			servers,
			close,
		};
	} catch (error) {
		await close('kill');
		throw error;
	}
}
