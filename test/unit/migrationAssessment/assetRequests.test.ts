import type { IDataObject } from 'n8n-workflow';
import {
	aggregationsOf,
	batchUpdateRequests,
} from '../../../nodes/MigrationAssessment/assetRequests';
import { requestIdOf } from '../../../nodes/MigrationAssessment/requestId';

const input: IDataObject = { project: 'p', location: 'l' };

test('every entry of a batch update has a resource name, an update mask and a request ID', () => {
	const [first, second] = batchUpdateRequests(
		[
			{ asset: { name: 'a', labels: { x: 'y' } } },
			{ asset: { name: 'b', hidden: true }, updateMask: 'hidden,hideReason', requestId: 'custom' },
		],
		input,
		'key',
	);
	expect(first).toEqual({
		asset: { name: 'projects/p/locations/l/assets/a', labels: { x: 'y' } },
		updateMask: 'labels',
		requestId: requestIdOf('key', '0'),
	});
	expect(second).toEqual({
		asset: { name: 'projects/p/locations/l/assets/b', hidden: true },
		updateMask: 'hidden,hideReason',
		requestId: 'custom',
	});
});

test('a batch update with more than 1,000 entries is rejected', () => {
	const entries = (count: number) =>
		Array.from({ length: count }, () => ({ asset: { name: 'a', hidden: true } }));
	expect(batchUpdateRequests(entries(1000), input, 'key')).toHaveLength(1000);
	expect(() => batchUpdateRequests(entries(1001), input, 'key')).toThrow(
		'Updates must have at most 1000 entries, got 1001',
	);
});

test('an entry of a batch update without a name or without a change is rejected', () => {
	expect(() => batchUpdateRequests([{ asset: { labels: {} } }], input, 'key')).toThrow(
		'Update 1 has no asset name',
	);
	expect(() => batchUpdateRequests([{ asset: { name: 'a' } }], input, 'key')).toThrow(
		'Update 1 contains no changes',
	);
	for (const entry of [1, null, undefined, { asset: null }, { asset: { name: {} } }])
		expect(() => batchUpdateRequests([entry], input, 'key')).toThrow('Update 1 has no asset name');
});

test('aggregations are converted to the format of the API', () => {
	expect(
		aggregationsOf([
			{ field: '*', function: 'count' },
			{ field: 'a.b', function: 'histogram', lowerBounds: ['0', '4'] },
		]),
	).toEqual([
		{ field: '*', count: {} },
		{ field: 'a.b', histogram: { lowerBounds: [0, 4] } },
	]);
});
