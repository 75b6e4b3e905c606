import type { IDataObject } from 'n8n-workflow';
import { byOffsetAndTotal } from '../../../nodes/DocumentSearch/pagination';

it('pages are prefetched if the response contains a total', () => {
	const { upcoming } = byOffsetAndTotal('documents');
	const responseWith = (total?: unknown) => ({
		status: 200,
		headers: {},
		body: { total_count: total },
	});
	const page = (query: IDataObject) => ({ index: 0, query, rows: 100 });
	expect([...upcoming!(responseWith(250), page({ limit: 100 }))]).toEqual([
		{ offset: 100 },
		{ offset: 200 },
	]);
	expect([...upcoming!(responseWith(300), page({ limit: 100, offset: 100 }))]).toEqual([
		{ offset: 200 },
	]);
	expect([...upcoming!(responseWith(100), page({ limit: 100 }))]).toEqual([]);
	for (const total of [undefined, 'many'])
		expect([...upcoming!(responseWith(total), page({ limit: 100 }))]).toEqual([]);
	const pages = upcoming!(responseWith(1e300), page({ limit: 100 }));
	expect(pages[Symbol.iterator]().next().value).toEqual({ offset: 100 });
});

it('the next page starts after the received rows, also if the page is not full', () => {
	const { next } = byOffsetAndTotal('documents');
	const response = { status: 200, headers: {}, body: { total_count: 250 } };
	const page = { index: 1, query: { limit: 100, offset: 100 }, rows: 60 };
	expect(next(response, page)).toEqual({ offset: 160 });
});
