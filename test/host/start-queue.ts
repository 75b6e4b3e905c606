// npm run start:queue: n8n's queue mode on this computer, as deploy/ has it on several, with local services and examples, until Ctrl-C.
import { withProgress } from '../../scripts/lib/step.cjs';
import { banner } from './banner';
import { furnish, startServices } from './bench';
import type { N8n } from './n8n';
import { readOptions, UsageError } from './options';
import { packPack } from './pack';
import { requireFree } from './ports';
import { startQueue, type Queue } from './queue';
import { queueServersAvailable, queueServersMissing } from './servers';
import { listenForStop, runMain, Stopped, unexpectedEnd } from './until-stopped';

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
		const queue = await withProgress('Starting PostgreSQL, Redis and six processes of n8n', 'about a minute', () => startQueue({ tarball, port, workers: WORKERS, webhooks: WEBHOOK_PROCESSORS }));
		try {
			console.log(banner(await furnish(queue.door.url, services), processes(queue)));
			await Promise.race([...all(queue).map(unexpectedEnd), stopping.asked()]).finally(() => console.log('\nStopping …'));
		} finally {
			await queue.close();
		}
	} finally {
		await close();
	}
}

const all = ({ main, webhooks, workers }: Queue): readonly N8n[] => [main, ...webhooks, ...workers];

/** Whom to kill, for who wants to see what happens then. */
function processes({ main, webhooks, workers, servers }: Queue): string[] {
	const listed = (what: string, some: readonly N8n[]): string => `${what}: process ${some.map(({ pid }) => pid).join(', ')}`;
	return [
		'Queue mode. It begins empty each time, and what is made in it goes with Ctrl-C.',
		listed('Main', [main]),
		listed('Webhook processors', webhooks),
		listed('Workers', workers),
		`PostgreSQL on port ${servers.env.DB_POSTGRESDB_PORT}, Redis on port ${servers.env.QUEUE_BULL_REDIS_PORT}`,
	];
}
