/** Repeatable pseudorandom numbers from 0 to 1 (mulberry32). */
function seededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Returns an integer from 0 to `limit` - 1. */
export type RandomInteger = (limit: number) => number;

/** Repeatable pseudorandom integers. */
export function seededIntegers(seed: number): RandomInteger {
	const random = seededRandom(seed);
	return (limit) => Math.floor(random() * limit);
}
