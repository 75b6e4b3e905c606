// Access to the PostgreSQL database of n8n in queue mode.
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureN8n } from '../../../tools/n8n/install';
import type { QueueMode } from '../../../tools/queue/queueMode';

export interface Database {
	/** How often PostgreSQL has read from a table, according to its own statistics. */
	reads(table: string): Promise<number>;
	close(): Promise<void>;
}

interface Client {
	connect(): Promise<void>;
	query(sql: string, values: unknown[]): Promise<{ rows: Array<{ reads: string }> }>;
	end(): Promise<void>;
}

/** A session of PostgreSQL reports its statistics at the latest after ten idle seconds. */
const reportMs = 11_000;

/** Connects with the library that n8n uses. */
export async function connectDatabase({ servers }: QueueMode): Promise<Database> {
	const { Client } = createRequire((await ensureN8n()).bin)('pg') as {
		Client: new (options: object) => Client;
	};
	const { env } = servers;
	const client = new Client({
		host: env.DB_POSTGRESDB_HOST,
		port: Number(env.DB_POSTGRESDB_PORT),
		user: env.DB_POSTGRESDB_USER,
		password: env.DB_POSTGRESDB_PASSWORD,
		database: env.DB_POSTGRESDB_DATABASE,
	});
	await client.connect();
	return {
		async reads(table) {
			await sleep(reportMs);
			const { rows } = await client.query(
				'SELECT seq_scan + coalesce(idx_scan, 0) AS reads FROM pg_stat_user_tables WHERE relname = $1',
				[table],
			);
			return Number(rows[0]!.reads);
		},
		close: async () => await client.end(),
	};
}
