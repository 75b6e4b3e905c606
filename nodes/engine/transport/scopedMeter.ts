import type { MemoryMeter } from '../describe';

/**
 * Counts the bytes of one response separately from the responses that the item reads at the same
 * time. The bytes of this response can then be released together.
 */
export class ScopedMeter implements MemoryMeter {
	bytes = 0;

	constructor(private readonly parent?: MemoryMeter) {}

	add(bytes: number): void {
		this.parent?.add(bytes);
		this.bytes += bytes;
	}

	release(bytes = this.bytes): void {
		this.parent?.release(bytes);
		this.bytes -= bytes;
	}
}
