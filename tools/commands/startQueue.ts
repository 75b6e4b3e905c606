// npm run start:queue: n8n's queue mode on this computer, as deploy/ has it on several, with local services and examples, until Ctrl-C.
import { withProgress } from '../bootstrap/step.cjs';
import { banner } from '../cli/startMessage';
import { furnish, startServices } from '../sandbox/sandbox';
import type { N8n } from '../n8n/process';
import { readOptions, UsageError } from '../cli/options';
import { packPack } from '../pack/pack';
import { requireFree } from '../system/ports';
import { startQueue, type Queue } from '../queue/queueMode';
import { queueServersAvailable, queueServersMissing } from '../queue/servers';
import { listenForStop, runMain, Stopped } from '../cli/signals';

const WORKERS = 3;
const WEBHOOK_PROCESSORS = 2;

runMain(async () => {
	try {
		const { port } = readOptions(process.argv.slice(2), { name: 'npm run start:queue', takes: [] });
		await serve(port);
		return 0;
	} catch (error) {
		// Ctrl-C is how this is meant to end.
		if (error instanceof Stopped) return 0;
		if (!(error instanceof UsageError)) throw error;
		process.stderr.write(`${error.message}\n`);
		return 2;
	}
});

async function serve(port: number): Promise<void> {
	const stopping = listenForStop();
	// Said before anything takes time.
	await requireFree(port);
	if (!queueServersAvailable()) throw new UsageError(queueServersMissing);
	const tarball = await packPack();
	const { services, close } = await startServices(true);
	try {
		const queue = await withProgress(
			'Starting PostgreSQL, Redis and six processes of n8n',
			'about a minute',
			() => startQueue({ tarball, port, workers: WORKERS, webhooks: WEBHOOK_PROCESSORS }),
		);
		try {
			console.log(banner(await furnish(queue.door.url, services), processes(queue)));
			const asked = stopping.asked();
			let isStopping = false;
			asked.catch(() => (isStopping = true));
			await Promise.race([
				...named(queue).map(async ([what, n8n]) => await revived(what, n8n, () => isStopping)),
				asked,
			]).finally(() => console.log('\nStopping …'));
		} finally {
			await queue.close();
		}
	} finally {
		await close();
	}
}

const named = ({ main, webhooks, workers }: Queue): Array<[string, N8n]> => [
	['Main', main],
	...webhooks.map((n8n): [string, N8n] => ['Webhook processor', n8n]),
	...workers.map((n8n): [string, N8n] => ['Worker', n8n]),
];

/** Starts a process again whenever it ends, as deploy/ has it done. */
async function revived(what: string, n8n: N8n, isStopping: () => boolean): Promise<never> {
	for (;;) {
		const { pid } = n8n;
		const how = await n8n.ended();
		// What is stopping takes everything with it, and never comes back here.
		if (isStopping()) await new Promise(() => undefined);
		console.log(`  ${what} ${pid} ${how}, and is started again …`);
		await n8n.restart();
		console.log(`  ${what} is back as process ${n8n.pid}`);
	}
}

/** Whom to kill, for who wants to see what happens then. */
function processes(queue: Queue): string[] {
	const { env } = queue.servers;
	return [
		'Queue mode. It begins empty each time, and what is made in it goes with Ctrl-C.',
		'Kill one of its processes, and it is started again:',
		...named(queue).map(([what, { pid }]) => `  ${String(pid).padEnd(8)} ${what}`),
		`PostgreSQL on port ${env.DB_POSTGRESDB_PORT}, Redis on port ${env.QUEUE_BULL_REDIS_PORT}`,
	];
}
