/** Confirms unsigned webhook calls: reads the record that a call names from the service. */
import type { IWebhookFunctions } from 'n8n-workflow';
import { type Api, type Connection, reject, type Step, type WebhookReply } from '../describe';
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
	/** How many records each node reads at the same time, in this process. At most 50. */
	private readonly inFlight = new Map<string, number>();

	/** IDs that the service did not find, by node. */
	private readonly unknownIds = new RecentKeys(10_000, 10 * 60_000);

	/** @param notFound the response to calls with an ID that the service does not know */
	constructor(private readonly notFound: WebhookReply) {}

	/**
	 * Reads a record for a call. Rejects calls beyond the limit with 503, so that the service repeats
	 * them.
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
		const node = nodeKeyOf(context);
		const key = `${node} ${id}`;
		if (this.unknownIds.has(key)) return { rejection: this.notFound };
		const inFlight = this.inFlight.get(node) ?? 0;
		if (inFlight >= 50) return reject(503, 'Too many callbacks at once');
		this.inFlight.set(node, inFlight + 1);
		try {
			const limits = { attempts: 1, timeout: 20_000 };
			const confirmed = await read(await connect(context, service, { ...settings, ...limits }));
			if ('rejection' in confirmed && confirmed.rejection === this.notFound)
				this.unknownIds.add(key);
			return confirmed;
		} finally {
			const left = this.inFlight.get(node)! - 1;
			if (left > 0) this.inFlight.set(node, left);
			else this.inFlight.delete(node);
		}
	}
}
