// Tokens of one user: their public facts, and the hash by which they are known.

import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../kit/clock';

export interface TokenInfo {
	token_id: string;
	comment?: string;
	/** Epoch milliseconds. */
	creation_time: number;
	/** Epoch milliseconds, or -1 for a token that does not end. */
	expiry_time: number;
	scopes?: string[];
	autoscope_state?: string;
}

export interface Wanted {
	comment?: string;
	scopes?: string[];
	lifetime_seconds?: number;
	autoscope_enabled?: boolean;
}

export const LOCAL_TOKEN = 'tenfold-local-workspace-token';

/** Two years: what the public facts name as the lifetime of a token that asks for none. */
const STANDARD_LIFETIME_SECONDS = 2 * 365 * 24 * 60 * 60;

export const hashOf = (value: string): string => createHash('sha256').update(value).digest('hex');

export class Tokens {
	private readonly known = new Map<string, TokenInfo>();

	constructor(private readonly clock: Clock) {}

	issue(
		{
			comment,
			scopes,
			lifetime_seconds: lifetime = STANDARD_LIFETIME_SECONDS,
			autoscope_enabled: autoscope,
		}: Wanted,
		value = `local-${randomBytes(16).toString('hex')}`,
	): { value: string; info: TokenInfo } {
		const now = this.clock.now();
		const info: TokenInfo = {
			token_id: hashOf(value),
			...(comment !== undefined && { comment }),
			creation_time: now,
			expiry_time: now + lifetime * 1000,
			...(scopes && { scopes }),
			...(autoscope && { autoscope_state: 'ENABLED' }),
		};
		this.known.set(info.token_id, info);
		return { value, info };
	}

	/** Whether a value that came with a request is a token that has not ended. */
	isValid(value: string): boolean {
		const info = this.known.get(hashOf(value));
		return info !== undefined && info.expiry_time > this.clock.now();
	}

	find(id: string): TokenInfo | undefined {
		return this.known.get(id);
	}

	revoke(id: string): boolean {
		return this.known.delete(id);
	}

	list(): TokenInfo[] {
		return [...this.known.values()];
	}
}
