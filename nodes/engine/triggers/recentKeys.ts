/**
 * Keeps the most recent event keys of this process, to drop duplicate deliveries. n8n has no state
 * for webhook triggers that several processes share. A duplicate that reaches another process must
 * be removed later in the workflow, by its event key.
 */
export class RecentKeys {
	private readonly keys = new Set<string>();

	constructor(private readonly maxKeys: number) {}

	/** Adds a key. Returns whether it is new. */
	add(key: string): boolean {
		if (this.keys.has(key)) return false;
		this.keys.add(key);
		if (this.keys.size > this.maxKeys) this.keys.delete(this.keys.values().next().value!);
		return true;
	}

	/** Removes the key of a delivery that failed. */
	forget(key: string): void {
		this.keys.delete(key);
	}
}
