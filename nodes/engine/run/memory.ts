/** Limits the memory that the results of one run may use. */
import { type MemoryMeter, PackError, type Row } from '../describe';

/**
 * Memory per byte of a response. Parsed rows take up to twice the size of their JSON, and n8n
 * copies and serializes them.
 */
const memoryPerByte = 4;

const bytesPerMb = 1024 * 1024;

/** The memory of one run. All its items share the limit. */
export class RunMemory {
	private readonly maxBytes: number;
	private readonly items = new Map<number, ItemMemory>();
	/** Finished items that count with the size of their responses, although they may keep less. */
	private readonly unmeasured: { item: ItemMemory; rows: readonly Row[] }[] = [];
	private bytes = 0;

	/** @param maxMb limit in MB, including the copies of n8n */
	constructor(private readonly maxMb: number) {
		this.maxBytes = (maxMb * bytesPerMb) / memoryPerByte;
	}

	of(item: number): ItemMemory {
		const memory = this.items.get(item) ?? new ItemMemory(this);
		this.items.set(item, memory);
		return memory;
	}

	/** @throws PackError above the limit */
	reserve(bytes: number): void {
		if (this.bytes + bytes > this.maxBytes) this.measure();
		if (this.bytes + bytes > this.maxBytes)
			throw new PackError(`The results of this run need more than ${this.maxMb} MB of memory`, {
				hint: 'Request less data at once: set a limit, narrow the filters, or process fewer items per run. If n8n has enough memory, increase Maximum Memory in Options.',
				code: 'RESPONSE_TOO_LARGE',
				// The service sent a response, so a write must not be repeated.
				mayHaveBeenProcessed: true,
			});
		this.bytes += bytes;
	}

	release(bytes: number): void {
		this.bytes -= bytes;
	}

	measureLater(item: ItemMemory, rows: readonly Row[]): void {
		this.unmeasured.push({ item, rows });
	}

	/** Replaces the size of responses by the size of the rows that were kept of them. */
	private measure(): void {
		for (const { item, rows } of this.unmeasured) {
			const size = sizeOf(rows);
			this.bytes += size - item.bytes;
			item.bytes = size;
		}
		this.unmeasured.length = 0;
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
		// Nothing is left of an item that failed, although some of its responses may still be read.
		const counted = Math.min(bytes, this.bytes);
		this.run.release(counted);
		this.bytes -= counted;
	}

	/**
	 * Records the final rows of the item. Files that n8n keeps in memory are part of them.
	 * @throws PackError above the limit
	 */
	finish(rows: readonly Row[]): void {
		for (const { binary } of rows) if (binary) this.add(sizeOf(binary));
		this.run.measureLater(this, rows);
	}

	/** Records that the item failed and nothing of it is kept. */
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
