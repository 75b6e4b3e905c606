import type { IDataObject } from 'n8n-workflow';
import { type HttpResponse, type Result, toResult } from '../describe';

/** The query parameters or the URL of a page. */
type NextPage = IDataObject | string;

/** Maximum number of prefetch requests in flight for one list. */
const concurrency = 4;

const noPage: IteratorResult<NextPage, unknown> = { done: true, value: undefined };

/** Requests pages before they are needed. Used only if the response before points to them. */
export class Prefetcher {
	private pages: Iterator<NextPage> = [].values();
	/** The first of the pages that have not been requested yet. */
	private waiting: IteratorResult<NextPage, unknown> = noPage;
	private readonly requested = new Map<string, Promise<Result<HttpResponse>>>();

	constructor(private readonly request: (next: NextPage) => Promise<HttpResponse>) {}

	/** Starts to prefetch these pages. Ignores them while pages of an earlier call are left. */
	expect(pages: () => Iterable<NextPage>): void {
		if (this.waiting.done && this.requested.size === 0) {
			this.pages = pages()[Symbol.iterator]();
			this.waiting = this.pages.next();
		}
		this.fill();
	}

	/**
	 * The response of a prefetched page. If the page was not prefetched, returns undefined and drops
	 * the pages that have not been requested yet.
	 */
	async take(next: NextPage): Promise<Result<HttpResponse> | undefined> {
		const pageKey = JSON.stringify(next);
		const response = await this.requested.get(pageKey);
		if (!response) this.waiting = noPage;
		this.requested.delete(pageKey);
		this.fill();
		return response;
	}

	/** Drops the pages that have not been requested yet. Resolves when no request is in flight. */
	async quiet(): Promise<void> {
		this.waiting = noPage;
		await Promise.all(this.requested.values());
	}

	private fill(): void {
		while (this.requested.size < concurrency && !this.waiting.done) {
			const next = this.waiting.value;
			this.waiting = this.pages.next();
			this.requested.set(JSON.stringify(next), toResult(this.request(next)));
		}
	}
}
