// Accounts with their credits, and the lifecycle of jobs: a job is submitted and charged, it finishes,
// its outputs are attached, and its callback is delivered (nodes/MediaGeneration/README.md).

import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../kit/clock';
import { deliver, deliverUntil } from '../kit/deliver';
import type { Fields } from '../kit/records';
import { apiError } from './errors';
import type { MediaFiles, Output } from './files';
import { costOf, imageCount, type Model } from './models';

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
}

export interface Account {
	id: string;
	apiKey: string;
	/** Token of a web session. */
	sessionToken?: string;
	credits: number;
	/** Changes of the balance. The amount of a charge is negative. */
	charges: Array<{ kind: 'generation' | 'refund'; amount: number; job: string }>;
	/** Jobs by idempotency key. */
	requests: Map<string, Job>;
}

export type Status = 'pending' | 'completed' | 'failed' | 'stalled' | 'canceled';

/** Response of GET /api/v2/generations/{id}, and body of callbacks. */
export interface Generation {
	id: string;
	model: string;
	type: string;
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
}

/** Delays between the attempts to call back, in milliseconds. */
const RETRY_DELAYS = [5_000, 10_000, 20_000];
const BEARER = /^Bearer +/i;

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

	constructor(
		private readonly clock: Clock,
		private readonly files: MediaFiles,
		private readonly settings: Settings,
	) {}

	addAccount(
		setup: Pick<Account, 'apiKey'> & Partial<Pick<Account, 'credits' | 'sessionToken'>>,
	): Account {
		const id = `acc_${randomUUID().slice(0, 8)}`;
		const account = { id, credits: 10_000, charges: [], requests: new Map(), ...setup };
		this.accounts.push(account);
		return account;
	}

	/**
	 * Accepts an API key in `Authorization: Bearer`, an API key in X-API-Key with or without Bearer,
	 * and a session token in Authorization. Authorization has precedence if both headers are sent.
	 * @throws HttpError unauthorized
	 */
	authenticate(headers: IncomingHttpHeaders): Account {
		const { authorization } = headers;
		const header = authorization ?? [headers['x-api-key']].flat()[0] ?? '';
		const secret = header.replace(BEARER, '');
		const isKey = authorization === undefined || BEARER.test(authorization);
		const account = this.accounts.find(
			({ apiKey, sessionToken }) =>
				(isKey && apiKey === secret) || (authorization !== undefined && sessionToken === secret),
		);
		if (!account) throw apiError('unauthorized');
		return account;
	}

	/**
	 * Submits the first request with an idempotency key, and returns its job to repeated requests.
	 * @throws HttpError insufficient_credits or generation_failed
	 */
	submit(account: Account, model: Model, body: Fields): { job: Job; isReplay: boolean } {
		const { idempotency_key: key } = body;
		const earlier = account.requests.get(String(key));
		if (earlier) return { job: earlier, isReplay: true };
		const job = this.start(account, model, body);
		if (key !== undefined) account.requests.set(String(key), job);
		return { job, isReplay: false };
	}

	private start(account: Account, model: Model, body: Fields): Job {
		const text = String(body.prompt).toLowerCase();
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
		const isImage = model.type === 'image';
		const job = { generation, account, images: isImage ? imageCount(model, body) : 1 };
		const { credits: balance } = account;
		if (balance < cost) throw apiError('insufficient_credits', undefined, { balance, cost });
		this.all.push(job);
		if (text.includes('unstartable')) {
			Object.assign(generation, { status: 'failed', cost: 0 });
			throw apiError('generation_failed', undefined, { id: generation.id });
		}
		charge(job, 'generation', -cost);
		const { imageMs, videoMs } = this.settings;
		this.clock.after(isImage ? imageMs : videoMs, () => this.finish(job, outcomeFor(text)));
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
		Object.assign(generation, { status, updated: this.clock.iso() });
		if (status === 'completed')
			this.clock.after(this.settings.attachMs, async () => {
				generation.outputs = Array.from({ length: job.images }, (_, index) =>
					this.files.output(generation, index),
				);
				await this.callBack(generation);
			});
		else if (status !== 'stalled') {
			charge(job, 'refund', generation.cost);
			Object.assign(generation, { cost: 0, error: `The job ${status}.` });
			await this.callBack(generation);
		}
	}

	/** Sends the job to its callback URL, if it has one. Resolves after the first attempt. */
	private async callBack(generation: Generation): Promise<void> {
		const { callback_url: url } = generation.input;
		if (url === undefined) return;
		await deliverUntil(this.clock, RETRY_DELAYS, async () => {
			const { status } = await deliver(String(url), generation);
			return status > 0 && status < 500;
		});
	}
}

function charge({ account, generation }: Job, kind: 'generation' | 'refund', amount: number): void {
	account.credits += amount;
	account.charges.push({ kind, amount, job: generation.id });
}
