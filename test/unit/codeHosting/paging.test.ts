import { byLink, eventWindow, nextPageIn } from '../../../nodes/CodeHosting/paging';

const responseWith = (next: string, last: string) => ({
	status: 200,
	body: [],
	headers: {
		link: `<https://proxy.example/user/starred?${next}>; rel="next", <https://proxy.example/user/starred?${last}>; rel="last"`,
	},
});
const firstPage = { index: 0, query: { per_page: 100 }, rows: 100 };

describe('prefetching pages by Link header', () => {
	it('returns one query per page up to the last page, with the same parameters as in the Link header', () => {
		const { upcoming, next } = byLink();
		const response = responseWith(
			'per_page=100&sort=created&page=2',
			'per_page=100&sort=created&page=4',
		);
		const pages = [...upcoming!(response, firstPage)];
		expect(pages).toEqual(
			['2', '3', '4'].map((page) => ({ per_page: '100', sort: 'created', page })),
		);
		expect(JSON.stringify(pages[0])).toBe(JSON.stringify(next(response, firstPage)));
	});

	it('returns no pages if the header contains no last page', () => {
		const { upcoming } = byLink();
		const page = { index: 0, query: {}, rows: 100 };
		expect([...upcoming!({ status: 200, body: [], headers: {} }, page)]).toEqual([]);
		expect([...upcoming!(responseWith('after=x', 'page=4'), page)]).toEqual([]);
	});

	it('builds only the pages that are requested, whatever the last page number is', () => {
		const pages = byLink().upcoming!(responseWith('page=2', 'page=1e300'), firstPage);
		expect(pages[Symbol.iterator]().next().value).toEqual({ page: '2' });
	});

	it('does not go beyond the last page of a timeline, regardless of the header', () => {
		const { upcoming } = byLink({ window: eventWindow });
		const pages = [...upcoming!(responseWith('page=2', 'page=9'), firstPage)];
		expect(pages.map(({ page }) => page)).toEqual(['2', '3']);
	});
});

// Quadratic time would be minutes.
it('reads a long Link header without links in linear time', () => {
	expect(nextPageIn('<'.repeat(400_000))).toBeUndefined();
	expect(nextPageIn(`<https://api.example/?page=2>${'; rel='.repeat(50_000)}"next"`)).toEqual({
		page: '2',
	});
});
