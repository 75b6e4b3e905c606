// The tokens of one user. They are stored by the SHA-256 hash of their value, which is also the
// token ID.

import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../kit/clock';
import type { Fields } from '../kit/records';

export interface TokenInfo extends Fields {
	token_id: string;
	comment?: string;
	/** Epoch milliseconds. */
	creation_time: number;
	/** Epoch milliseconds, or -1 for a token that does not expire. */
	expiry_time: number;
	scopes?: string[];
}

export interface TokenRequest {
	comment?: string;
	scopes?: string[];
	lifetime_seconds?: number;
	autoscope_enabled?: boolean;
}

export const LOCAL_TOKEN = 'tenfold-local-workspace-token';

/** Two years, the default lifetime according to the public documentation. */
const DEFAULT_LIFETIME_SECONDS = 2 * 365 * 24 * 60 * 60;

export const hashOf = (value: string): string => createHash('sha256').update(value).digest('hex');

export class Tokens {
	readonly byId = new Map<string, TokenInfo>();

	constructor(private readonly clock: Clock) {}

	issue(
		{ comment, scopes, lifetime_seconds, autoscope_enabled: isAutoscoped }: TokenRequest,
		value = `local-${randomBytes(16).toString('hex')}`,
	): { value: string; info: TokenInfo } {
		const now = this.clock.now();
		const info: TokenInfo = {
			token_id: hashOf(value),
			...(comment !== undefined && { comment }),
			creation_time: now,
			expiry_time: now + (lifetime_seconds ?? DEFAULT_LIFETIME_SECONDS) * 1000,
			...(scopes && { scopes }),
			...(isAutoscoped && { autoscope_state: 'ENABLED' }),
		};
		this.byId.set(info.token_id, info);
		return { value, info };
	}

	/** Whether the value is a token that has not expired or been revoked. */
	isValid(value: string): boolean {
		return (this.byId.get(hashOf(value))?.expiry_time ?? 0) > this.clock.now();
	}

	list(): TokenInfo[] {
		return [...this.byId.values()];
	}
}
