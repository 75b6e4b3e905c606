// Writes: synchronous if the platform is fast enough, otherwise as jobs
// (nodes/FinanceData/README.md, States).

import { randomUUID } from 'node:crypto';
import type { Clock } from '../kit/clock';
import { Reply } from '../kit/exchange';
import { HttpError } from '../kit/httpError';
import { apiError } from './errors';

/** Settings that a test can change while the service runs. Durations are milliseconds. */
export interface Settings {
	/** How long the platform takes to process a write. */
	platformMs: number;
	/** How long a prefer_sync write waits for the platform before it returns a job. */
	syncLimitMs: number;
	/** Default number of records on a page. */
	pageSize: number;
	/** URLs that webhooks are sent to. */
	webhooks: string[];
}

export interface Job {
	id: string;
	status: 'prequeued' | 'success' | 'failure';
	request: { url: string; method: string; body: unknown; idempotency_key?: string };
	response?: { http_status: number; body: unknown };
}

export class Jobs {
	readonly all: Job[] = [];
	/** Origin of the links to jobs. Set once the server listens. */
	origin = '';

	/** @param onSuccess called for every asynchronous job that succeeds */
	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
		private readonly onSuccess: (job: Job) => void,
	) {}

	find(id: string): Job {
		const job = this.all.find((candidate) => candidate.id === id);
		if (!job) throw apiError(410, `The job ${id} does not exist.`);
		return job;
	}

	/**
	 * Only asynchronous writes have an idempotency key.
	 * @param perform performs the write on the platform and returns the response body
	 */
	async submit(request: Job['request'], perform: () => unknown): Promise<Reply> {
		const { response_mode: mode = 'prefer_sync' } = request.body as { response_mode?: unknown };
		const isAsync = mode === 'async';
		const key = isAsync ? request.idempotency_key : undefined;
		const earlier = key && this.all.find((job) => job.request.idempotency_key === key);
		if (earlier) return this.accepted(earlier);
		const job: Job = { id: randomUUID(), status: 'prequeued', request };
		this.all.push(job);
		const done = this.run(job, perform, isAsync);
		if (isAsync) return this.accepted(job);
		await Promise.race([done, this.clock.sleep(this.settings.syncLimitMs)]);
		const { response } = job;
		return response ? new Reply(response.http_status, response.body) : this.accepted(job);
	}

	private async run(job: Job, perform: () => unknown, isAsync: boolean): Promise<void> {
		await this.clock.sleep(this.settings.platformMs);
		try {
			job.response = { http_status: 200, body: perform() };
			job.status = 'success';
			if (isAsync) this.onSuccess(job);
		} catch (error) {
			if (!(error instanceof HttpError)) throw error;
			job.response = { http_status: error.status, body: error.body };
			job.status = 'failure';
		}
	}

	private accepted({ id, status, response }: Job): Reply {
		const response_url = `${this.origin}/versioned/jobs/${id}`;
		return new Reply(response ? 200 : 202, { async_response: { id, response_url, status } });
	}
}
