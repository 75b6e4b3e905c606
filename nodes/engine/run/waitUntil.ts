/** Waits for a job of a service, by polling or until a webhook resumes the execution. */
import { type Call, type Connection, PackError, toText } from '../describe';
import { cancellableSleep } from '../limits/sleep';

export interface Waiting<T> {
	readonly read: () => Promise<T>;
	readonly isDone: (state: T) => boolean;
	/** Maximum total time in milliseconds. */
	readonly maximumMs: number;
	/** Milliseconds before the second read. Grows by 50% each time. Default 1000. */
	readonly intervalMs?: number;
	/** Maximum interval in milliseconds. Default 30000. */
	readonly longestIntervalMs?: number;
	readonly connection?: Pick<Connection, 'memory' | 'signal' | 'item'>;
	/** After the maximum time, an error, or a hint that the item contains `timedOut`. Default: neither. */
	readonly onTimeout?: 'fail' | 'hint';
}

/**
 * Polls the state until it is done or the maximum time has passed. Lets the next item start before
 * the first pause.
 * @returns the last state, and whether it timed out
 * @throws PackError after the maximum time with `onTimeout: 'fail'`
 */
export async function waitUntil<T>({
	read,
	isDone,
	maximumMs,
	intervalMs = 1000,
	longestIntervalMs = 30_000,
	connection: { memory, signal, item } = {},
	onTimeout,
}: Waiting<T>): Promise<{ state: T; timedOut: boolean }> {
	// Unlike Date.now(), this clock is not affected by changes of the system time.
	const until = performance.now() + maximumMs;
	for (let interval = intervalMs; ; interval = Math.min(interval * 1.5, longestIntervalMs)) {
		const bytesBefore = memory?.bytes ?? 0;
		const state = await read();
		if (isDone(state)) return { state, timedOut: false };
		const left = until - performance.now();
		if (left <= 0) {
			if (onTimeout === 'fail')
				throw new PackError('The wait took longer than Maximum Wait', {
					hint: 'Increase Maximum Wait (Minutes), or turn off Fail on Timeout. The item then contains timedOut.',
				});
			if (onTimeout === 'hint')
				item?.showHint?.(
					'The wait took longer than Maximum Wait, so the item contains timedOut. Check this before you continue, for example with an If node.',
				);
			return { state, timedOut: true };
		}
		memory?.release(memory.bytes - bytesBefore);
		item?.startNext?.();
		await cancellableSleep(Math.min(interval, left), signal);
	}
}

/**
 * Whether a job with this status goes on, in any spelling: `pending`, `InProgress`, `QUEUED`. A wait
 * that meets another status ends, because new words are usually new ways to fail.
 * @param status without a status, nothing is known yet, so the job goes on
 */
export const isOngoing = (status: unknown): boolean =>
	/^(?:|(?:pre|en)?queued|in(?:progress|queue)|.*ing|created|scheduled|submitted|accepted|received|started|new)$/.test(
		toText(status)
			.toLowerCase()
			.replace(/[\s_-]/g, ''),
	);

/**
 * The URL that resumes this execution at this node, with the resume token if n8n uses one. The node
 * needs a webhook with `restartWebhook` and the path `={{ $nodeId }}`.
 */
export function resumeUrl({ context, connection, item }: Call<unknown>): string {
	const url = new URL(toText(context.evaluateExpression('{{ $execution.resumeUrl }}', item)));
	url.pathname = `${url.pathname.replace(/\/$/, '')}/${connection.node.id}`;
	return url.href;
}
