// Accounts, their credentials, and what was charged to them (specification, part A: Account, Authentication).

import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../kit/clock';
import { credits } from './pricing';
import { apiError } from './errors';

export interface AccountSetup {
	apiKey: string;
	/** Token of the web application; none by default. */
	sessionToken?: string;
	/** 10000 by default. */
	credits?: number;
	email?: string;
}

/** One movement of the balance; `amount` is negative for what was paid. */
export interface LedgerEntry {
	at: string;
	kind: 'generation' | 'refund' | 'enhance' | 'moderate' | 'purchase';
	amount: number;
	balance: number;
	/** The job of a generation or a refund. */
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
	/** The key that called; absent for a web session. */
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
	 * Who calls: a key as `Authorization: Bearer` or in X-API-Key with or without Bearer, or a session
	 * token in Authorization. Where both headers are sent, Authorization is the one that counts.
	 * @throws Refusal unauthorized
	 */
	authenticate(headers: IncomingHttpHeaders): Caller {
		const { authorization } = headers;
		const header = authorization ?? [headers['x-api-key']].flat()[0] ?? '';
		const secret = header.replace(BEARER, '');
		const isKey = authorization === undefined || BEARER.test(authorization);
		const owner = isKey && this.all.find(({ keys }) => keys.has(secret));
		if (owner) return { account: owner, key: secret };
		const visitor =
			authorization !== undefined && this.all.find(({ sessions }) => sessions.has(secret));
		if (visitor) return { account: visitor };
		throw apiError('unauthorized');
	}

	/** @throws Refusal insufficient_credits, with balance and cost */
	charge(account: Account, kind: LedgerEntry['kind'], cost: number, job?: string): void {
		if (account.credits < cost) {
			throw apiError('insufficient_credits', undefined, { balance: account.credits, cost });
		}
		this.addEntry(account, kind, -cost, job);
	}

	/** Adds credits: a refund of a job, or a pack that was paid. */
	credit(account: Account, kind: 'refund' | 'purchase', amount: number, job?: string): void {
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
