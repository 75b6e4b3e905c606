import { createHash } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { LOCAL_KEY } from '../../../services/mediaGeneration/service';
import { UPLOAD_LIMIT } from '../../../services/mediaGeneration/uploads';
import { http, image, setUp, type Setup } from './support';

let { service, client }: Setup = {} as Setup;
beforeEach(async () => ({ service, client } = await setUp()));
afterEach(() => service.close());

const upload = (content: string, filename: string, type: string, field = 'file') => {
	const form = new FormData();
	form.append(field, new Blob([content], { type }), filename);
	return client.post('/api/v2/uploads', form);
};

interface UploadResponse {
	status?: number;
	data: Record<string, unknown>;
}

const MAX_GROWTH_BYTES = 8 * 1024 * 1024;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Memory in use after garbage collection, in bytes. */
function usedMemory(): number {
	collect();
	const { arrayBuffers, heapUsed } = process.memoryUsage();
	return arrayBuffers + heapUsed;
}

/** Uploads a file of this size from a small buffer. `halfway` is called after half of the file. */
async function stream(
	bytes: number,
	halfway = async (): Promise<void> => undefined,
): Promise<UploadResponse> {
	const head =
		'--edge\r\nContent-Disposition: form-data; name="file"; filename="long.mp4"\r\nContent-Type: video/mp4\r\n\r\n';
	const outgoing = request(`${service.url}/api/v2/uploads`, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${LOCAL_KEY}`,
			'content-type': 'multipart/form-data; boundary=edge',
		},
	});
	const responded = new Promise<IncomingMessage>((resolve, reject) =>
		outgoing.once('response', resolve).once('error', reject),
	);
	const chunk = Buffer.alloc(65536, 1);
	const write = (data: Buffer | string) =>
		outgoing.write(data) ? undefined : new Promise((resolve) => outgoing.once('drain', resolve));
	await write(head);
	let halfwayCalled = false;
	for (let sent = 0; sent < bytes; sent += chunk.length) {
		if (!halfwayCalled && sent >= bytes / 2) {
			halfwayCalled = true;
			await halfway();
		}
		await write(chunk.subarray(0, bytes - sent));
	}
	outgoing.end('\r\n--edge--\r\n');
	const incoming = await responded;
	let text = '';
	for await (const part of incoming.setEncoding('utf8')) text += part;
	return { status: incoming.statusCode, data: JSON.parse(text) };
}

describe('an upload', () => {
	it('returns a public URL of the content', async () => {
		const { status, data } = await upload('kite', 'kite.png', 'image/png');
		expect(status).toBe(200);
		expect(data).toEqual({
			id: data.id,
			filename: 'kite.png',
			content_type: 'image/png',
			size: 4,
			url: data.url,
		});
		expect((await http.get(data.url)).data).toBe('kite');
		expect(service.state.uploads).toMatchObject([
			{ stored: true, sha256: createHash('sha256').update('kite').digest('hex') },
		]);
		expect((await client.create({ ...image, image_input: [data.url] })).status).toBe(202);
	});

	it.each([
		['song.mp3', 'audio/mpeg'],
		['song.wav', 'audio/wav'],
		['clip.mp4', 'video/mp4'],
	])('of %s as %s is accepted', async (name, type) =>
		expect((await upload('x', name, type)).status).toBe(200),
	);

	it.each([
		['notes.txt', 'text/plain'],
		['thing.bin', 'application/octet-stream'],
	])('of %s as %s is rejected', async (name, type) =>
		expect((await upload('x', name, type)).data.code).toBe('validation_failed'),
	);

	it('requires multipart/form-data with the field `file`', async () => {
		expect((await upload('x', 'kite.png', 'image/png', 'picture')).data.code).toBe(
			'validation_failed',
		);
		expect((await client.post('/api/v2/uploads', {})).data.code).toBe('validation_failed');
	});

	it('requires a credential', async () => {
		expect((await http.post(`${service.url}/api/v2/uploads`, new FormData())).status).toBe(401);
	});

	it('of 95 MB is not buffered in memory, and only its hash is stored', async () => {
		const before = usedMemory();
		let growth = Infinity;
		const { status, data } = await stream(UPLOAD_LIMIT, async () => {
			while (service.state.received < UPLOAD_LIMIT / 3) await pause(5);
			// Buffers are freed some time after garbage collection. The buffers of a complete file would
			// not be freed during the upload.
			for (let turn = 0; turn < 50 && growth > MAX_GROWTH_BYTES; turn++) {
				await pause(20);
				growth = usedMemory() - before;
			}
		});
		expect(growth).toBeLessThan(MAX_GROWTH_BYTES);
		expect([status, data.size]).toEqual([200, UPLOAD_LIMIT]);
		expect(service.state.uploads).toMatchObject([{ size: UPLOAD_LIMIT, stored: false }]);
		expect((await http.get(String(data.url))).status).toBe(404);
	});

	it('of more than 95 MB is rejected', async () => {
		const { status, data } = await stream(UPLOAD_LIMIT + 1);
		expect([status, data.code]).toEqual([400, 'validation_failed']);
		expect(service.state.uploads).toEqual([]);
	});
});
