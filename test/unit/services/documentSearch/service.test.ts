import axios from 'axios';
import {
	LOCAL_KEY,
	startDocumentSearch,
	type DocumentSearchService,
} from '../../../services/documentSearch/service';
import { frozenClock } from '../../../services/kit/clock';

let service: DocumentSearchService;
beforeEach(async () => {
	service = await startDocumentSearch({ clock: frozenClock() });
});
afterEach(async () => await service.close());

const http = axios.create({
	proxy: false,
	validateStatus: () => true,
	headers: { authorization: `Bearer ${LOCAL_KEY}` },
});
const runQuery = async (body: object, collection = 'handbook') =>
	(await http.post(`${service.url}/v3/collections/${collection}/query`, body)).data;
const errorStatus = async (body: object) => {
	const { status, data } = await http.post(`${service.url}/v3/collections/handbook/query`, body);
	expect(data).toMatchObject({
		error: 'HTTP_ERROR',
		message: expect.any(String),
		status_code: status,
	});
	return status;
};

describe('a query', () => {
	it('returns ranked chunks and the applied options', async () => {
		const response = await runQuery({
			query: 'how many days of leave can be carried over',
			limit: 3,
		});
		expect(response).toMatchObject({
			limit: 3,
			total_results: 3,
			semantic_ratio: 0.5,
			rerank: { used: false },
			exclude_chunk_types: [],
			boost: [],
		});
		expect(response.results[0].text).toContain('carried over');
		const scores = response.results.map(({ score }: { score: number }) => score);
		expect(scores).toEqual([...scores].sort((a: number, b: number) => b - a));
	});

	it('reranks multimodal collections by default, and warns if reranking is off', async () => {
		expect((await runQuery({ query: 'boat' }, 'gallery')).rerank).toMatchObject({
			used: true,
			reason: 'default_for_multimodal',
		});
		const off = await runQuery({ query: 'boat', rerank: false }, 'gallery');
		expect([off.rerank.used, off.warnings]).toEqual([false, [expect.stringContaining('weaker')]]);
	});

	it.each([
		[{}, 422],
		[{ query: 'a', limit: 0 }, 422],
		[{ query: 'a', top_k: 3 }, 422],
	])('%j is rejected with %i', async (body, status) => {
		expect(await errorStatus(body)).toBe(status);
	});

	it('returns 401, 403 and 404 as specified', async () => {
		expect(
			(
				await http.get(`${service.url}/v2/collections`, {
					headers: { authorization: 'Bearer wrong' },
				})
			).status,
		).toBe(401);
		service.settings.closed.push('gallery');
		expect((await runQuery({ query: 'a' }, 'gallery')).status_code).toBe(403);
		expect((await runQuery({ query: 'a' }, 'nowhere')).status_code).toBe(404);
	});
});

it('image links expire and reject credentials', async () => {
	const response = await runQuery({ query: 'map of near countries', include: { regions: true } });
	const [link] = response.results.flatMap(
		({ regions }: { regions: Array<{ image_url: string | null }> }) =>
			regions.flatMap(({ image_url: url }) => url ?? []),
	);
	expect((await axios.get(link, { proxy: false })).headers['content-type']).toBe('image/png');
	expect((await http.get(link)).status).toBe(400);
	await service.clock.advance(6 * 60_000);
	expect((await axios.get(link, { proxy: false, validateStatus: () => true })).status).toBe(403);
});

it('an indexing job completes unless it is canceled', async () => {
	const start = async () =>
		(
			await http.post(`${service.url}/v2/collections/handbook/index/url`, {
				urls: ['https://example.com/new.pdf'],
				processing_type: 'basic',
			})
		).data.job_id;
	const [done, canceled] = [await start(), await start()];
	await http.post(`${service.url}/v2/jobs/${canceled}/cancel`);
	await service.clock.advance(2000);
	const status = async (job: string) =>
		(await http.get(`${service.url}/v2/jobs/${job}`)).data.status;
	expect([await status(done), await status(canceled)]).toEqual(['completed', 'cancelled']);
	expect(service.library.collections.get('handbook')!.documents).toHaveLength(4);
});
