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
