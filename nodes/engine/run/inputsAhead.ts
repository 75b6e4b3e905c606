/** Reads the inputs of items before the items start. */
import { type IDataObject, sleep } from 'n8n-workflow';
import { type Result, resultOf } from '../describe';

/** How many inputs are kept at most. */
const maxAhead = 25;

/** The longest time for which inputs are read without a break, in milliseconds per item at once. */
const msPerItemAtOnce = 0.3;

/**
 * Reads the inputs of several items one after another, because evaluating expressions between
 * requests takes about twice as much processor time. It does so while the service processes the
 * requests of earlier items. Reading takes short turns, so that responses are not kept waiting, and
 * starts again when half of the inputs have been taken.
 */
export class InputsAhead {
	private readonly inputs = new Map<number, Result<IDataObject>>();
	/** The next item to read. */
	private next = 0;
	private isReading = false;

	constructor(
		private readonly read: (item: number) => IDataObject,
		private readonly itemCount: number,
		private readonly itemsAtOnce: number,
	) {}

	/** The input of an item, or why it is invalid. Items must be taken in order, none left out. */
	take(item: number): Result<IDataObject> {
		if (!this.inputs.has(item)) this.readSome(1);
		const input = this.inputs.get(item)!;
		this.inputs.delete(item);
		void this.readAhead();
		return input;
	}

	private async readAhead(): Promise<void> {
		if (this.isReading || this.itemsAtOnce === 1 || this.inputs.size > maxAhead / 2) return;
		this.isReading = true;
		while (this.inputs.size < maxAhead && this.next < this.itemCount) {
			await sleep(0);
			this.readSome(maxAhead - this.inputs.size);
		}
		this.isReading = false;
	}

	private readSome(count: number): void {
		const end = performance.now() + msPerItemAtOnce * this.itemsAtOnce;
		for (let read = 0; read < count && this.next < this.itemCount; read++) {
			if (read > 0 && performance.now() > end) return;
			const item = this.next++;
			this.inputs.set(
				item,
				resultOf(() => this.read(item)),
			);
		}
	}
}
