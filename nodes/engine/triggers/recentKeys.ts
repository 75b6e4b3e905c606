/** A bounded set of event keys, to recognize repeated deliveries. */

/**
 * Remembers the last keys that were let through, in this process. n8n keeps no state of a webhook trigger that would hold
 * over several processes, so a repeat that reaches another process is told by its event key further down the workflow.
 */
export class RecentKeys {
	private readonly keys = new Set<string>();

	constructor(private readonly most: number) {}

	/** Whether the key is new; it is remembered from now on. */
	add(key: string): boolean {
		if (this.keys.has(key)) return false;
		this.keys.add(key);
		if (this.keys.size > this.most) this.keys.delete(this.keys.values().next().value!);
		return true;
	}

	/** Forgets a key whose delivery did not come through after all. */
	forget(key: string): void {
		this.keys.delete(key);
	}
}
