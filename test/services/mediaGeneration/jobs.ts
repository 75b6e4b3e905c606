// Accounts with their credits, and the lifecycle of jobs: a job is submitted and charged, it finishes,
// its outputs are attached, and its callback is delivered (nodes/MediaGeneration/README.md).

import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { canonicalJson } from '../kit/canonicalJson';
import type { Clock } from '../kit/clock';
import { deliver } from '../kit/deliver';
import type { Fields } from '../kit/records';
import { apiError } from './errors';
import type { MediaFiles, Output } from './files';
import { costOf, credits, imageCount, type Model } from './models';

/**
 * Settings that a test can change while the service runs. Durations are milliseconds of the
 * service's clock.
 */
export interface Settings {
	/** Duration of an image job. */
	imageMs: number;
	/** Duration of a video job. */
	videoMs: number;
	/** Delay between completion and outputs. */
	attachMs: number;
	/** Duration of a create request, during which its idempotency key is in progress. */
	submitMs: number;
}

export interface AccountSetup {
	apiKey: string;
	/** Token of a web session. Default: none. */
	sessionToken?: string;
	/** Default: 10000. */
	credits?: number;
}

/** A change of the balance. The amount of a charge is negative. */
export interface LedgerEntry {
	at: string;
	kind: 'generation' | 'refund';
	amount: number;
	balance: number;
	/** ID of the job. */
	job: string;
}

export interface Account {
	id: string;
	email: string;
	credits: number;
	keys: Set<string>;
	sessionToken: string | undefined;
	ledger: LedgerEntry[];
	/** The requests of idempotency keys, with their jobs once these have been submitted. */
	requests: Map<string, { body: string; job?: Job }>;
}

export interface Caller {
	account: Account;
	/** The API key of the request. Undefined for a web session. */
	key?: string;
}

export type Status = 'pending' | 'completed' | 'failed' | 'stalled' | 'canceled';

/** Response of GET /api/v2/generations/{id}, and body of callbacks. */
export interface Generation {
	id: string;
	model: string;
	type: 'image' | 'video';
	status: Status;
	cost: number;
	created: string;
	updated: string;
	error?: string;
	input: Fields;
	outputs: Output[];
}

export interface Job {
	generation: Generation;
	account: Account;
	/** Number of images. */
	images: number;
	callbackUrl?: string;
}

export interface Submission {
	account: Account;
	model: Model;
	/** The original body, which the API returns as `input`. */
	body: Fields;
	/** Makes the job fail to start, regardless of its prompt. */
	failsToStart: boolean;
}

export interface Delivery {
	job: string;
	url: string;
	/** Status of each response, or 0 if there was none. */
	attempts: number[];
	/**
	 * 'pending' while retries are left, 'failed' after the last retry, and 'rejected' after an error
	 * response that is not retried.
	 */
	outcome: 'pending' | 'delivered' | 'rejected' | 'failed';
}

/** Delays between the attempts, in milliseconds: 360 seconds in total. */
const RETRY_DELAYS = [5, 10, 20, 40, 60, 90, 135].map((seconds) => seconds * 1000);
const BEARER = /^Bearer +/i;
const ERROR_TEXTS: Partial<Record<Status, string>> = {
	failed: 'The model could not complete this request.',
	canceled: 'The job was canceled.',
};

/** The final status of a job, determined by keywords in its prompt. */
function outcomeFor(prompt: string): Status {
	if (prompt.includes('fails')) return 'failed';
	if (prompt.includes('stalls')) return 'stalled';
	return prompt.includes('cancels') ? 'canceled' : 'completed';
}

export class Jobs {
	readonly accounts: Account[] = [];
	/** Oldest first. */
	readonly all: Job[] = [];
	readonly deliveries: Delivery[] = [];

	constructor(
		private readonly clock: Clock,
		private readonly files: MediaFiles,
		private readonly settings: Settings,
	) {}

	addAccount({ apiKey, sessionToken, credits: balance = 10000 }: AccountSetup): Account {
		const id = `acc_${randomUUID().slice(0, 8)}`;
		const account: Account = {
			id,
			email: `${id}@localhost`,
			credits: balance,
			keys: new Set([apiKey]),
			sessionToken,
			ledger: [],
			requests: new Map(),
		};
		this.accounts.push(account);
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
		const keyOwner = isKey && this.accounts.find(({ keys }) => keys.has(secret));
		if (keyOwner) return { account: keyOwner, key: secret };
		const account =
			authorization && this.accounts.find(({ sessionToken }) => sessionToken === secret);
		if (!account) throw apiError('unauthorized');
		return { account };
	}

	/**
	 * Submits the first request with an idempotency key, and returns its job to repeated requests. If
	 * the first request fails without a job, the key can be used again.
	 * @throws HttpError idempotency_key_reused, idempotency_in_progress or insufficient_credits
	 */
	async submitOnce(submission: Submission): Promise<{ job: Job; isReplay: boolean }> {
		const { body, account } = submission;
		const key = body.idempotency_key as string | undefined;
		if (key === undefined) return { job: await this.submit(submission), isReplay: false };
		const { requests } = account;
		const request: { body: string; job?: Job } = { body: canonicalJson(body) };
		const earlier = requests.get(key);
		if (earlier && earlier.body !== request.body) throw apiError('idempotency_key_reused');
		if (earlier?.job) return { job: earlier.job, isReplay: true };
		if (earlier) throw apiError('idempotency_in_progress');
		requests.set(key, request);
		try {
			request.job = await this.submit(submission);
			return { job: request.job, isReplay: false };
		} finally {
			if (!request.job) requests.delete(key);
		}
	}

	/**
	 * The balance is checked and charged in the same step, after the submission delay, so that
	 * concurrent requests cannot spend the same credits.
	 */
	private async submit({ account, model, body, failsToStart }: Submission): Promise<Job> {
		const { prompt = '', callback_url: callbackUrl } = body;
		const text = String(prompt).toLowerCase();
		const { imageMs, videoMs, submitMs } = this.settings;
		await this.clock.sleep(submitMs);
		const cost = costOf(model, body);
		const now = this.clock.iso();
		const generation: Generation = {
			id: `gen_${randomUUID()}`,
			model: model.id,
			type: model.type,
			status: 'pending',
			cost,
			created: now,
			updated: now,
			input: body,
			outputs: [],
		};
		const job: Job = {
			generation,
			account,
			images: model.type === 'image' ? imageCount(model, body) : 1,
			...(callbackUrl !== undefined && { callbackUrl: String(callbackUrl) }),
		};
		if (failsToStart || text.includes('unstartable')) {
			generation.cost = 0;
			this.setStatus(generation, 'failed', 'The model rejected the job.');
		} else {
			const balance = account.credits;
			if (balance < cost) throw apiError('insufficient_credits', undefined, { balance, cost });
			this.addEntry(job, 'generation', -cost);
			this.clock.after(model.type === 'image' ? imageMs : videoMs, () =>
				this.finish(job, outcomeFor(text)),
			);
		}
		this.all.push(job);
		return job;
	}

	/** Finds a job, of this account if one is given. @throws HttpError not_found */
	find(id: string | undefined, account?: Account): Job {
		const job = this.all.find(
			({ generation, account: owner }) => generation.id === id && owner === (account ?? owner),
		);
		if (!job) throw apiError('not_found', `Generation ${id} not found.`);
		return job;
	}

	/**
	 * Changes the status of a pending or stalled job, and refunds unused credits. Finished jobs are
	 * not changed.
	 */
	async finish(job: Job, status: Status): Promise<void> {
		const { generation } = job;
		if (generation.status !== 'pending' && generation.status !== 'stalled') return;
		this.setStatus(generation, status, ERROR_TEXTS[status]);
		if (status === 'completed')
			this.clock.after(this.settings.attachMs, async () => {
				generation.outputs = Array.from({ length: job.images }, (_, index) =>
					this.files.output(generation, index),
				);
				generation.updated = this.clock.iso();
				await this.callBack(job);
			});
		else if (status !== 'stalled') {
			this.addEntry(job, 'refund', generation.cost);
			generation.cost = 0;
			await this.callBack(job);
		}
	}

	private addEntry({ account, generation }: Job, kind: LedgerEntry['kind'], amount: number): void {
		account.credits = credits(account.credits + amount);
		const { id: job } = generation;
		account.ledger.push({ at: this.clock.iso(), kind, amount, balance: account.credits, job });
	}

	private setStatus(generation: Generation, status: Status, error?: string): void {
		generation.status = status;
		generation.updated = this.clock.iso();
		if (error !== undefined) generation.error = error;
	}

	/** Sends the job to its callback URL, if it has one. Resolves after the first attempt. */
	private async callBack({ generation, callbackUrl: url }: Job): Promise<void> {
		if (url === undefined) return;
		const delivery: Delivery = { job: generation.id, url, attempts: [], outcome: 'pending' };
		this.deliveries.push(delivery);
		const attempt = async (): Promise<void> => {
			const { status } = await deliver(url, generation);
			delivery.attempts.push(status);
			const delay = RETRY_DELAYS[delivery.attempts.length - 1];
			if (status > 0 && status < 500 && status !== 429)
				delivery.outcome = status < 300 ? 'delivered' : 'rejected';
			else if (delay === undefined) delivery.outcome = 'failed';
			else this.clock.after(delay, attempt);
		};
		await attempt();
	}
}
