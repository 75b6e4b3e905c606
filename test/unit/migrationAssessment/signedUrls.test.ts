import { signedFilesOf } from '../../../nodes/MigrationAssessment/signedUrls';

test('files are found at any depth, each URL once', () => {
	const file = { file: 'a.csv', uri: 'https://x/a' };
	expect(
		signedFilesOf({
			signedUris: { signedUris: [file, { uri: 'https://x/b' }] },
			outputFiles: { entries: [{ csvOutputFile: { rowsCount: 3, signedUri: file } }] },
		}),
	).toEqual([file, { uri: 'https://x/b' }]);
	for (const result of [undefined, null, {}, [], 'https://x'])
		expect(signedFilesOf(result)).toEqual([]);
});
