// The service's part of the control API: its state, and routes that change it.

import type { FastifyInstance } from 'fastify';
import type { Account, AccountSetup, LedgerEntry } from './accounts';
import type { Delivery } from './callbacks';
import type { Generation, Status } from './generation';
import type { Jobs } from './jobs';
import type { Upload } from './uploads';

export interface AccountState {
	id: string;
	email: string;
	balance: number;
	charges: LedgerEntry[];
	/** IDs of the account's jobs, oldest first. */
	jobs: string[];
}

/** Response of GET /_control/state. */
export interface MediaState {
	accounts: AccountState[];
	jobs: Generation[];
	deliveries: Delivery[];
	uploads: Upload[];
	/** Bytes of uploaded files received so far, including uploads in progress. */
	received: number;
}

export const accountState = (account: Account, jobs: Jobs): AccountState => ({
	id: account.id,
	email: account.email,
	balance: account.credits,
	charges: account.ledger,
	jobs: jobs.all.filter((job) => job.account === account).map(({ generation }) => generation.id),
});

/** POST /_control/accounts and POST /_control/jobs/{id} with a status. */
export function controlRoutes(
	app: FastifyInstance,
	finishJob: (id: string, status: Status) => Promise<void>,
	addAccount: (setup: AccountSetup) => AccountState,
): void {
	app.post('/_control/accounts', async ({ body }) => addAccount(body as AccountSetup));
	app.post<{ Params: { id: string }; Body: { status: Status } }>(
		'/_control/jobs/:id',
		async ({ params, body }) => {
			await finishJob(params.id, body.status);
			return {};
		},
	);
}
