import { LOCAL_KEY } from '../../../services/mediaGeneration/service';
import { http, image, ALL_JOBS_DONE_MS, setUp, video, type Setup } from './support';

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
	it('is pending, then completed, and has its outputs a moment later', async () => {
		const { data } = await client.create(image);
		expect(await read(data.id)).toMatchObject({ status: 'pending', outputs: [], input: image });
		await service.clock.advance(1500);
		expect(await read(data.id)).toMatchObject({ status: 'completed', outputs: [] });
		await service.clock.advance(400);
		const { outputs, created, updated } = await read(data.id);
		expect(outputs).toHaveLength(1);
		expect(Date.parse(updated) - Date.parse(created)).toBe(1900);
	});

	it('takes longer for a video', async () => {
		const { data } = await client.create(video);
		await service.clock.advance(2999);
		expect((await read(data.id)).status).toBe('pending');
		await service.clock.advance(1);
		expect((await read(data.id)).status).toBe('completed');
	});

	it.each(['failed', 'canceled', 'stalled'])(
		'can end as %s, as its prompt says',
		async (status) => {
			const word = { failed: 'fails', canceled: 'cancels', stalled: 'stalls' }[status];
			const job = await finished({ ...image, prompt: `it ${word}` });
			expect(job.status).toBe(status);
			expect('error' in job).toBe(status !== 'stalled');
		},
	);

	it('can leave the stalled state when a test says so', async () => {
		const { id } = await finished({ ...image, prompt: 'it stalls' });
		await http.post(`${service.url}/_control/jobs/${id}`, { status: 'completed' });
		await service.clock.advance(400);
		expect(await read(id)).toMatchObject({ status: 'completed', outputs: [{}] });
	});

	it('tells the prompt that was used only where it was rewritten', async () => {
		expect(await finished(image)).not.toHaveProperty('prompt_used');
		expect(await finished({ ...image, translate_prompt: true })).not.toHaveProperty('prompt_used');
		expect((await finished({ ...image, enhance_prompt: true })).prompt_used).toContain(
			'a red kite, ',
		);
		expect(
			(await finished({ ...image, prompt: 'ein Drachen über Köln', translate_prompt: true }))
				.prompt_used,
		).toContain('English');
	});

	it('keeps in real time without anybody advancing the clock', async () => {
		const live = await setUp({ clock: undefined, settings: { imageMs: 20, attachMs: 10 } });
		const { data } = await live.client.create(image);
		let outputs: unknown[] = [];
		while (outputs.length === 0)
			({ outputs } = (await live.client.get(`/api/v2/generations/${data.id}`)).data);
		await live.service.close();
		expect(outputs).toHaveLength(1);
	});
});

describe('an output', () => {
	it.each([
		['png', 'image/png', '89504e47'],
		['jpg', 'image/jpeg', 'ffd8ffe0'],
		['webp', 'image/webp', '52494646'],
	])('is a %s where that was asked for', async (format, type, magic) => {
		const { outputs } = await finished({
			model: 'flux-dev',
			prompt: 'a kite',
			output_format: format.toUpperCase(),
		});
		const { headers, data } = await http.get(outputs[0].url, { responseType: 'arraybuffer' });
		expect([outputs[0].content_type, headers['content-type']]).toEqual([type, type]);
		expect(Buffer.from(data).toString('hex', 0, 4)).toBe(magic);
		expect(outputs[0]).not.toHaveProperty('poster_url');
	});

	it('of a video has a poster', async () => {
		const { outputs } = await finished(video);
		expect(outputs[0].content_type).toBe('video/mp4');
		const { data } = await http.get(outputs[0].url, { responseType: 'arraybuffer' });
		expect(Buffer.from(data).toString('latin1', 4, 8)).toBe('ftyp');
		expect((await http.get(outputs[0].poster_url)).headers['content-type']).toBe('image/jpeg');
	});

	it('is there once for every image asked for', async () => {
		const { outputs } = await finished({
			model: 'wan-2.7-image',
			prompt: 'kites',
			n: 12,
			enable_sequential: true,
		});
		expect(new Set(outputs.map(({ url }: { url: string }) => url)).size).toBe(12);
	});

	it('lives on an origin that refuses a credential, whichever header carries it', async () => {
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

	it('can live on the origin of the service', async () => {
		const one = await setUp({ mediaOrigin: false });
		await one.client.create(image);
		await one.service.clock.advance(ALL_JOBS_DONE_MS);
		const url = one.service.state.jobs[0]?.outputs[0]?.url ?? '';
		expect(url.startsWith(one.service.url)).toBe(true);
		expect((await one.client.get(url)).status).toBe(200);
		await one.service.close();
	});
});
