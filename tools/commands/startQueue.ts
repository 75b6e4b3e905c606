// npm run start:queue: runs n8n's queue mode, as in deploy/, with local services and examples until
// Ctrl-C.
import { readOptions, UsageError } from '../cli/options';
import { interrupted, runMain, untilInterrupted } from '../cli/signals';
import { startMessage } from '../cli/startMessage';
import type { N8nProcess } from '../n8n/process';
import { packTarball } from '../pack/pack';
import { startQueueMode, type QueueMode } from '../queue/queueMode';
import { ensureQueueServers, queueServersMissing } from '../queue/servers';
import { seedN8n, startServices } from '../sandbox/sandbox';
import { requireFreePort } from '../system/ports';
import { withProgress } from '../system/step';

const WORKERS = 3;
const WEBHOOK_PROCESSORS = 2;

runMain(async () => {
	const { port } = readOptions('npm run start:queue');
	return await untilInterrupted(async () => await serve(port));
});

async function serve(port: number): Promise<void> {
	// Check first, so that problems are reported before the build.
	await requireFreePort(port);
	if (!ensureQueueServers()) throw new UsageError(queueServersMissing);
	const tarball = await packTarball();
	const { services, close } = await startServices(true);
	try {
		const queue = await withProgress(
			'Starting PostgreSQL, Redis and six n8n processes',
			'about a minute',
			() => startQueueMode({ tarball, port, workers: WORKERS, webhooks: WEBHOOK_PROCESSORS }),
		);
		try {
			console.log(startMessage(await seedN8n(queue.url, services), processList(queue)));
			const restarts = namedProcesses(queue).map(async ([name, n8n]) => await restart(name, n8n));
			await Promise.race([...restarts, interrupted()]).finally(() => console.log('\nStopping …'));
		} finally {
			await queue.close();
		}
	} finally {
		await close();
	}
}

const namedProcesses = ({ main, webhooks, workers }: QueueMode): Array<[string, N8nProcess]> => [
	['Main', main],
	...webhooks.map((n8n): [string, N8nProcess] => ['Webhook processor', n8n]),
	...workers.map((n8n): [string, N8nProcess] => ['Worker', n8n]),
];

/** Restarts a process whenever it exits, like the restart policy in deploy/compose.yaml. */
const restart = async (name: string, n8n: N8nProcess): Promise<never> =>
	await new Promise((_, reject) => {
		n8n.onCrash = async (outcome) => {
			console.log(`  ${name} ${outcome}. Restarting …`);
			await n8n.restart().catch(reject);
			console.log(`  ${name} is running again as process ${n8n.pid}`);
		};
	});

function processList(queue: QueueMode): string[] {
	const { env } = queue.servers;
	return [
		'Queue mode starts empty. Ctrl-C deletes all its data.',
		'You can kill a process to see how n8n recovers. It is restarted automatically:',
		...namedProcesses(queue).map(([name, { pid }]) => `  ${String(pid).padEnd(8)} ${name}`),
		`PostgreSQL on port ${env.DB_POSTGRESDB_PORT}, Redis on port ${env.QUEUE_BULL_REDIS_PORT}`,
	];
}
