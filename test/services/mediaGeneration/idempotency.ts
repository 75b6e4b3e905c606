// Idempotency keys: one job per key (nodes/MediaGeneration/README.md, Idempotency).

import { canonicalJson } from '../kit/canonicalJson';
import type { Account } from './accounts';
import { apiError } from './errors';
import type { Job } from './jobs';

interface Use {
	request: string;
	/** Undefined while the first request is in progress. */
	job?: Job;
}

/** The used keys of each account. */
export class IdempotencyKeys {
	private readonly used = new Map<Account, Map<string, Use>>();

	/**
	 * Submits the first request with a key, and returns its job to repeated requests. If the first
	 * request fails without a job, the key can be used again.
	 * @returns the job, and whether it belongs to an earlier request
	 * @throws HttpError idempotency_key_reused or idempotency_in_progress, or an error of `submit`
	 */
	async once(
		account: Account,
		key: string | undefined,
		body: unknown,
		submit: () => Promise<Job>,
	): Promise<{ job: Job; replay: boolean }> {
		if (key === undefined) return { job: await submit(), replay: false };
		const keys = this.used.get(account) ?? new Map<string, Use>();
		this.used.set(account, keys);
		const request = canonicalJson(body);
		const earlier = keys.get(key);
		if (earlier && earlier.request !== request) throw apiError('idempotency_key_reused');
		if (earlier?.job) return { job: earlier.job, replay: true };
		if (earlier) throw apiError('idempotency_in_progress');

		const use: Use = { request };
		keys.set(key, use);
		try {
			use.job = await submit();
		} finally {
			if (!use.job) keys.delete(key);
		}
		return { job: use.job, replay: false };
	}
}
