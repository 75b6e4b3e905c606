// The life of a job: accepted and charged, then final, then its outputs attach (specification, part A: States).

import { randomUUID } from 'node:crypto';
import type { Clock } from '../kit/clock';
import type { Account, Accounts } from './accounts';
import type { Model } from './defineModels';
import type { MediaFiles, Output } from './mediaFiles';
import { costOf, credits, imageCount, type GenerationBody } from './pricing';
import { rewritePrompt } from './prompts';
import { apiError } from './errors';
import type { Settings } from './settings';

export const STATUSES = ['pending', 'completed', 'failed', 'stalled', 'canceled'] as const;
export type Status = (typeof STATUSES)[number];

/** Generation (specification, part A): what GET answers and what a callback carries. */
export interface Generation {
	id: string;
	model: string;
	type: 'image' | 'video';
	status: Status;
	cost: number;
	created: string;
	updated: string;
	error?: string;
	input: GenerationBody;
	prompt_used?: string;
	outputs: Output[];
}

export interface Job {
	generation: Generation;
	account: Account;
	/** Images paid for. */
	images: number;
	callbackUrl?: string;
}

export interface Submission {
	account: Account;
	model: Model;
	request: GenerationBody;
	/** The body as it came, which `input` repeats. */
	body: GenerationBody;
	/** The job is to fail at its start, whatever its prompt. */
	failsToStart: boolean;
}

const ERROR_TEXTS: Partial<Record<Status, string>> = {
	failed: 'The model gave up on this request.',
	canceled: 'The job was canceled.',
};

/** Words in a prompt that decide how its job ends. */
function outcomeFor(prompt: string): Status {
	if (prompt.includes('fails')) return 'failed';
	if (prompt.includes('stalls')) return 'stalled';
	return prompt.includes('cancels') ? 'canceled' : 'completed';
}

export class Jobs {
	/** In order of acceptance. */
	readonly all: Job[] = [];

	/** @param onFinished told of every job that is final, with outputs where it completed */
	constructor(
		private readonly clock: Clock,
		private readonly accounts: Accounts,
		private readonly files: MediaFiles,
		private readonly settings: Settings,
		private readonly onFinished: (job: Job) => Promise<void>,
	) {}

	/**
	 * Accepts a job and charges it. The balance is looked at and charged in one step, after the time
	 * that a submission takes, so that two requests at once cannot both spend the last credits.
	 * @throws Refusal prompt_rejected, insufficient_credits
	 */
	async submit(submission: Submission): Promise<Job> {
		const { account, model, request } = submission;
		const prompt = String(request.prompt ?? '').toLowerCase();
		await this.clock.sleep(this.settings.submitMs);
		if (prompt.includes('forbidden')) throw apiError('prompt_rejected');

		const cost = costOf(model, request);
		const job = this.createJob(submission, cost);
		if (submission.failsToStart || prompt.includes('unstartable')) {
			job.generation.cost = 0;
			this.setStatus(job, 'failed', 'The model did not take the job.');
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

	/**
	 * The job of this account.
	 * @throws Refusal not_found, also for a job of another account
	 */
	find(account: Account, id: string): Job {
		const job = this.all.find((one) => one.account === account && one.generation.id === id);
		if (!job) throw apiError('not_found', `There is no generation ${id}.`);
		return job;
	}

	/** Ends a job that is pending or stalled; its money follows the way it ends. No effect on a final job. */
	async finish(job: Job, status: Status): Promise<void> {
		const { generation } = job;
		if (generation.status !== 'pending' && generation.status !== 'stalled') return;
		this.setStatus(job, status, ERROR_TEXTS[status]);
		if (status === 'completed') {
			const deliveredCount = this.imagesToDeliver(job);
			this.refund(job, credits(generation.cost * (1 - deliveredCount / job.images)));
			this.clock.after(this.settings.attachMs, () => this.attachOutputs(job, deliveredCount));
		} else if (status === 'failed' || status === 'canceled') {
			this.refund(job, generation.cost);
			await this.onFinished(job);
		}
	}

	private createJob({ account, model, request, body }: Submission, cost: number): Job {
		const now = this.clock.iso();
		const promptUsed = rewritePrompt(request, model.type);
		const generation: Generation = {
			id: `gen_${randomUUID()}`,
			model: model.id,
			type: model.type,
			status: 'pending',
			cost,
			created: now,
			updated: now,
			input: body,
			...(promptUsed !== undefined && { prompt_used: promptUsed }),
			outputs: [],
		};
		const callbackUrl = request.callback_url as string | undefined;
		const images = model.type === 'image' ? imageCount(model, request) : 1;
		return { generation, account, images, ...(callbackUrl && { callbackUrl }) };
	}

	/** A prompt with the word "fewer" gets one image fewer than was paid for. */
	private imagesToDeliver({ images, generation }: Job): number {
		const fewer = String(generation.input.prompt ?? '')
			.toLowerCase()
			.includes('fewer');
		return fewer ? Math.max(1, images - 1) : images;
	}

	private async attachOutputs(job: Job, count: number): Promise<void> {
		const { generation } = job;
		generation.outputs = Array.from({ length: count }, (_, index) =>
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
