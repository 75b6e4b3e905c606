import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { binary, bytesOf } from './kit/executor';
import { ofItem, useScratch } from './kit/scratch';

/** Counts bytes without keeping them, and sends as many as asked for. */
let counting: Server;
let counted: { bytes: number; sha256: string; length?: string; type?: string; chunked: boolean }[] =
	[];
const scratch = useScratch();
beforeAll(async () => {
	counting = createServer((request, response) => {
		if (request.method === 'GET') {
			const [, , name] = request.url!.split('/');
			const bytes = Number(name!.replace('broken', ''));
			response.writeHead(200, { 'content-type': 'application/x-test', 'content-length': bytes });
			if (name!.startsWith('broken')) {
				response.write(Buffer.alloc(bytes / 2), () => response.destroy());
				return;
			}
			response.end(Buffer.alloc(bytes, 5));
			return;
		}
		const hash = createHash('sha256');
		let bytes = 0;
		request.on('data', (chunk: Buffer) => {
			const megabytes = Math.floor(bytes / 1024 / 1024);
			bytes += chunk.length;
			if (Math.floor(bytes / 1024 / 1024) > megabytes) onMegabytes(megabytes + 1);
			hash.update(chunk);
		});
		request.on('end', () => {
			counted.push({
				bytes,
				sha256: hash.digest('hex'),
				length: request.headers['content-length'],
				type: request.headers['content-type'],
				chunked: 'transfer-encoding' in request.headers,
			});
			const failing =
				counted.length === 1 &&
				request.url === '/files/upload' &&
				request.headers['x-test'] === undefined &&
				failFirst;
			response.writeHead(failing ? 503 : 200, { 'content-type': 'application/json' });
			response.end('{"stored":true}');
		});
	}).listen(0, '127.0.0.1');
});
let failFirst = false;
/** Called for every megabyte that arrives. */
let onMegabytes: (megabytes: number) => void = () => undefined;
afterAll(async () => {
	counting.close();
});
beforeEach(() => {
	counted = [];
	failFirst = false;
});

const address = () => ({ baseUrl: `http://127.0.0.1:${(counting.address() as AddressInfo).port}` });
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

test('a file goes out as it is, with its length and type, and is opened anew when the request is sent again', async () => {
	const content = Buffer.from('some bytes '.repeat(10_000));
	const items = [
		{ json: {}, binary: { data: await binary(content, 'a.bin', 'application/x-test') } },
	];
	failFirst = true;
	const { items: out, error } = await scratch.run('upload', {
		items,
		parameters: { property: 'data' },
		data: address(),
	});
	expect(error).toBeUndefined();
	expect(out[0]?.json).toEqual({ stored: true });
	const expected = {
		bytes: content.length,
		sha256: sha256(content),
		length: String(content.length),
		type: 'application/x-test',
		chunked: false,
	};
	expect(counted).toEqual([expected, expected]);
});

test('a binary property that is not there is named, with those that are', async () => {
	const items = [
		{ json: {}, binary: { picture: await binary(Buffer.from('x'), 'a.bin', 'image/png') } },
	];
	const { error } = await scratch.run('upload', {
		items,
		parameters: { property: 'data' },
		data: address(),
	});
	expect(error?.message).toBe('The item has no binary property "data"');
	expect(error?.description).toContain('picture');
});

test('a file comes in as a binary property', async () => {
	const { items } = await scratch.run('download', {
		items: [{ json: { index: 3000 } }],
		parameters: ofItem,
		data: address(),
	});
	expect(items[0]?.binary?.data?.mimeType).toBe('application/x-test');
	expect(await bytesOf(items[0]!.binary!.data!)).toEqual(Buffer.alloc(3000, 5));
});

test('a file that breaks off is no file', async () => {
	const { error } = await scratch.run('download', {
		items: [{ json: { index: 'broken40000' } }],
		parameters: ofItem,
		data: address(),
	});
	expect(error?.message).toBe('The file was interrupted');
});

test('a file of 95 MB goes up without being held in memory', async () => {
	const size = 95 * 1024 * 1024;
	const items = [
		{
			json: {},
			binary: { data: await binary(Buffer.alloc(size, 1), 'large.bin', 'application/x-test') },
		},
	];
	const collect = collector();
	collect();
	const before = process.memoryUsage().arrayBuffers;
	const held: number[] = [];
	onMegabytes = (megabytes) => {
		if (megabytes % 20 !== 10) return;
		collect();
		held.push((process.memoryUsage().arrayBuffers - before) / 1024 / 1024);
	};
	const { error } = await scratch.run('upload', {
		items,
		parameters: { property: 'data' },
		data: address(),
	});
	expect(error).toBeUndefined();
	expect(counted[0]?.bytes).toBe(size);
	expect(held).toHaveLength(5);
	// Held as a whole it would be 90 at the last look.
	expect(Math.max(...held)).toBeLessThan(64);
});

/** Collects garbage, so that what is counted is what is held. */
function collector(): () => void {
	setFlagsFromString('--expose-gc');
	return runInNewContext('gc') as () => void;
}
