// Writes: synchronous if the platform is fast enough, otherwise as jobs
// (nodes/FinanceData/README.md, States).

import { randomUUID } from 'node:crypto';
import { canonicalJson } from '../kit/canonicalJson';
import type { Clock } from '../kit/clock';
import { HttpError } from '../kit/httpError';
import { apiError, failureBody, platformErrorBody } from './errors';

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
	/** Share of the webhooks that are sent twice, from 0 to 1. */
	doubled: number;
	/** Maximum number of deliveries in flight. */
	deliveriesAtOnce: number;
}

export type Status = 'prequeued' | 'pending' | 'success' | 'failure';

export interface Job {
	id: string;
	status: Status;
	request: { url: string; method: string; body: unknown; idempotency_key?: string };
	response?: { http_status: number; body: unknown };
}

export interface Write {
	method: string;
	url: string;
	body: Record<string, unknown>;
	key?: string;
	/** Performs the write on the platform and returns the response body. */
	perform(): unknown;
}

export interface WriteResult {
	status: number;
	body: unknown;
}

/** The status that the service returns for an error status of the platform. */
const STATUS_BY_PLATFORM_STATUS: Readonly<Record<string, number>> = {
	400: 450,
	401: 451,
	429: 452,
	500: 550,
};

/**
 * If the body contains `platform-400`, the platform returns the status 400. The statuses 401, 429
 * and 500 can be requested in the same way.
 */
function platformStatus(body: unknown): string | undefined {
	const [, status] = /platform-(400|401|429|500)/.exec(JSON.stringify(body)) ?? [];
	return status;
}

export class Jobs {
	readonly all: Job[] = [];
	private readonly keys = new Map<string, { request: string; job: Job }>();

	/** @param onSuccess called for every asynchronous job that succeeds */
	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
		private readonly origin: () => string,
		private readonly onSuccess: (job: Job) => void,
	) {}

	find(id: string): Job {
		const job = this.all.find((candidate) => candidate.id === id);
		if (!job) throw apiError(410, `The job ${id} does not exist.`);
		return job;
	}

	/** @throws HttpError 400 or 409 */
	async submit(write: Write): Promise<WriteResult> {
		const mode = write.body.response_mode ?? 'prefer_sync';
		if (mode !== 'async' && mode !== 'prefer_sync')
			throw apiError(400, 'response_mode must be prefer_sync or async.');
		return mode === 'async' ? this.submitAsync(write) : await this.submitSync(write);
	}

	private submitAsync(write: Write): WriteResult {
		const request = canonicalJson([write.method, write.url, write.body]);
		const earlier = write.key === undefined ? undefined : this.keys.get(write.key);
		if (earlier && earlier.request !== request)
			throw apiError(409, 'This idempotency key was used for a different request.');
		if (earlier) return this.jobResponse(earlier.job);
		const job = this.createJob(write);
		if (write.key !== undefined) this.keys.set(write.key, { request, job });
		void this.run(job, write, true);
		return this.jobResponse(job);
	}

	private async submitSync(write: Write): Promise<WriteResult> {
		const job = this.createJob(write);
		const done = this.run(job, write, false).then(() => true);
		const inTime = await Promise.race([
			done,
			this.clock.sleep(this.settings.syncLimitMs).then(() => false),
		]);
		if (!inTime || !job.response) return this.jobResponse(job);
		return { status: job.response.http_status, body: job.response.body };
	}

	private createJob({ method, url, body, key }: Write): Job {
		const job: Job = {
			id: randomUUID(),
			status: 'prequeued',
			request: { url, method, body, ...(key !== undefined && { idempotency_key: key }) },
		};
		this.all.push(job);
		return job;
	}

	/** Resolves when the job has finished. */
	private async run(job: Job, write: Write, isAsync: boolean): Promise<void> {
		const { platformMs } = this.settings;
		const errorStatus = platformStatus(write.body);
		// The service retries asynchronous jobs itself if the platform's rate limit is reached.
		const isRetried = errorStatus === '429' && isAsync;
		this.clock.after(platformMs / 2, () => {
			job.status = 'pending';
		});
		await new Promise<void>((resolve) => {
			this.clock.after(isRetried ? platformMs * 2 : platformMs, () => {
				this.finish(job, write, isRetried ? undefined : errorStatus, isAsync);
				resolve();
			});
		});
	}

	private finish(job: Job, write: Write, errorStatus: string | undefined, isAsync: boolean): void {
		if (errorStatus === undefined) {
			job.response = this.performWrite(write);
		} else {
			const status = STATUS_BY_PLATFORM_STATUS[errorStatus]!;
			const message = `Simulated platform error (${errorStatus}).`;
			job.response = { http_status: status, body: platformErrorBody(status, message) };
		}
		job.status = job.response.http_status < 400 ? 'success' : 'failure';
		if (job.status === 'success' && isAsync) this.onSuccess(job);
	}

	private performWrite(write: Write): NonNullable<Job['response']> {
		try {
			return { http_status: 200, body: write.perform() };
		} catch (error) {
			if (error instanceof HttpError) return { http_status: error.status, body: error.body };
			return { http_status: 500, body: failureBody(500, 'Unexpected error.') };
		}
	}

	private jobResponse(job: Job): WriteResult {
		const { id, status } = job;
		return {
			status: job.response ? 200 : 202,
			body: {
				async_response: { id, response_url: `${this.origin()}/versioned/jobs/${id}`, status },
			},
		};
	}
}
