/** Limits the memory that the responses of one poll may use. */
import { PackError } from '../describe';
import { ScopedMeter } from '../limits/memory';

const megabytes = 128;

/**
 * Corresponds to the default of the option Maximum Memory (512 MB), which counts four times the
 * size of the responses.
 */
export const maxPollBytes = megabytes * 1024 * 1024;

/** For polls that must read a list completely. */
export class PollMemory extends ScopedMeter {
	/** @throws PackError above the limit */
	override add(bytes: number): void {
		super.add(bytes);
		if (this.bytes <= maxPollBytes) return;
		throw new PackError(`The responses of this poll are larger than ${megabytes} MB`, {
			hint: 'The trigger must read the complete list. Poll a smaller list, or move records to other lists.',
		});
	}
}
