import { columnsFor } from '../../../nodes/SearchAdsConversions/conversionColumns';
import { conversionFields } from '../../../nodes/SearchAdsConversions/conversionFields';

test('the form has a column for every field that users can set', () => {
	const columns = columnsFor(['conversionId']);
	expect(columns.map(({ name }) => name).sort()).toEqual(
		Object.keys(conversionFields)
			.filter((name) => name !== 'conversionModifiedTimestamp')
			.sort(),
	);
	expect(columns.filter(({ required }) => required).map(({ name }) => name)).toEqual([
		'conversionId',
	]);
});
