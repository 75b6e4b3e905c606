import type { IDataObject } from 'n8n-workflow';
import type { HttpResponse } from '../describe';
import { type Result, toResult } from '../transport/result';

/** Maximum number of prefetch requests in flight for one list. */
const concurrency = 4;

/** Requests pages before they are needed. A prefetched page is used only if the page before it points to it. */
export class Prefetcher {
	private waiting: IDataObject[] = [];
	private readonly requested = new Map<string, Promise<Result<HttpResponse>>>();

	constructor(private readonly request: (next: IDataObject) => Promise<HttpResponse>) {}

	/** Starts to prefetch these pages. Ignores them while pages from an earlier call are waiting or have not been taken. */
	expect(pages: () => readonly IDataObject[]): void {
		if (this.waiting.length === 0 && this.requested.size === 0) this.waiting = [...pages()];
		this.fill();
	}

	/** The response of a prefetched page; undefined if the page was not prefetched. Then the remaining pages are dropped, too. */
	async take(next: IDataObject): Promise<Result<HttpResponse> | undefined> {
		const pageKey = JSON.stringify(next);
		const response = await this.requested.get(pageKey);
		if (!response) this.waiting = [];
		this.requested.delete(pageKey);
		this.fill();
		return response;
	}

	/** Resolves when no request is in flight anymore. */
	async quiet(): Promise<void> {
		this.waiting = [];
		await Promise.all(this.requested.values());
	}

	private fill(): void {
		while (this.requested.size < concurrency && this.waiting.length > 0) {
			const next = this.waiting.shift()!;
			this.requested.set(JSON.stringify(next), toResult(this.request(next)));
		}
	}
}
