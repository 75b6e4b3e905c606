import { InputsAhead } from '../../../../nodes/engine/run/inputsAhead';

const read: number[] = [];
const readItem = (item: number) => {
	read.push(item);
	if (item === 3) throw new Error('Name is required');
	return { item };
};
beforeEach(() => (read.length = 0));

/** Waits until no more inputs are read ahead. */
const settled = async (): Promise<void> => {
	for (let count = -1; count !== read.length;) {
		count = read.length;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
};

test('the inputs of the next 25 items are read while an item is processed, and again when half of them are taken', async () => {
	const inputs = new InputsAhead(readItem, 1000, 10);
	expect(inputs.take(0)).toEqual({ value: { item: 0 } });
	expect(read).toEqual([0]);
	await settled();
	expect(read).toEqual(Array.from({ length: 26 }, (_, item) => item));
	for (let item = 1; item <= 12; item++) inputs.take(item);
	await settled();
	expect(read).toHaveLength(26);
	inputs.take(13);
	await settled();
	expect(read).toHaveLength(39);
});

test('every input is read once, in order, also if items start faster than inputs are read', async () => {
	const inputs = new InputsAhead(readItem, 60, 50);
	for (let item = 0; item < 60; item++) {
		inputs.take(item);
		if (item % 7 === 0) await settled();
	}
	await settled();
	expect(read).toEqual(Array.from({ length: 60 }, (_, item) => item));
});

test('an error is the result of its item', async () => {
	const inputs = new InputsAhead(readItem, 5, 10);
	inputs.take(0);
	await settled();
	expect([1, 2, 3, 4].map((item) => inputs.take(item))).toEqual([
		{ value: { item: 1 } },
		{ value: { item: 2 } },
		{ error: new Error('Name is required') },
		{ value: { item: 4 } },
	]);
});

test('nothing is read ahead if items are processed one after another', async () => {
	const inputs = new InputsAhead(readItem, 5, 1);
	inputs.take(0);
	await settled();
	expect(read).toEqual([0]);
});

test('reading stops for the event loop after a third of a millisecond per item at once', async () => {
	let at = 0;
	const clock = jest.spyOn(performance, 'now').mockImplementation(() => at);
	const turns: number[] = [];
	const inputs = new InputsAhead(
		(item) => {
			at++;
			turns.push(item);
			return {};
		},
		25,
		10,
	);
	inputs.take(0);
	await new Promise((resolve) => setImmediate(resolve));
	await new Promise((resolve) => setTimeout(resolve, 1));
	expect(turns.length).toBeLessThan(10);
	clock.mockRestore();
});
