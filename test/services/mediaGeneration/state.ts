// The state of the service, as tests and the control API see it.

import type { Account, LedgerEntry } from './accounts';
import type { Delivery } from './callbacks';
import type { Generation } from './generation';
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
