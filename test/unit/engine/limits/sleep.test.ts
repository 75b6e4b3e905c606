import { cancellableSleep } from '../../../../nodes/engine/limits/sleep';
import { rejectedError } from '../kit';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('cancellableSleep', () => {
	it('lasts for the given time', async () => {
		const done = jest.fn();
		void cancellableSleep(1700).then(done);
		await jest.advanceTimersByTimeAsync(1699);
		expect(done).not.toHaveBeenCalled();
		await jest.advanceTimersByTimeAsync(1);
		expect(done).toHaveBeenCalledTimes(1);
	});

	it('ends within half a second of a cancel, and does not start after one', async () => {
		const controller = new AbortController();
		const sleeping = rejectedError(cancellableSleep(3_600_000, controller.signal));
		await jest.advanceTimersByTimeAsync(1100);
		controller.abort();
		await jest.advanceTimersByTimeAsync(500);
		expect((await sleeping).message).toBe('The execution was canceled');
		expect((await rejectedError(cancellableSleep(0, controller.signal))).message).toBe(
			'The execution was canceled',
		);
	});
});
