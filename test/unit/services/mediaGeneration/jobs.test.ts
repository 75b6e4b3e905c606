import { LOCAL_KEY } from '../../../services/mediaGeneration/service';
import { ALL_JOBS_DONE_MS, http, image, setUp, video, type Setup } from './support';

let { service, client }: Setup = {} as Setup;
beforeEach(async () => ({ service, client } = await setUp()));
afterEach(() => service.close());

const read = async (id: string) => (await client.get(`/api/v2/generations/${id}`)).data;
const finished = async (body: Record<string, unknown>) => {
	const { data } = await client.create(body);
	await service.clock.advance(ALL_JOBS_DONE_MS);
	return read(data.id);
};

describe('a job', () => {
	it('is pending, then completed, and gets its outputs later', async () => {
		const { data } = await client.create(image);
		expect(await read(data.id)).toMatchObject({ status: 'pending', outputs: [], input: image });
		await service.clock.advance(1500);
		expect(await read(data.id)).toMatchObject({ status: 'completed', outputs: [] });
		await service.clock.advance(400);
		const { outputs, created, updated } = await read(data.id);
		expect(outputs).toHaveLength(1);
		expect(Date.parse(updated) - Date.parse(created)).toBe(1900);
	});

	it.each(['failed', 'canceled', 'stalled'])(
		'can become %s, depending on its prompt',
		async (status) => {
			const word = { failed: 'fails', canceled: 'cancels', stalled: 'stalls' }[status];
			const job = await finished({ ...image, prompt: `it ${word}` });
			expect(job.status).toBe(status);
			expect('error' in job).toBe(status !== 'stalled');
		},
	);

	it('can be completed if it is stalled', async () => {
		const { id } = await finished({ ...image, prompt: 'it stalls' });
		await service.settle(id, 'completed');
		await service.clock.advance(400);
		expect(await read(id)).toMatchObject({ status: 'completed', outputs: [{}] });
	});
});

describe('an output', () => {
	it('is a picture', async () => {
		const { outputs } = await finished(image);
		const { headers, data } = await http.get(outputs[0].url, { responseType: 'arraybuffer' });
		expect(headers['content-type']).toBe('image/png');
		expect(Buffer.from(data).toString('hex', 0, 4)).toBe('89504e47');
	});

	it('of a video has a poster', async () => {
		const { outputs } = await finished(video);
		expect(outputs[0].content_type).toBe('video/mp4');
		const { data } = await http.get(outputs[0].url, { responseType: 'arraybuffer' });
		expect(Buffer.from(data).toString('latin1', 4, 8)).toBe('ftyp');
		expect((await http.get(outputs[0].poster_url)).headers['content-type']).toBe('image/png');
	});

	it('exists for every requested image', async () => {
		const { outputs } = await finished({
			model: 'gpt-image-2',
			prompt: 'kites',
			n: 4,
		});
		expect(new Set(outputs.map(({ url }: { url: string }) => url)).size).toBe(4);
	});

	it('is on a separate origin that rejects credentials in any header', async () => {
		const [{ url }] = (await finished(image)).outputs;
		expect(new URL(url).origin).toBe(service.mediaUrl);
		expect(service.mediaUrl).not.toBe(service.url);
		for (const header of ['Authorization', 'X-API-Key']) {
			expect((await http.get(url, { headers: { [header]: LOCAL_KEY } })).status).toBe(400);
		}
		expect((await http.get(url)).status).toBe(200);
		expect(
			service.requests.list('/media/*').filter(({ headers }) => headers.authorization),
		).toHaveLength(1);
	});
});
