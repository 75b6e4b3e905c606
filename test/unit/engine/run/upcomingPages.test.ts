import type { IDataObject } from 'n8n-workflow';
import { byLink, eventWindow } from '../../../../nodes/CodeHosting/paging';
import { byOffsetAndTotal } from '../../../../nodes/DocumentSearch/pagination';

const linked = (next: string, last: string) => ({
	status: 200,
	body: [],
	headers: {
		link: `<https://proxy.example/user/starred?${next}>; rel="next", <https://proxy.example/user/starred?${last}>; rel="last"`,
	},
});
const place = (query: IDataObject, rows: number) => ({ index: 0, query, rows });

describe('the pages that are still to come', () => {
	it('are all up to the one that the Link header calls the last, each as the header will name it', () => {
		const { upcoming: ahead, next } = byLink();
		const answer = linked('per_page=100&sort=created&page=2', 'per_page=100&sort=created&page=4');
		const pages = ahead!(answer, place({ per_page: 100 }, 100));
		expect(pages).toEqual(
			['2', '3', '4'].map((page) => ({ per_page: '100', sort: 'created', page })),
		);
		expect(JSON.stringify(pages[0])).toBe(
			JSON.stringify(next(answer, place({ per_page: 100 }, 100))),
		);
	});

	it('are none where the header names no last page, or one that cannot be', () => {
		const { upcoming: ahead } = byLink();
		expect(ahead!({ status: 200, body: [], headers: {} }, place({}, 100))).toEqual([]);
		expect(ahead!(linked('after=x', 'page=4'), place({}, 100))).toEqual([]);
		expect(ahead!(linked('page=2', 'page=999999999'), place({}, 100))).toEqual([]);
	});

	it('end with the window of a timeline, whatever the header says', () => {
		const { upcoming: ahead } = byLink({ window: eventWindow });
		expect(
			ahead!(linked('page=2', 'page=9'), place({ per_page: 100 }, 100)).map(({ page }) => page),
		).toEqual(['2', '3']);
	});

	it('are counted from a total where the service pages by offset', () => {
		const { upcoming: ahead } = byOffsetAndTotal('documents');
		const answer = (total?: unknown) => ({
			status: 200,
			headers: {},
			body: { total_count: total },
		});
		expect(ahead!(answer(250), place({ limit: 100 }, 100))).toEqual([
			{ offset: 100 },
			{ offset: 200 },
		]);
		expect(ahead!(answer(300), place({ limit: 100, offset: 100 }, 100))).toEqual([{ offset: 200 }]);
		expect(ahead!(answer(100), place({ limit: 100 }, 100))).toEqual([]);
		for (const total of [undefined, 'many', 1e12])
			expect(ahead!(answer(total), place({ limit: 100 }, 100))).toEqual([]);
	});
});
