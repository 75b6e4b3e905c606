import { byNumber } from '../../../nodes/ActivityTracking/pagination';

test('a page that is not full is not the last page, because the service hides private records', () => {
	const { next } = byNumber({ number: 'page', size: { name: 'per_page', maximum: 200 } });
	const pageAfter = (rows: number) =>
		next(
			{ status: 200, headers: {}, body: [] },
			{ index: 1, query: { page: 2, per_page: 200 }, rows },
		);
	expect(pageAfter(200)).toEqual({ page: 3 });
	expect(pageAfter(1)).toEqual({ page: 3 });
	expect(pageAfter(0)).toBeUndefined();
});
