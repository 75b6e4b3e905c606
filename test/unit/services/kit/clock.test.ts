import { Clock, frozenClock } from '../../../services/kit/clock';

describe('the clock of a local test service', () => {
	it('does not move by itself if it is frozen', async () => {
		const clock = frozenClock(1000);
		expect(clock.now()).toBe(1000);
		await clock.advance(250);
		expect(clock.now()).toBe(1250);
	});

	it('fires due timers by time, then in the order in which they were started', async () => {
		const clock = frozenClock(0);
		const fired: string[] = [];
		clock.after(30, () => void fired.push(`late at ${clock.now()}`));
		clock.after(10, () => void fired.push(`early at ${clock.now()}`));
		clock.after(10, () => void fired.push(`second at ${clock.now()}`));
		clock.after(99, () => void fired.push('never'));
		await clock.advance(50);
		expect(fired).toEqual(['early at 10', 'second at 10', 'late at 30']);
	});

	it('fires timers that a due task starts asynchronously', async () => {
		const clock = frozenClock(0);
		const fired: number[] = [];
		clock.after(10, async () => {
			await Promise.resolve();
			clock.after(10, () => void fired.push(clock.now()));
		});
		await clock.advance(20);
		expect(fired).toEqual([20]);
	});

	it('does not fire canceled timers', async () => {
		const clock = frozenClock(0);
		const task = jest.fn();
		clock.after(10, task).cancel();
		await clock.advance(20);
		expect(task).not.toHaveBeenCalled();
	});

	it('fires timers in real time, or faster if the scale is higher', async () => {
		const clock = new Clock({ scale: 1000, start: 0 });
		await clock.sleep(5000);
		expect(clock.now()).toBeGreaterThanOrEqual(5000);
		clock.stop();
	});
});
