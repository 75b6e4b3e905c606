// n8n's queue mode on one computer: a main process, webhook processors and workers, all with the pack, behind one address.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDoor, type Door } from './reverseProxy';
import type { N8nCommand } from '../n8n/environment';
import { ensureHost } from '../n8n/install';
import { startN8n, type N8n } from '../n8n/process';
import { installPack } from '../pack/pack';
import { freePort } from '../system/ports';
import { startServers, type Servers } from './servers';

export interface QueueOptions {
	/** Tarball of the pack, which every process gets a copy of. */
	tarball: string;
	workers: number;
	webhooks: number;
	/** Executions that a worker has in hand at a time; 10, as n8n's own default, without it. */
	concurrency?: number;
	/** Port of the one address; a free one without it. */
	port?: number;
	/** Added to every process's environment. */
	env?: Record<string, string>;
}

/** The whole shape, running. */
export interface Queue {
	/** The address that people and services use: webhooks go to the processors from there, everything else to the main process. */
	readonly door: Door;
	readonly main: N8n;
	readonly workers: readonly N8n[];
	readonly webhooks: readonly N8n[];
	readonly servers: Servers;
	/** Ends everything, in n8n's own order or, with `kill`, at once; what was stored is gone. */
	close(how?: 'stop' | 'kill'): Promise<void>;
}

/** What makes one n8n of many processes, beside the addresses of the servers. @param url of the door */
export const queueEnvironment = (url: string): Record<string, string> => ({
	EXECUTIONS_MODE: 'queue',
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	N8N_ENCRYPTION_KEY: 'tenfold-queue-mode',
	// Binaries have to be seen by every process; without a licence for object storage the database is the place for that.
	N8N_DEFAULT_BINARY_DATA_MODE: 'database',
	N8N_EDITOR_BASE_URL: url,
	N8N_WEBHOOK_URL: `${url}/`,
	N8N_PROXY_HOPS: '1',
	N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
});

/** Starts PostgreSQL, Redis, the main process, and then the others together. */
export async function startQueue(options: QueueOptions): Promise<Queue> {
	const { tarball, workers, webhooks, concurrency = 10 } = options;
	await ensureHost();
	const servers = await startServers();
	const folders: string[] = [];
	const running: N8n[] = [];
	const removeFolders = (): void => {
		for (const folder of folders)
			rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	};
	// A signal before the start is over leaves no time for an orderly end.
	process.once('exit', removeFolders);
	const processorPorts = await Promise.all(Array.from({ length: webhooks }, freePort));
	const mainPort = await freePort();
	const door = await openDoor({ port: options.port, main: mainPort, processors: processorPorts });
	const env = { ...servers.env, ...queueEnvironment(door.url), ...options.env };
	const start = async (command: N8nCommand, port?: number): Promise<N8n> => {
		const userFolder = mkdtempSync(join(tmpdir(), `tenfold-${command}-`));
		folders.push(userFolder);
		// Every process needs the pack in a folder of its own.
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
		door.close();
		await Promise.all(running.map(async (n8n) => await n8n[how]()));
		servers.close();
		process.off('exit', removeFolders);
		removeFolders();
	};
	try {
		// The main process first: it lays out the database.
		const main = await start('start', mainPort);
		const starts = await Promise.allSettled([
			...Array.from({ length: workers }, async () => await start('worker')),
			...processorPorts.map(async (port) => await start('webhook', port)),
		]);
		const others = starts.map((one) => {
			// Thrown when none is on its way any more, so that all of them are ended.
			if (one.status === 'rejected') throw one.reason;
			return one.value;
		});
		return {
			door,
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
