// What the service knows, for tests to look at.

import type { Account, LedgerEntry } from './accounts';
import type { Delivery } from './callbacks';
import type { Generation, Jobs } from './jobs';
import type { Upload } from './uploads';

export interface AccountState {
	id: string;
	email: string;
	balance: number;
	charges: LedgerEntry[];
	/** Ids of its jobs, in order of acceptance. */
	jobs: string[];
}

/** What the service knows, as GET /_control/state answers it. */
export interface MediaState {
	accounts: AccountState[];
	jobs: Generation[];
	deliveries: Delivery[];
	uploads: Upload[];
	/** Bytes of uploaded files received so far, those under way included. */
	received: number;
}

export const accountState = (account: Account, jobs: Jobs): AccountState => ({
	id: account.id,
	email: account.email,
	balance: account.credits,
	charges: account.ledger,
	jobs: jobs.all.filter((job) => job.account === account).map(({ generation }) => generation.id),
});
