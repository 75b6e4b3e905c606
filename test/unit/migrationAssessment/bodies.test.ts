import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { aggregationsOf, updatesOf } from '../../../nodes/MigrationAssessment/assetBatch';
import { complaintsOf } from '../../../nodes/MigrationAssessment/importAssets';
import { fullName, shortName } from '../../../nodes/MigrationAssessment/place';
import { requestIdOf } from '../../../nodes/MigrationAssessment/requestId';
import { signedFilesOf } from '../../../nodes/MigrationAssessment/signedFiles';

const place: IDataObject = { project: 'p', location: 'l' };

test('a request id is a UUID, the same for the same key and step, another for any other', () => {
	fc.assert(
		fc.property(fc.string(), fc.string(), (key, step) => {
			const made = requestIdOf(key, step);
			expect(made).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
			expect(requestIdOf(key, step)).toBe(made);
			expect(requestIdOf(`${key}!`, step)).not.toBe(made);
			expect(requestIdOf(key, `${step}!`)).not.toBe(made);
		}),
	);
});

test('a short id becomes a full name, and a full name stays', () => {
	fc.assert(
		fc.property(fc.stringMatching(/^[a-z][a-z0-9-]*$/), (id) => {
			const name = fullName(place, 'groups', id);
			expect(name).toBe(`projects/p/locations/l/groups/${id}`);
			expect(fullName({ project: 'q', location: 'm' }, 'groups', name)).toBe(name);
			expect(shortName(name)).toBe(id);
		}),
	);
});

test('every entry of a batch update has a full name, a mask and an id of its own', () => {
	const [first, second] = updatesOf(
		[
			{ asset: { name: 'a', labels: { x: 'y' } } },
			{ asset: { name: 'b', hidden: true }, updateMask: 'hidden,hideReason', requestId: 'mine' },
		],
		place,
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
		requestId: 'mine',
	});
});

test('an entry of a batch update without a name or without a change is refused', () => {
	expect(() => updatesOf([{ asset: { labels: {} } }], place, 'key')).toThrow(
		'Update 1 names no asset',
	);
	expect(() => updatesOf([{ asset: { name: 'a' } }], place, 'key')).toThrow(
		'Update 1 changes nothing',
	);
	expect(() => updatesOf([1 as never], place, 'key')).toThrow('Update 1 names no asset');
});

test('aggregations are written as the service wants them', () => {
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

test('files are found wherever they nest, each address once', () => {
	const file = { file: 'a.csv', uri: 'https://x/a' };
	expect(
		signedFilesOf({
			signedUris: { signedUris: [file, { uri: 'https://x/b' }] },
			outputFiles: { entries: [{ csvOutputFile: { rowsCount: 3, signedUri: file } }] },
		}),
	).toEqual([file, { uri: 'https://x/b' }]);
	for (const nothing of [undefined, null, {}, [], 'https://x'])
		expect(signedFilesOf(nothing)).toEqual([]);
});

test('a validation report is told file by file and row by row', () => {
	const report = {
		jobErrors: [{ errorDetails: 'no files' }],
		fileValidations: [
			{
				fileName: 'a.csv',
				fileErrors: [{ errorDetails: 'no header' }],
				rowErrors: [
					{ errors: [{ errorDetails: 'no name' }], csvError: { rowNumber: 4 } },
					{ errors: [{ errorDetails: 'odd' }] },
				],
			},
		],
	};
	expect(complaintsOf(report)).toEqual([
		'no files',
		'a.csv: no header',
		'a.csv, row 4: no name',
		'a.csv, row ?: odd',
	]);
	expect(complaintsOf(undefined)).toEqual([]);
});
