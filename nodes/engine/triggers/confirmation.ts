/** Confirms unsigned webhook calls: reads the record that a call names from the service. */
import type { IWebhookFunctions } from 'n8n-workflow';
import type { Api, Connection, Step, WebhookReply } from '../describe';
import { connect, type RunSettings } from '../http/connect';
import { nodeKeyOf, RecentKeys } from './eventKeys';

/**
 * Whether a value in a call can be the ID of a record. Services do not document the format of their
 * IDs, so the function accepts any text of limited length that a URL path can contain without
 * encoding.
 */
export const isCallId = (id: unknown): id is string =>
	typeof id === 'string' && /^[\w!$&'()*+,;=:@~.-]{1,255}$/.test(id) && !/^\.{1,2}$/.test(id);

/** Anyone can send such calls, so they must cause few API calls. */
export class Confirmation {
	/** In this process, each node reads at most 5 records at the same time, and 45 more calls wait. */
	private readonly reads = new CallQueue(5, 45);

	/** IDs that the service did not find, by node. */
	private readonly unknownIds = new RecentKeys(10_000, 10 * 60_000);

	/** @param notFound the response to calls with an ID that the service does not know */
	constructor(private readonly notFound: WebhookReply) {}

	/**
	 * Reads a record for a call. Calls that arrive while too many others wait are rejected with 503,
	 * and the service repeats them.
	 * @param id validated ID from the call
	 * @param read returns `notFound`, this same object, if the service has no such record
	 */
	async read<T>(
		context: IWebhookFunctions,
		service: Api,
		id: string,
		read: (connection: Connection) => Promise<Step<T>>,
		settings: RunSettings = {},
	): Promise<Step<T>> {
		const nodeKey = nodeKeyOf(context);
		const key = `${nodeKey} ${id}`;
		const result = await this.reads.run(nodeKey, async () => {
			if (this.unknownIds.has(key)) return { rejection: this.notFound };
			const connection = await connect(context, service, {
				...settings,
				attempts: 1,
				timeout: 20_000,
			});
			const confirmed = await read(connection);
			if ('rejection' in confirmed && confirmed.rejection === this.notFound)
				this.unknownIds.add(key);
			return confirmed;
		});
		return result ?? { rejection: { status: 503, message: 'Too many callbacks at once' } };
	}
}

interface Scope {
	inFlight: number;
	/** Functions that start the waiting calls, oldest call first. */
	readonly waiting: Array<() => void>;
}

/** Limits the API calls in flight that unsigned webhook requests cause, by scope, such as a node. */
export class CallQueue {
	private readonly scopes = new Map<string, Scope>();

	constructor(
		private readonly maxInFlight: number,
		private readonly maxWaiting: number,
	) {}

	/** Runs a call as soon as possible. Returns undefined if too many calls are waiting. */
	async run<T>(scopeName: string, call: () => Promise<T>): Promise<T | undefined> {
		const scope = this.scopes.get(scopeName) ?? { inFlight: 0, waiting: [] };
		this.scopes.set(scopeName, scope);
		if (scope.inFlight < this.maxInFlight) scope.inFlight++;
		else if (scope.waiting.length < this.maxWaiting)
			await new Promise<void>((start) => scope.waiting.push(start));
		else return undefined;
		try {
			return await call();
		} finally {
			// The next call replaces this call, so `inFlight` does not change.
			const startNext = scope.waiting.shift();
			if (startNext) startNext();
			else if (--scope.inFlight === 0) this.scopes.delete(scopeName);
		}
	}
}
