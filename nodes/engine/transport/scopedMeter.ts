import type { MemoryMeter } from '../describe';

/**
 * Counts one response apart from others that the item reads at the same time, so that it can be
 * released.
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
