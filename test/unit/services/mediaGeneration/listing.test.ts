import { ALL_JOBS_DONE_MS, image, setUp, video, type Setup } from './support';

let { service, client }: Setup = {} as Setup;
beforeEach(async () => ({ service, client } = await setUp()));
afterEach(() => service.close());

interface Page {
	generations: Array<{ id: string }>;
	next_cursor?: string;
}

const list = async (params: Record<string, unknown> = {}): Promise<Page> =>
	(await client.get('/api/v2/generations', { params })).data;
const createMany = async (count: number): Promise<string[]> => {
	const ids: string[] = [];
	for (let job = 0; job < count; job++) ids.push((await client.create(image)).data.id);
	return ids;
};

describe('the list of generations', () => {
	it('is sorted from new to old, and its pages neither skip nor repeat jobs', async () => {
		const ids = await createMany(7);
		const seen: string[] = [];
		let cursor: string | undefined;
		do {
			const page = await list({ limit: 3, ...(cursor && { cursor }) });
			seen.push(...page.generations.map(({ id }) => id));
			cursor = page.next_cursor;
			// A job created between two requests must not shift the next page.
			await client.create(image);
		} while (cursor);
		expect(seen).toEqual(ids.reverse());
	});

	it('contains 20 jobs by default, and the last page has no cursor even if the page is full', async () => {
		await createMany(20);
		const page = await list();
		expect(page.generations).toHaveLength(20);
		expect(page).not.toHaveProperty('next_cursor');
		await createMany(1);
		expect(await list()).toHaveProperty('next_cursor');
	});

	it('filters by status, model and type on every page', async () => {
		const ids = await createMany(3);
		const { data } = await client.create(video);
		await service.clock.advance(ALL_JOBS_DONE_MS);
		await createMany(2);
		const first = await list({ status: 'completed', type: 'image', limit: 2 });
		const second = await list({
			status: 'completed',
			type: 'image',
			limit: 2,
			cursor: first.next_cursor,
		});
		expect([...first.generations, ...second.generations].map(({ id }) => id)).toEqual(
			ids.reverse(),
		);
		expect(second).not.toHaveProperty('next_cursor');
		expect((await list({ model: 'seedance-pro' })).generations).toMatchObject([{ id: data.id }]);
	});

	it.each([
		{ status: 'done' },
		{ model: 'nobody' },
		{ type: 'audio' },
		{ limit: 0 },
		{ limit: 101 },
		{ limit: 'all' },
		{ cursor: 'zzz' },
	])('rejects %j', async (params) => {
		const { status, data } = await client.get('/api/v2/generations', { params });
		expect([status, data.code]).toEqual([400, 'invalid_query']);
	});
});
