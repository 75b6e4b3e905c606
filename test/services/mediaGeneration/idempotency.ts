// One job a key: what a repeat of a create is answered (specification, part A: GenerationAccepted, Errors).

import { canonicalJson } from '../kit/canonicalJson';
import type { Account } from './accounts';
import type { Job } from './jobs';
import { apiError } from './errors';

interface Use {
	request: string;
	/** Absent while the first request is still being submitted. */
	job?: Job;
}

/** The keys that were used, each within its account. */
export class IdempotencyKeys {
	private readonly used = new Map<Account, Map<string, Use>>();

	/**
	 * Submits once: the first request under a key is submitted and its job kept; a repeat gets that job.
	 * A first request that is refused before there is a job leaves the key free.
	 * @returns the job, and whether it is that of an earlier request
	 * @throws Refusal idempotency_key_reused or idempotency_in_progress, or what `submit` throws
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
