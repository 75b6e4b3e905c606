import { cachePerRun } from '../../../../nodes/engine/run/call';

const run = () => ({ runKey: {} });

test('a value is read once per run and key, also by items that ask at the same time', async () => {
	const read = jest.fn(async () => await Promise.resolve('value'));
	const valueOfRun = cachePerRun<string>();
	const first = run();
	expect(await Promise.all([valueOfRun(first, 'a', read), valueOfRun(first, 'a', read)])).toEqual([
		'value',
		'value',
	]);
	expect(read).toHaveBeenCalledTimes(1);
	await valueOfRun(first, 'b', read);
	expect(read).toHaveBeenCalledTimes(2);
	await valueOfRun(run(), 'a', read);
	expect(read).toHaveBeenCalledTimes(3);
});

test('after a failed read, the next item reads the value again', async () => {
	const valueOfRun = cachePerRun<string>();
	const first = run();
	await expect(
		valueOfRun(first, 'a', async () => await Promise.reject(new Error('unreachable'))),
	).rejects.toThrow('unreachable');
	expect(await valueOfRun(first, 'a', async () => await Promise.resolve('value'))).toBe('value');
});
