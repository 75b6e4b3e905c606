/**
 * The part of Node's `Readable` that the pack uses. Community nodes may not import the `stream`
 * module.
 */
export interface Readable extends AsyncIterable<unknown> {
	readonly destroyed: boolean;
	readonly readableEnded: boolean;
	destroy(error?: Error): unknown;
	/** Bytes that have arrived and have not been read yet. */
	readonly readableLength: number;
	/** Called for each chunk that arrives, and with null at the end. */
	push(chunk: unknown, encoding?: string): boolean;
	on(event: string, listener: (...values: never[]) => void): unknown;
}

export const isReadable = (value: unknown): value is Readable =>
	typeof value === 'object' &&
	value !== null &&
	typeof (value as { on?: unknown }).on === 'function' &&
	Symbol.asyncIterator in value;
