// Writes: at once where the platform is quick, else as jobs (specification part B, States, Rules 2 and 3).

import { randomUUID } from 'node:crypto';
import { canonicalJson } from '../kit/canonicalJson';
import type { Clock } from '../kit/clock';
import { failureBody, platformBody, refusal } from './errors';
import { HttpError } from '../kit/httpError';
import type { Settings } from './settings';

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
	/** Does it at the platform; answers the body. */
	perform(): unknown;
}

export interface Written {
	status: number;
	body: unknown;
}

/** What the service makes of a status of the platform. */
const MAPPED: Readonly<Record<string, number>> = { 400: 450, 401: 451, 429: 452, 500: 550 };

/** The word `platform-400` anywhere in a write makes the platform answer so. */
function platformStatus(body: unknown): string | undefined {
	const [, status] = /platform-(400|401|429|500)/.exec(JSON.stringify(body)) ?? [];
	return status;
}

export class Jobs {
	readonly all: Job[] = [];
	private readonly keys = new Map<string, { request: string; job: Job }>();

	/** @param succeeded told of every asynchronous job that succeeded */
	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
		private readonly origin: () => string,
		private readonly succeeded: (job: Job) => void,
	) {}

	find(id: string): Job {
		const job = this.all.find((one) => one.id === id);
		if (!job) throw refusal(410, `There is no job ${id}.`);
		return job;
	}

	/** Takes a write in its mode. @throws Refusal 400, 409 */
	async take(write: Write): Promise<Written> {
		const mode = write.body.response_mode ?? 'prefer_sync';
		if (mode !== 'async' && mode !== 'prefer_sync')
			throw refusal(400, 'response_mode takes prefer_sync or async.');
		return mode === 'async' ? this.later(write) : await this.now(write);
	}

	private later(write: Write): Written {
		const request = canonicalJson([write.method, write.url, write.body]);
		const used = write.key === undefined ? undefined : this.keys.get(write.key);
		if (used && used.request !== request)
			throw refusal(409, 'This idempotency key was used for a different request.');
		if (used) return this.accepted(used.job);
		const job = this.open(write);
		if (write.key !== undefined) this.keys.set(write.key, { request, job });
		void this.run(job, write, true);
		return this.accepted(job);
	}

	private async now(write: Write): Promise<Written> {
		const job = this.open(write);
		const done = this.run(job, write, false).then(() => true);
		const inTime = await Promise.race([
			done,
			this.clock.sleep(this.settings.syncLimitMs).then(() => false),
		]);
		if (!inTime || !job.response) return this.accepted(job);
		return { status: job.response.http_status, body: job.response.body };
	}

	private open({ method, url, body, key }: Write): Job {
		const job: Job = {
			id: randomUUID(),
			status: 'prequeued',
			request: { url, method, body, ...(key !== undefined && { idempotency_key: key }) },
		};
		this.all.push(job);
		return job;
	}

	/** Resolves when the job has ended. */
	private async run(job: Job, write: Write, isAsync: boolean): Promise<void> {
		const { platformMs } = this.settings;
		const refused = platformStatus(write.body);
		// What the platform turns away is tried again later by the service itself, where it is a job.
		const waits = refused === '429' && isAsync;
		this.clock.after(platformMs / 2, () => {
			job.status = 'pending';
		});
		await new Promise<void>((resolve) => {
			this.clock.after(waits ? platformMs * 2 : platformMs, () => {
				this.end(job, write, waits ? undefined : refused, isAsync);
				resolve();
			});
		});
	}

	private end(job: Job, write: Write, refused: string | undefined, isAsync: boolean): void {
		job.response =
			refused === undefined
				? this.performed(write)
				: {
						http_status: MAPPED[refused]!,
						body: platformBody(MAPPED[refused]!, `The platform says no (${refused}).`),
					};
		job.status = job.response.http_status < 400 ? 'success' : 'failure';
		if (job.status === 'success' && isAsync) this.succeeded(job);
	}

	private performed(write: Write): NonNullable<Job['response']> {
		try {
			return { http_status: 200, body: write.perform() };
		} catch (error) {
			if (error instanceof HttpError) return { http_status: error.status, body: error.body };
			return { http_status: 500, body: failureBody(500, 'Unforeseen.') };
		}
	}

	private accepted(job: Job): Written {
		const { id, status } = job;
		return {
			status: job.response ? 200 : 202,
			body: {
				async_response: { id, response_url: `${this.origin()}/versioned/jobs/${id}`, status },
			},
		};
	}
}
