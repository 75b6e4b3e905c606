/** Limits the memory that the results of one run may use. */
import { type MemoryMeter, PackError, type Row } from '../describe';

/**
 * Estimated bytes of memory per byte of a response. Parsed rows take up to twice the size of their
 * JSON, and n8n copies and serializes them.
 */
const memoryPerByte = 4;

const bytesPerMb = 1024 * 1024;

/** The memory of one run. All its items share the limit. */
export class RunMemory {
	private readonly maxBytes: number;
	private readonly items = new Map<number, ItemMemory>();
	private bytes = 0;

	/** @param maxMb limit in MB, including the copies that n8n makes */
	constructor(private readonly maxMb: number) {
		this.maxBytes = (maxMb * bytesPerMb) / memoryPerByte;
	}

	of(item: number): ItemMemory {
		const known = this.items.get(item);
		if (known) return known;
		const memory = new ItemMemory(this);
		this.items.set(item, memory);
		return memory;
	}

	/** @throws PackError above the limit */
	reserve(bytes: number): void {
		if (this.bytes + bytes > this.maxBytes)
			throw new PackError(`The results of this run need more than ${this.maxMb} MB of memory`, {
				hint:
					'Request less data at once: set a limit, narrow the filters, or process fewer items ' +
					'per run. If n8n has enough memory, increase Maximum Memory (MB) in Request Options.',
				code: 'RESPONSE_TOO_LARGE',
				// The service sent a response, so a write must not be repeated.
				mayHaveBeenProcessed: true,
				concernsRun: true,
			});
		this.bytes += bytes;
	}

	release(bytes: number): void {
		this.bytes -= bytes;
	}
}

/** The memory of one item. */
export class ItemMemory implements MemoryMeter {
	bytes = 0;

	constructor(private readonly run: RunMemory) {}

	add(bytes: number): void {
		this.run.reserve(bytes);
		this.bytes += bytes;
	}

	release(bytes: number): void {
		// If `discard` was called while responses were being read, their bytes are already released.
		const counted = Math.min(bytes, this.bytes);
		this.run.release(counted);
		this.bytes -= counted;
	}

	/** Counts a final row, with the files that n8n keeps in memory. @throws PackError above the limit */
	keep(row: Row): void {
		this.add(sizeOf(row));
	}

	/** Records that the responses of the item are no longer needed. */
	discard(): void {
		this.release(this.bytes);
	}
}

/**
 * Approximate size of a value as JSON. Does not recurse, because a response may be nested deeply.
 */
function sizeOf(root: unknown): number {
	let size = 0;
	const pending: unknown[] = [root];
	while (pending.length > 0) {
		const value = pending.pop();
		if (typeof value === 'string') size += value.length;
		else if (typeof value !== 'object' || value === null) size += 5;
		else if (Array.isArray(value)) for (const entry of value) pending.push(entry);
		else
			for (const [key, inner] of Object.entries(value)) {
				size += key.length + 4;
				pending.push(inner);
			}
	}
	return size;
}

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
