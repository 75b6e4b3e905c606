import { mapInTurns } from '../../../../nodes/engine/run/output';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test('all rows are converted, in order', async () => {
	expect(await mapInTurns(numbers(4001), (row) => row * 2)).toEqual(
		numbers(4001).map((row) => row * 2),
	);
	expect(await mapInTurns([], (row) => row)).toEqual([]);
});

test('other work runs while many rows are converted', async () => {
	let converted = 0;
	const seen: number[] = [];
	const timer = setInterval(() => seen.push(converted), 0);
	await mapInTurns(numbers(20_000), () => converted++);
	clearInterval(timer);
	expect(seen.some((count) => count > 0 && count < 20_000)).toBe(true);
});
