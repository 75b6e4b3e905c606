/** Requests pages before they are needed. A prefetched page is used only if the page before it points to it. */
import type { IDataObject } from 'n8n-workflow';
import type { HttpResponse } from '../describe';
import { type Result, toResult } from '../transport/result';

/** Requests under way at once for one list. */
const width = 4;

export class Prefetcher {
	private waiting: IDataObject[] = [];
	private readonly asked = new Map<string, Promise<Result<HttpResponse>>>();

	constructor(private readonly ask: (next: IDataObject) => Promise<HttpResponse>) {}

	/** Notes which pages are to come, unless earlier guesses are left. */
	expect(pages: () => readonly IDataObject[]): void {
		if (this.waiting.length === 0 && this.asked.size === 0) this.waiting = [...pages()];
		this.fill();
	}

	/** The answer for a page if it was guessed; where it was not, the guesses were wrong, and no more are made of them. */
	async take(next: IDataObject): Promise<Result<HttpResponse> | undefined> {
		const mark = JSON.stringify(next);
		const answer = await this.asked.get(mark);
		if (!answer) this.waiting = [];
		this.asked.delete(mark);
		this.fill();
		return answer;
	}

	/** Ends when nothing is under way any more. */
	async quiet(): Promise<void> {
		this.waiting = [];
		await Promise.all(this.asked.values());
	}

	private fill(): void {
		while (this.asked.size < width && this.waiting.length > 0) {
			const next = this.waiting.shift()!;
			this.asked.set(JSON.stringify(next), toResult(this.ask(next)));
		}
	}
}
