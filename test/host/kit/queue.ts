/** n8n's queue mode on one computer: a main process, workers and webhook processors, all with the pack, on PostgreSQL and Redis. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { N8nCommand } from '../env';
import { ensureHost } from '../install';
import { startN8n, type N8n } from '../n8n';
import { installPack, packPack } from '../pack';
import { freePort, LOOPBACK } from '../ports';
import { queueServersAvailable, queueServersMissing, startServers } from './servers';
import { stageOn, type Stage } from './stage';

export interface Queue extends Stage {
	readonly workers: readonly N8n[];
	readonly webhooks: readonly N8n[];
}

/** Starts the whole shape; the first webhook processor's address is the one that callbacks are given. */
export async function openQueue({ workers, webhooks, concurrency = 10 }: { workers: number; webhooks: number; concurrency?: number }): Promise<Queue> {
	await ensureHost();
	const tarball = await packPack({ build: process.env.TENFOLD_BUILT !== '1' });
	const servers = await startServers();
	const folders: string[] = [];
	const running: N8n[] = [];
	const webhookPorts = await Promise.all(Array.from({ length: webhooks }, freePort));
	const start = async (command: N8nCommand, port?: number): Promise<N8n> => {
		const userFolder = mkdtempSync(join(tmpdir(), `tenfold-${command}-`));
		folders.push(userFolder);
		// Every process needs the pack in a folder of its own.
		installPack(userFolder, tarball);
		const n8n = await startN8n({ userFolder, command, port, env: { ...servers.env, WEBHOOK_URL: `http://${LOOPBACK}:${webhookPorts[0]}/` }, ...(command === 'worker' ? { args: [`--concurrency=${concurrency}`] } : {}) });
		running.push(n8n);
		return n8n;
	};
	const close = async (): Promise<void> => {
		await Promise.all(running.map(async (n8n) => await n8n.kill()));
		servers.close();
		for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	};
	try {
		// The main process first: it lays out the database.
		const main = await start('start');
		const started = await Promise.all([...Array.from({ length: workers }, async () => await start('worker')), ...webhookPorts.map(async (port) => await start('webhook', port))]);
		const stage = await stageOn(main, `http://${LOOPBACK}:${webhookPorts[0]}`, close);
		return { ...stage, workers: started.slice(0, workers), webhooks: started.slice(workers) };
	} catch (error) {
		await close();
		throw error;
	}
}

const available = queueServersAvailable();
if (!available && process.env.CI) throw new Error(queueServersMissing);
if (!available) console.log(queueServersMissing);

/** A `describe` of tests that need PostgreSQL and Redis; on a computer without them they are skipped, in continuous integration they fail. */
export const describeQueue = available ? describe : describe.skip;
