import { ScopedMeter } from '../../../nodes/engine/limits/memory';

/**
 * Counts each byte of a response as several while an action runs, so that a small response reaches the
 * limits of the engine, which are many megabytes.
 */
export async function withLargerBytes<T>(factor: number, action: () => Promise<T>): Promise<T> {
	const { add } = ScopedMeter.prototype;
	let isNested = false;
	const spy = jest.spyOn(ScopedMeter.prototype, 'add').mockImplementation(function (
		this: ScopedMeter,
		bytes,
	) {
		// A meter passes the bytes on to its parent.
		const counted = isNested ? bytes : bytes * factor;
		const wasNested = isNested;
		isNested = true;
		try {
			add.call(this, counted);
		} finally {
			isNested = wasNested;
		}
	});
	try {
		return await action();
	} finally {
		spy.mockRestore();
	}
}
