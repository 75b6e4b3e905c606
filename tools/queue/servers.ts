// PostgreSQL, Redis and a reverse proxy for n8n's queue mode, started from Debian packages with a
// temporary folder.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signalGroup, startChild } from '../system/childProcess';
import { installDebianPackages } from '../system/debianPackages';
import { inRoot } from '../system/paths';
import { freePort, LOOPBACK } from '../system/ports';

export interface QueueServers {
	/** Environment variables that connect an n8n process to the servers. */
	readonly env: Record<string, string>;
	/** A temporary folder, which is deleted with the servers. */
	readonly folder: string;
	/** Starts the reverse proxy in front of the main process and the webhook processors. */
	startProxy(port: number, main: number, processors: readonly number[]): Promise<void>;
	close(): void;
}

const debianPackages = ['redis-server', 'postgresql', 'haproxy'];

/** Installs the Debian packages if they are missing. Returns whether all servers are available. */
export function ensureQueueServers(): boolean {
	if (findPrograms()) return true;
	installDebianPackages(debianPackages);
	return findPrograms() !== undefined;
}

export const queueServersMissing = `Queue mode requires ${debianPackages.join(', ')}. On Debian, run: apt-get install ${debianPackages.join(' ')}`;

/** The programs of the Debian packages: Redis, HAProxy, and the folder of the newest PostgreSQL. */
function findPrograms(): { redis: string; haproxy: string; postgres: string } | undefined {
	const [redis] = globSync('/usr/bin/redis-server');
	const [haproxy] = globSync('/usr/sbin/haproxy');
	const postgres = globSync('/usr/lib/postgresql/*/bin').sort((one, other) =>
		other.localeCompare(one, 'en', { numeric: true }),
	)[0];
	return redis && haproxy && postgres ? { redis, haproxy, postgres } : undefined;
}

export async function startQueueServers(): Promise<QueueServers> {
	const { postgres, redis, haproxy } = findPrograms()!;
	const folder = mkdtempSync(join(tmpdir(), 'tenfold-queue-'));
	const removeFolder = (): void =>
		rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	// PostgreSQL refuses to run as root. Debian's package creates a user for it.
	const user = userInfo().uid === 0 ? 'postgres' : undefined;
	if (user) execFileSync('chown', [user, folder]);
	const asUser = (program: string, args: string[]): [string, string[]] =>
		user ? ['runuser', ['-u', user, '--', program, ...args]] : [program, args];
	const run = (program: string, ...args: string[]): Buffer =>
		execFileSync(...asUser(program, args), { stdio: 'pipe' });
	const dataFolder = join(folder, 'postgres');
	run(join(postgres, 'initdb'), '-D', dataFolder, '-A', 'trust', '-U', 'n8n', '--no-sync');
	const [postgresPort, redisPort] = [await freePort(), await freePort()];
	const childOptions = { cwd: folder, env: process.env, onLine: () => undefined };
	const address = ['-h', LOOPBACK, '-p', String(postgresPort)];
	const children = [
		startChild(
			...asUser(join(postgres, 'postgres'), [
				...['-D', dataFolder, ...address, '-k', folder],
				...['-F', '-c', 'max_connections=200'],
			]),
			childOptions,
		),
		startChild(
			redis,
			['--port', String(redisPort), '--bind', LOOPBACK, '--save', '', '--appendonly', 'no'],
			childOptions,
		),
	];
	process.once('exit', removeFolder);
	await Promise.all([waitForPort(postgresPort), waitForPort(redisPort)]);
	await sleep(500);
	run(join(postgres, 'createdb'), ...address, '-U', 'n8n', 'n8n');
	return {
		env: queueServersEnvironment(postgresPort, redisPort),
		folder,
		async startProxy(port, main, processors) {
			const file = join(folder, 'haproxy.cfg');
			const servers = processors.map((one) => `\tserver processor${one} ${LOOPBACK}:${one}`);
			const config = readFileSync(inRoot('tools', 'queue', 'haproxy.cfg'), 'utf8');
			writeFileSync(file, config.replace(/^(backend processors)$/m, ['$1', ...servers].join('\n')));
			const env = { ...process.env, PORT: String(port), MAIN_PORT: String(main) };
			children.push(startChild(haproxy, ['-db', '-f', file], { ...childOptions, env }));
			await waitForPort(port);
		},
		close() {
			for (const child of children) signalGroup(child, 'SIGKILL');
			process.off('exit', removeFolder);
			removeFolder();
		},
	};
}

/** Environment variables that connect an n8n process to the servers. */
export const queueServersEnvironment = (
	postgresPort: number,
	redisPort: number,
): Record<string, string> => ({
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: LOOPBACK,
	DB_POSTGRESDB_PORT: String(postgresPort),
	DB_POSTGRESDB_DATABASE: 'n8n',
	DB_POSTGRESDB_USER: 'n8n',
	DB_POSTGRESDB_PASSWORD: 'n8n',
	QUEUE_BULL_REDIS_HOST: LOOPBACK,
	QUEUE_BULL_REDIS_PORT: String(redisPort),
});

async function waitForPort(port: number): Promise<void> {
	for (let attempt = 0; attempt < 300; attempt++) {
		const socket = connect(port, LOOPBACK);
		const isOpen = await once(socket, 'connect').then(
			() => true,
			() => false,
		);
		socket.destroy();
		if (isOpen) return;
		await sleep(100);
	}
	throw new Error(`No server is listening on port ${port} after 30 seconds`);
}
