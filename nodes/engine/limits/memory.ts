import { type MemoryMeter, PackError, readSafely, type Row } from '../describe';

/**
 * Estimated bytes of memory per byte of a response. Parsed rows take up to twice the size of their
 * JSON, and n8n copies and serializes them.
 */
const memoryPerByte = 4;

/**
 * Counts bytes, and adds them to the meter that contains it: those of a response to those of its item,
 * and those of an item to those of the run.
 * @param tooLarge the error above `maxBytes`
 */
export class ScopedMeter implements MemoryMeter {
	bytes = 0;

	constructor(
		private readonly parent?: MemoryMeter,
		private readonly maxBytes = Infinity,
		private readonly tooLarge?: () => PackError,
	) {}

	/** @throws PackError above the limit of this meter, or of one that contains it */
	add(bytes: number): void {
		if (this.bytes + bytes > this.maxBytes) throw this.tooLarge!();
		this.parent?.add(bytes);
		this.bytes += bytes;
	}

	/** A response may end when its item has already released all bytes, so at most those left count. */
	release(bytes = this.bytes): void {
		const counted = Math.min(bytes, this.bytes);
		this.parent?.release(counted);
		this.bytes -= counted;
	}

	/** Counts a final row, with the files that n8n keeps in memory. @throws PackError above the limit */
	keep(row: Row): void {
		// Data that is nested too deeply for JSON.stringify does not count.
		this.add(readSafely(() => JSON.stringify(row).length) ?? 0);
	}
}

/** The memory of one run. All its items share the limit. */
export class RunMemory {
	private readonly items = new Map<number, ScopedMeter>();
	private readonly all: ScopedMeter;

	/** @param maxMb limit in MB, including the copies that n8n makes */
	constructor(maxMb: number) {
		this.all = new ScopedMeter(
			undefined,
			(maxMb * 1024 * 1024) / memoryPerByte,
			() =>
				new PackError(`The results of this run need more than ${maxMb} MB of memory`, {
					hint: 'Request less data at once: set a limit, narrow the filters, or process fewer items per run. If n8n has enough memory, increase Maximum Memory (MB) in Request Options.',
					code: 'RESPONSE_TOO_LARGE',
					// The service sent a response, so a write must not be repeated.
					mayHaveBeenProcessed: true,
					concernsRun: true,
				}),
		);
	}

	of(item: number): ScopedMeter {
		const memory = this.items.get(item) ?? new ScopedMeter(this.all);
		this.items.set(item, memory);
		return memory;
	}
}
