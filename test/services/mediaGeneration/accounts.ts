// Accounts, authentication and charges (nodes/MediaGeneration/README.md, Interface).

import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../kit/clock';
import { apiError } from './errors';
import { credits } from './pricing';

export interface AccountSetup {
	apiKey: string;
	/** Token of a web session. Default: none. */
	sessionToken?: string;
	/** Default: 10000. */
	credits?: number;
	email?: string;
}

/** A change of the balance. The amount of a charge is negative. */
export interface LedgerEntry {
	at: string;
	kind: 'generation' | 'refund';
	amount: number;
	balance: number;
	/** ID of the job, for a generation or a refund. */
	job?: string;
}

export interface Account {
	id: string;
	email: string;
	credits: number;
	keys: Set<string>;
	sessions: Set<string>;
	ledger: LedgerEntry[];
}

export interface Caller {
	account: Account;
	/** The API key of the request. Undefined for a web session. */
	key?: string;
}

const BEARER = /^Bearer +/i;

export class Accounts {
	readonly all: Account[] = [];

	constructor(private readonly clock: Clock) {}

	add({ apiKey, sessionToken, credits: balance = 10000, email }: AccountSetup): Account {
		const id = `acc_${randomUUID().slice(0, 8)}`;
		const account: Account = {
			id,
			email: email ?? `${id}@localhost`,
			credits: balance,
			keys: new Set([apiKey]),
			sessions: new Set(sessionToken === undefined ? [] : [sessionToken]),
			ledger: [],
		};
		this.all.push(account);
		return account;
	}

	/**
	 * Accepts an API key in `Authorization: Bearer`, an API key in X-API-Key with or without Bearer,
	 * and a session token in Authorization. Authorization has precedence if both headers are sent.
	 * @throws HttpError unauthorized
	 */
	authenticate(headers: IncomingHttpHeaders): Caller {
		const { authorization } = headers;
		const header = authorization ?? [headers['x-api-key']].flat()[0] ?? '';
		const secret = header.replace(BEARER, '');
		const isKey = authorization === undefined || BEARER.test(authorization);
		const keyOwner = isKey && this.all.find(({ keys }) => keys.has(secret));
		if (keyOwner) return { account: keyOwner, key: secret };
		const sessionOwner =
			authorization !== undefined && this.all.find(({ sessions }) => sessions.has(secret));
		if (sessionOwner) return { account: sessionOwner };
		throw apiError('unauthorized');
	}

	/** @throws HttpError insufficient_credits, with balance and cost */
	charge(account: Account, kind: LedgerEntry['kind'], cost: number, job?: string): void {
		if (account.credits < cost) {
			throw apiError('insufficient_credits', undefined, { balance: account.credits, cost });
		}
		this.addEntry(account, kind, -cost, job);
	}

	/** Adds credits for a refund. */
	credit(account: Account, kind: 'refund', amount: number, job?: string): void {
		if (amount > 0) this.addEntry(account, kind, amount, job);
	}

	private addEntry(
		account: Account,
		kind: LedgerEntry['kind'],
		amount: number,
		job?: string,
	): void {
		account.credits = credits(account.credits + amount);
		account.ledger.push({
			at: this.clock.iso(),
			kind,
			amount,
			balance: account.credits,
			...(job && { job }),
		});
	}
}
