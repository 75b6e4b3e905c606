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

test('files are found at a depth of 100,000, outer files first', () => {
	const [outer, inner, last] = ['https://x/a', 'https://x/b', 'https://x/c'].map((uri) => ({
		uri,
	}));
	let nested: unknown = inner;
	for (let depth = 0; depth < 100_000; depth++) nested = depth % 2 ? [nested] : { nested };
	expect(signedFilesOf([{ ...outer, nested }, last])).toEqual([outer, inner, last]);
});
