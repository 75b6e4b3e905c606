import { reportErrors } from '../../../nodes/MigrationAssessment/importAssets';

test('the errors of a validation report name the file and the row', () => {
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
	expect(reportErrors(report)).toEqual([
		'no files',
		'a.csv: no header',
		'a.csv, row 4: no name',
		'a.csv, row ?: odd',
	]);
	expect(reportErrors(undefined)).toEqual([]);
});

test.each([
	[5, []],
	[{ jobErrors: 5, fileValidations: { map: 1 } }, []],
	[
		{ jobErrors: [null, { errorDetails: { toString: 1 } }, { errorDetails: 'no files' }] },
		['', 'no files'],
	],
	[{ fileValidations: [null, { fileErrors: 5, rowErrors: [null, { errors: [null] }] }] }, []],
])('reading the malformed report %j does not fail and returns the errors %j', (report, found) =>
	expect(reportErrors(report)).toEqual(found),
);
