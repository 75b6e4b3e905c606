import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { binary, bytesOf } from './kit/executor';
import { thingByIndex, useExampleService } from './kit/exampleService';
import { isLong } from './kit/isLong';

interface Upload {
	bytes: number;
	sha256: string;
	length?: string;
	type?: string;
	chunked: boolean;
}

const service = useExampleService();
/** Hashes uploads without storing them, and serves files of any size. */
let fileServer: Server;
let uploads: Upload[] = [];
let failFirstUpload = false;
/** Called for every megabyte that is received. */
let onMegabyte: (megabytes: number) => void = () => undefined;

beforeAll(async () => {
	fileServer = createServer((request, response) => {
		if (request.method === 'GET') download(request, response);
		else upload(request, response);
	}).listen(0, '127.0.0.1');
	await once(fileServer, 'listening');
});
afterAll(async () => {
	fileServer.close();
});
beforeEach(() => {
	uploads = [];
	failFirstUpload = false;
});

/**
 * Responds to `/files/3000` with 3000 bytes. Closes the connection after 100 bytes for
 * `/files/broken3000`, and compresses the file for `/files/gzip3000`. For `/files/cut3000`, it
 * compresses the file only if the request accepts that, and sends only half of the compressed bytes.
 */
function download(request: IncomingMessage, response: ServerResponse): void {
	const [, , name] = request.url!.split('/');
	const bytes = Number(name!.replace(/^[a-z]+/, ''));
	const type = { 'content-type': 'application/x-test' };
	if (name!.startsWith('gzip')) {
		response.writeHead(200, { ...type, 'content-encoding': 'gzip' });
		response.end(gzipSync(Buffer.alloc(bytes, 5)));
		return;
	}
	if (name!.startsWith('cut') && request.headers['accept-encoding']?.includes('gzip')) {
		const compressed = gzipSync(randomBytes(bytes));
		const half = compressed.subarray(0, compressed.length / 2);
		const length = { 'content-length': half.length };
		response.writeHead(200, { ...type, ...length, 'content-encoding': 'gzip' }).end(half);
		return;
	}
	response.writeHead(200, { ...type, 'content-length': bytes });
	if (name!.startsWith('broken')) response.write(Buffer.alloc(100), () => response.destroy());
	else response.end(Buffer.alloc(bytes, 5));
}

function upload(request: IncomingMessage, response: ServerResponse): void {
	const hash = createHash('sha256');
	let bytes = 0;
	request.on('data', (chunk: Buffer) => {
		const megabytes = Math.floor(bytes / 1024 / 1024);
		bytes += chunk.length;
		if (Math.floor(bytes / 1024 / 1024) > megabytes) onMegabyte(megabytes + 1);
		hash.update(chunk);
	});
	request.on('end', () => {
		uploads.push({
			bytes,
			sha256: hash.digest('hex'),
			length: request.headers['content-length'],
			type: request.headers['content-type'],
			chunked: 'transfer-encoding' in request.headers,
		});
		const fails = failFirstUpload && uploads.length === 1;
		response.writeHead(fails ? 503 : 200, { 'content-type': 'application/json' });
		response.end('{"stored":true}');
	});
}

const credentialData = () => ({
	baseUrl: `http://127.0.0.1:${(fileServer.address() as AddressInfo).port}`,
});
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

test('an upload sends the file unchanged with its length and type, and reads the file again for a retry', async () => {
	const content = Buffer.from('some bytes '.repeat(10_000));
	const items = [
		{ json: {}, binary: { data: await binary(content, 'a.bin', 'application/x-test') } },
	];
	failFirstUpload = true;
	const { items: results, error } = await service.run('upload', {
		items,
		parameters: { property: 'data' },
		data: credentialData(),
	});
	expect(error).toBeUndefined();
	expect(results[0]?.json).toEqual({ stored: true });
	const expected = {
		bytes: content.length,
		sha256: sha256(content),
		length: String(content.length),
		type: 'application/x-test',
		chunked: false,
	};
	expect(uploads).toEqual([expected, expected]);
});

test('failed uploads close their files', async () => {
	const items = await Promise.all(
		Array.from({ length: 20 }, async (_, index) => ({
			json: {},
			binary: { data: await binary(Buffer.alloc(200_000, index), 'a.bin', 'application/x-test') },
		})),
	);
	const upload = async (baseUrl: string) =>
		await service.run('upload', {
			items,
			parameters: { property: 'data', options: { attempts: 1, itemsAtOnce: 5 } },
			data: { baseUrl },
			settings: { onError: 'continueRegularOutput' },
		});
	const rejecting = createServer((request, response) => {
		response.writeHead(413, { 'content-type': 'application/json', connection: 'close' });
		response.end('{}', () => request.destroy());
	}).listen(0, '127.0.0.1');
	const closing = createServer((request) => request.socket.destroy()).listen(0, '127.0.0.1');
	await new Promise((resolve) => setTimeout(resolve, 20));
	const before = openBinaryFiles();
	for (const server of [rejecting, closing]) {
		const { port } = server.address() as AddressInfo;
		expect((await upload(`http://127.0.0.1:${port}`)).items).toHaveLength(20);
		server.close();
	}
	// Nothing listens on this port.
	expect((await upload('http://127.0.0.1:9')).items).toHaveLength(20);
	await new Promise((resolve) => setTimeout(resolve, 200));
	expect(openBinaryFiles()).toBeLessThanOrEqual(before);
});

/** Number of files of n8n's binary data storage that this process has open. */
const openBinaryFiles = (): number =>
	readdirSync('/proc/self/fd').filter((descriptor) => {
		try {
			return readlinkSync(`/proc/self/fd/${descriptor}`).includes('tenfold-binaries-');
		} catch {
			return false;
		}
	}).length;

describe('Maximum File Size', () => {
	const megabyte = 1024 * 1024;
	const downloadFile = async (index: string | number, options = {}) =>
		await service.run('download', {
			items: [{ json: { index } }],
			parameters: { ...thingByIndex, options },
			data: credentialData(),
		});

	test.each([2 * megabyte, `gzip${2 * megabyte}`, `gzip${megabyte + 1}`])(
		'rejects a larger file (%s)',
		async (index) => {
			const { items, error } = await downloadFile(index, { maximumFileSize: 1 });
			expect(error?.message).toBe('The file is larger than 1 MB');
			expect(error?.description).toBe('Increase Maximum File Size (MB) in Request Options.');
			expect(items).toEqual([]);
		},
	);

	test('is 512 MB by default', async () => {
		const { error } = await downloadFile(`broken${512 * megabyte + 2}`);
		expect(error?.message).toBe('The file is larger than 512 MB');
	});
});

test('a file is requested without compression, because a cut off compressed file looks complete', async () => {
	const { items, error } = await service.run('download', {
		items: [{ json: { index: 'cut3000' } }],
		parameters: thingByIndex,
		data: credentialData(),
	});
	expect(error).toBeUndefined();
	expect(await bytesOf(items[0]!.binary!.data!)).toHaveLength(3000);
});

test('an interrupted download is an error', async () => {
	const { error } = await service.run('download', {
		items: [{ json: { index: 'broken40000' } }],
		parameters: thingByIndex,
		data: credentialData(),
	});
	expect(error?.message).toBe('The download was interrupted');
});

test('a large upload is streamed rather than held in memory', async () => {
	const megabyte = 1024 * 1024;
	const size = (isLong ? 96 : 48) * megabyte;
	const step = size / megabyte / 4;
	const items = [
		{
			json: {},
			binary: { data: await binary(Buffer.alloc(size, 1), 'large.bin', 'application/x-test') },
		},
	];
	const collectGarbage = garbageCollector();
	collectGarbage();
	const before = process.memoryUsage().arrayBuffers;
	const memory: number[] = [];
	onMegabyte = (megabytes) => {
		if (megabytes % step !== step / 2) return;
		collectGarbage();
		memory.push(process.memoryUsage().arrayBuffers - before);
	};
	const { error } = await service.run('upload', {
		items,
		parameters: { property: 'data' },
		data: credentialData(),
	});
	expect(error).toBeUndefined();
	expect(uploads[0]?.bytes).toBe(size);
	expect(memory).toHaveLength(4);
	// If the upload held the file in memory, the last value would be the size of the file.
	expect(Math.max(...memory)).toBeLessThan(size * (2 / 3));
});

/** Returns V8's `gc` function. A measurement after `gc` includes only memory in use. */
function garbageCollector(): () => void {
	setFlagsFromString('--expose-gc');
	return runInNewContext('gc') as () => void;
}
