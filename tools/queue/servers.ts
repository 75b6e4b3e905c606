/** PostgreSQL and Redis on loopback, for n8n's queue mode: Debian's packages, started by the tests in folders of their own. */
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signalGroup, startChild } from '../system/childProcess';
import { installPackages } from '../system/debianPackages';
import { freePort, LOOPBACK } from '../system/ports';

export interface Servers {
	/** What every n8n process of the queue needs to find them. */
	readonly env: Record<string, string>;
	close(): void;
}

const debian = ['redis-server', 'postgresql'];

/** Whether both can be started here; installs Debian's packages where that is possible without asking a person. */
export function queueServersAvailable(): boolean {
	if (programs()) return true;
	installPackages(debian);
	return programs() !== undefined;
}

/** What to tell a person whose computer lacks them. */
export const queueServersMissing = `Skipped: queue mode needs ${debian.join(' and ')}. On Debian: apt-get install ${debian.join(' ')}`;

function programs(): { initdb: string; postgres: string; redis: string } | undefined {
	const found = (name: string) =>
		['/usr/bin', '/usr/local/bin', '/usr/sbin']
			.map((folder) => join(folder, name))
			.find((path) => existsSync(path));
	const versions = existsSync('/usr/lib/postgresql')
		? readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
		: [];
	const folder = versions
		.map((version) => `/usr/lib/postgresql/${version}/bin`)
		.find((path) => existsSync(join(path, 'initdb')));
	const redis = found('redis-server');
	const postgres = folder ? join(folder, 'postgres') : found('postgres');
	const initdb = folder ? join(folder, 'initdb') : found('initdb');
	return redis && postgres && initdb ? { redis, postgres, initdb } : undefined;
}

/** Starts both on free ports. */
export async function startServers(): Promise<Servers> {
	const { initdb, postgres, redis } = programs()!;
	const folder = mkdtempSync(join(tmpdir(), 'tenfold-queue-'));
	const remove = (): void =>
		rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	const data = join(folder, 'postgres');
	mkdirSync(data);
	// PostgreSQL refuses to run as root; Debian's package brings a user for it.
	const user = userInfo().uid === 0 ? 'postgres' : undefined;
	if (user) {
		const id = (flag: string) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout);
		for (const path of [folder, data]) chownSync(path, id('-u'), id('-g'));
	}
	const as = (program: string, ...args: string[]): [string, string[]] =>
		user ? ['runuser', ['-u', user, '--', program, ...args]] : [program, args];
	const made = spawnSync(...as(initdb, '-D', data, '-A', 'trust', '-U', 'n8n', '--no-sync'), {
		encoding: 'utf8',
	});
	if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
	const [postgresPort, redisPort] = [await freePort(), await freePort()];
	const quiet = { cwd: folder, env: process.env, onLine: () => undefined };
	const children = [
		startChild(
			...as(
				postgres,
				'-D',
				data,
				'-p',
				String(postgresPort),
				'-h',
				LOOPBACK,
				'-k',
				folder,
				'-F',
				'-c',
				'max_connections=200',
			),
			quiet,
		),
		startChild(
			redis,
			['--port', String(redisPort), '--bind', LOOPBACK, '--save', '', '--appendonly', 'no'],
			quiet,
		),
	];
	// After the handler that ends the children, so that nobody writes there any more.
	process.once('exit', remove);
	await Promise.all([answers(postgresPort), answers(redisPort)]);
	await sleep(500);
	const created = spawnSync(
		...as(
			postgres.replace(/postgres$/, 'createdb'),
			'-h',
			LOOPBACK,
			'-p',
			String(postgresPort),
			'-U',
			'n8n',
			'n8n',
		),
		{ encoding: 'utf8' },
	);
	if (created.status !== 0 && !created.stderr.includes('already exists'))
		throw new Error(`createdb failed: ${created.stderr}`);
	return {
		env: serversEnvironment(postgresPort, redisPort),
		close() {
			for (const child of children) signalGroup(child, 'SIGKILL');
			process.off('exit', remove);
			remove();
		},
	};
}

/** Where n8n finds them. */
export const serversEnvironment = (
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

/** Waits until something listens on a port. */
async function answers(port: number): Promise<void> {
	for (let waited = 0; waited < 300; waited++) {
		const open = await new Promise<boolean>((resolve) => {
			const socket = new Socket();
			socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
			socket.connect(port, LOOPBACK);
			socket.setTimeout(1000, () => resolve(false));
			void socket.once('close', () => undefined);
			setTimeout(() => socket.destroy(), 1000).unref();
		});
		if (open) return;
		await sleep(100);
	}
	throw new Error(`Nothing listens on port ${port} after 30 seconds`);
}
