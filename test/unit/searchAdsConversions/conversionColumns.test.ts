import { columnsFor } from '../../../nodes/SearchAdsConversions/conversionColumns';
import { conversionFields } from '../../../nodes/SearchAdsConversions/conversionFields';

test('the form has a column for every field that users can set', () => {
	const columns = columnsFor(['conversionId']);
	expect(Object.keys(columns).sort()).toEqual(
		[...Object.keys(conversionFields), 'revenue']
			.filter((name) => name !== 'conversionModifiedTimestamp')
			.sort(),
	);
	const required = Object.entries(columns).filter(([, column]) => column.required);
	expect(required.map(([name]) => name)).toEqual(['conversionId']);
});

test('the form shows the labels of the columns without cutting them off', () => {
	const labels = Object.values(columnsFor([])).map(({ label }) => label);
	expect(labels.filter((label) => label.length > 30)).toEqual([]);
});

test('a new node shows the columns that most users need, also for an update, which requires none', () => {
	const shown = (required: string[]) =>
		Object.entries(columnsFor(required))
			.filter(([, column]) => column.shownByDefault)
			.map(([name]) => name);
	expect(shown(['conversionTimestamp', 'segmentationType'])).toEqual(
		expect.arrayContaining(['conversionId', 'clickId', 'revenue']),
	);
	expect(shown([])).toEqual(
		expect.arrayContaining(['conversionId', 'conversionTimestamp', 'type', 'clickId', 'state']),
	);
});
