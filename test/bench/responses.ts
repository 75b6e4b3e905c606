// Responses of the benchmark's service: records by ID, lists by cursor and by page number, and
// uploaded files.
const pageSize = 100;

/** @param received size of the request body in bytes */
export function responseBody(url: URL, received: number, records: number): unknown {
	if (url.pathname === '/api/v2/generations' && url.searchParams.has('limit')) {
		const from = Number(url.searchParams.get('cursor') ?? 0);
		const to = Math.min(records, from + Math.min(pageSize, Number(url.searchParams.get('limit'))));
		return { generations: rows(from, to), ...(to < records ? { next_cursor: String(to) } : {}) };
	}
	if (url.searchParams.has('per_page')) {
		const from = (Number(url.searchParams.get('page') ?? 1) - 1) * pageSize;
		return rows(from, Math.min(records, from + pageSize));
	}
	if (url.pathname === '/api/v2/uploads')
		return {
			id: 'u',
			filename: 'f',
			content_type: 'application/octet-stream',
			size: received,
			url: url.href,
		};
	return record(url.pathname.split('/').at(-1)!);
}

/** The Link header of lists with page numbers. */
export function linkHeader(url: URL, records: number): Record<string, string> {
	if (!url.searchParams.has('per_page')) return {};
	const last = Math.ceil(records / pageSize);
	const page = Number(url.searchParams.get('page') ?? 1);
	const to = (number: number): string =>
		`${url.origin}${url.pathname}?per_page=${pageSize}&page=${number}`;
	return page < last
		? { link: `<${to(page + 1)}>; rel="next", <${to(last)}>; rel="last"` }
		: { link: `<${to(1)}>; rel="first"` };
}

const rows = (from: number, to: number): unknown[] =>
	Array.from({ length: Math.max(0, to - from) }, (_, index) => record(String(from + index)));

export const record = (id: string) => ({
	id,
	model: 'flux-dev',
	type: 'image',
	status: 'completed',
	cost: 1.5,
	created: '2026-01-01T00:00:00Z',
	outputs: [],
});
