// The lifecycle of jobs: a job is submitted and charged, it finishes, and its outputs are attached
// (nodes/MediaGeneration/README.md, States).

import { randomUUID } from 'node:crypto';
import type { Clock } from '../kit/clock';
import type { Account, Accounts } from './accounts';
import { apiError } from './errors';
import type { Generation, Status } from './generation';
import type { MediaFiles } from './mediaFiles';
import type { Model } from './models';
import { costOf, credits, imageCount, type GenerationBody } from './pricing';
import type { Settings } from './settings';

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
	request: GenerationBody;
	/** The original body, which the API returns as `input`. */
	body: GenerationBody;
	/** Makes the job fail to start, regardless of its prompt. */
	failsToStart: boolean;
}

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
	/** Oldest first. */
	readonly all: Job[] = [];

	/** @param onFinished called for every finished job, after its outputs are attached */
	constructor(
		private readonly clock: Clock,
		private readonly accounts: Accounts,
		private readonly files: MediaFiles,
		private readonly settings: Settings,
		private readonly onFinished: (job: Job) => Promise<void>,
	) {}

	/**
	 * Submits and charges a job. The balance is checked and charged in the same step, after the
	 * submission delay, so that concurrent requests cannot spend the same credits.
	 * @throws HttpError insufficient_credits
	 */
	async submit(submission: Submission): Promise<Job> {
		const { account, model, request } = submission;
		const prompt = String(request.prompt ?? '').toLowerCase();
		await this.clock.sleep(this.settings.submitMs);

		const cost = costOf(model, request);
		const job = this.createJob(submission, cost);
		if (submission.failsToStart || prompt.includes('unstartable')) {
			job.generation.cost = 0;
			this.setStatus(job, 'failed', 'The model rejected the job.');
		} else {
			this.accounts.charge(account, 'generation', cost, job.generation.id);
			const { imageMs, videoMs } = this.settings;
			this.clock.after(model.type === 'image' ? imageMs : videoMs, () =>
				this.finish(job, outcomeFor(prompt)),
			);
		}
		this.all.push(job);
		return job;
	}

	/** Finds a job of this account. @throws HttpError not_found */
	find(account: Account, id: string): Job {
		const job = this.all.find(
			(candidate) => candidate.account === account && candidate.generation.id === id,
		);
		if (!job) throw apiError('not_found', `Generation ${id} not found.`);
		return job;
	}

	/**
	 * Changes the status of a pending or stalled job, and refunds unused credits. Finished jobs
	 * are not changed.
	 */
	async finish(job: Job, status: Status): Promise<void> {
		const { generation } = job;
		if (generation.status !== 'pending' && generation.status !== 'stalled') return;
		this.setStatus(job, status, ERROR_TEXTS[status]);
		if (status === 'completed') {
			this.clock.after(this.settings.attachMs, () => this.attachOutputs(job));
		} else if (status === 'failed' || status === 'canceled') {
			this.refund(job, generation.cost);
			await this.onFinished(job);
		}
	}

	private createJob({ account, model, request, body }: Submission, cost: number): Job {
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
		const callbackUrl = request.callback_url as string | undefined;
		const images = model.type === 'image' ? imageCount(model, request) : 1;
		return { generation, account, images, ...(callbackUrl && { callbackUrl }) };
	}

	private async attachOutputs(job: Job): Promise<void> {
		const { generation } = job;
		generation.outputs = Array.from({ length: job.images }, (_, index) =>
			this.files.output(generation, index),
		);
		generation.updated = this.clock.iso();
		await this.onFinished(job);
	}

	private refund(job: Job, amount: number): void {
		this.accounts.credit(job.account, 'refund', amount, job.generation.id);
		job.generation.cost = credits(job.generation.cost - amount);
	}

	private setStatus({ generation }: Job, status: Status, error?: string): void {
		generation.status = status;
		generation.updated = this.clock.iso();
		if (error !== undefined) generation.error = error;
	}
}
