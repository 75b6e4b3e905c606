import { totalOf } from '../../../nodes/MediaGeneration/startJob';

test.each([
	[[], 0],
	[[2.5, 2.5], 5],
	[[0.1, 0.2], 0.3],
	[Array<number>(60).fill(0.1), 6],
])('the total of %j is %p', (amounts, total) => expect(totalOf(amounts)).toBe(total));
