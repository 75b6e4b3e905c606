import fc from 'fast-check';
import { dateBounds, readEfforts } from '../../../nodes/ActivityTracking/efforts';
import { activityTracking } from '../../../nodes/ActivityTracking/service';
import type { Call } from '../../../nodes/engine/describe';
import { fakeConnection } from '../engine/kit';

/** Reads efforts from a service that supports or ignores the page parameter. */
const readIds = async (
	count: number,
	isPaged: boolean,
	isPublic: boolean,
	maxRows?: number,
): Promise<unknown[]> => {
	const connection = fakeConnection(
		({ qs = {} }) => {
			const size = Number(qs.per_page);
			const from = isPaged ? (Number(qs.page ?? 1) - 1) * size : 0;
			return Array.from({ length: Math.max(0, Math.min(size, count - from)) }, (_, index) => ({
				id: String(from + index),
			}));
		},
		{ credential: { interface: isPublic ? 'current' : 'specified' } },
	);
	const call = {
		operation: activityTracking.resources.segmentEffort!.operations.getAll,
		connection,
		input: { segmentId: '1' },
		maxRows,
	} as unknown as Call<{ segmentId: string }>;
	return (await readEfforts(call)).map(({ json }) => json.id);
};
const firstIds = (count: number) => Array.from({ length: count }, (_, index) => String(index));
const counts = fc.integer({ min: 0, max: 650 });
const limits = fc.option(fc.integer({ min: 1, max: 700 }), { nil: undefined });

test('readEfforts returns each effort once and in order, in both interfaces', async () => {
	await fc.assert(
		fc.asyncProperty(counts, limits, fc.boolean(), async (count, maxRows, isPublic) => {
			expect(await readIds(count, true, isPublic, maxRows)).toEqual(
				firstIds(Math.min(count, maxRows ?? count)),
			);
		}),
	);
});

test('if the service ignores the page parameter, readEfforts returns all efforts, or fails if some may be missing', async () => {
	await fc.assert(
		fc.asyncProperty(counts, limits, async (count, maxRows) => {
			const expected = Math.min(count, maxRows ?? count);
			const read = readIds(count, false, true, maxRows);
			// After a full page, there may be more efforts.
			if (expected > 200 || (expected === 200 && maxRows !== 200))
				await expect(read).rejects.toThrow(
					'The service returns at most 200 efforts, and more may match',
				);
			else expect(await read).toEqual(firstIds(expected));
		}),
	);
});

test('a date without a time covers the entire day', () => {
	expect(dateBounds('2026-01-31', '2026-01-31')).toEqual({
		start_date_local: '2026-01-31T00:00:00Z',
		end_date_local: '2026-01-31T23:59:59Z',
	});
});
