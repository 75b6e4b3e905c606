/** Event keys, and size-limited storage for event keys and IDs from the service. */
import { createHash } from 'node:crypto';
import type { IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import { toText } from '../describe';

/**
 * Deduplication key of an event, from everything that makes it distinct, the account included. Its
 * format must not change, because Remove Duplicates compares it with that of earlier executions.
 */
export const eventKeyOf = (...parts: readonly unknown[]): string => parts.map(toText).join(':');

export const nodeKeyOf = (
	context: Pick<IPollFunctions | IWebhookFunctions, 'getNode' | 'getWorkflow'>,
): string => JSON.stringify([context.getWorkflow().id, context.getNode().id]);

/** Returns a key of limited length without whitespace: the key itself, or its hash. */
export const boundedKey = (key: string): string =>
	/^\S{1,128}$/.test(key)
		? key
		: `sha256:${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;

/** Maps keys to values, and drops the least recently set entries. */
export class RecentValues<T = string> {
	private readonly values = new Map<string, T>();

	constructor(private readonly maxSize: number) {}

	get(key: string): T | undefined {
		return this.values.get(boundedKey(key));
	}

	set(key: string, value: T): void {
		const bounded = boundedKey(key);
		// Inserts the entry at the end again, so that the oldest entries are dropped first.
		this.values.delete(bounded);
		this.values.set(bounded, value);
		if (this.values.size > this.maxSize) this.values.delete(this.values.keys().next().value!);
	}

	delete(key: string): void {
		this.values.delete(boundedKey(key));
	}
}

/**
 * Keeps the most recent keys of this process, for example to drop duplicate deliveries. Processes
 * of n8n do not share them, so others are removed later in the workflow, by their event key.
 */
export class RecentKeys extends RecentValues<number> {
	/** @param lifetimeMs how long a key is kept. Changes of the system clock do not affect it. */
	constructor(
		maxKeys: number,
		private readonly lifetimeMs = Infinity,
	) {
		super(maxKeys);
	}

	has(key: string): boolean {
		return performance.now() < (this.get(key) ?? 0);
	}

	/** Adds a key. Returns whether it is new. */
	add(key: string): boolean {
		if (this.has(key)) return false;
		this.set(key, performance.now() + this.lifetimeMs);
		return true;
	}
}
