import type { Row } from '../../../../nodes/engine/describe';
import { RunMemory, type ScopedMeter } from '../../../../nodes/engine/limits/memory';
import { thrownError } from '../kit';

const mb = 1024 * 1024;
const rowOf = (bytes: number) => ({ json: { text: 'x'.repeat(bytes) } });

/**
 * A run with a limit of 40 MB. Each byte of a response counts as four, so the limit allows 10 MB of
 * responses.
 */
const createRun = () => new RunMemory(40);

const finish = (memory: ScopedMeter, rows: readonly Row[]) => {
	memory.release();
	for (const row of rows) memory.keep(row);
};

test('the items of a run share the limit', () => {
	const run = createRun();
	run.of(0).add(6 * mb);
	run.of(1).add(4 * mb);
	expect(thrownError(() => run.of(2).add(1))).toMatchObject({
		message: 'The results of this run need more than 40 MB of memory',
		details: { code: 'RESPONSE_TOO_LARGE' },
	});
	run.of(1).release(1);
	run.of(2).add(1);
});

test('a failed item releases its memory exactly once, even if one of its responses ends later', () => {
	const run = createRun();
	run.of(0).add(10 * mb);
	run.of(0).release();
	run.of(1).add(10 * mb);
	run.of(0).release(10 * mb);
	expect(() => run.of(1).add(1)).toThrow('need more than');
});

test('for a finished item, only the data in its output counts', () => {
	const run = createRun();
	for (let item = 0; item < 100; item++) {
		run.of(item).add(9 * mb);
		finish(run.of(item), [rowOf(10)]);
	}
	run.of(100).add(9 * mb);
	finish(run.of(100), [rowOf(2 * mb), rowOf(7 * mb)]);
	expect(() => run.of(101).add(1 * mb)).toThrow('need more than');
});

test('the output of every item of a batch counts, although only the first item received the response', () => {
	const run = createRun();
	run.of(0).add(9 * mb);
	for (let item = 0; item < 3; item++) finish(run.of(item), [rowOf(3 * mb)]);
	expect(() => run.of(3).add(2 * mb)).toThrow('need more than');
	run.of(3).add(mb / 2);
});

test('a file counts only if n8n keeps it in memory', () => {
	const run = createRun();
	const data = { data: 'x'.repeat(6 * mb), mimeType: 'text/plain' };
	finish(run.of(0), [{ json: {}, binary: { data } }]);
	expect(() => finish(run.of(1), [{ json: {}, binary: { data } }])).toThrow('need more than');
	finish(run.of(2), [{ json: {}, binary: { data: { ...data, data: 'filesystem-v2' } } }]);
});
