/** Node's stream, as far as the pack touches it. The `stream` module itself may not be imported by a node pack. */
export interface Readable extends AsyncIterable<unknown> {
	readonly destroyed: boolean;
	readonly readableEnded: boolean;
	destroy(error?: Error): unknown;
	on(event: string, listener: (...values: never[]) => void): unknown;
	/** Another stream that carries what the generator makes of this one (Node's stream operators). */
	compose(generator: (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>): Readable;
}

export const isReadable = (value: unknown): value is Readable =>
	typeof value === 'object' &&
	value !== null &&
	typeof (value as { on?: unknown }).on === 'function' &&
	Symbol.asyncIterator in value;
