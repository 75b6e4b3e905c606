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

it('an indexing job adds the documents when it completes', async () => {
	const { data } = await http.post(`${service.url}/v2/collections/handbook/index/url`, {
		urls: ['https://example.com/new.pdf'],
		processing_type: 'basic',
	});
	await service.clock.advance(2000);
	const job = await http.get(`${service.url}/v2/jobs/${data.job_id}`);
	expect(job.data.status).toBe('completed');
	expect(service.library.collections.get('handbook')!.documents).toHaveLength(4);
});
