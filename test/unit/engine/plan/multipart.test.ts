import { Readable } from 'node:stream';
import { multipart } from '../../../../nodes/engine/plan/multipart';

const fileOf = (stream: Readable) => ({
	fileName: 'a "b"\r\n.txt',
	mimeType: 'text/plain',
	size: 4,
	open: async () => await Promise.resolve(stream as never),
});

it('sends the file between the boundaries, with the length of the complete body', async () => {
	const { body, headers } = await multipart('file', fileOf(Readable.from([Buffer.from('text')])))();
	const chunks: Buffer[] = [];
	for await (const chunk of body as unknown as Readable) chunks.push(chunk as Buffer);
	const sent = Buffer.concat(chunks).toString();
	expect(sent).toContain('name="file"; filename="a %22b%22.txt"\r\n');
	expect(sent).toMatch(/\r\n\r\ntext\r\n--tenfold-[^\r]+--\r\n$/);
	expect(headers!['content-length']).toBe(String(sent.length));
});

it.each(['before', 'after'])(
	'closes the file if the body is destroyed %s reading has started',
	async (when) => {
		const file = new Readable({ read: () => undefined });
		file.push('te');
		const body = (await multipart('file', fileOf(file))()).body as unknown as Readable;
		body.on('error', () => undefined);
		if (when === 'after') await body[Symbol.asyncIterator]().next();
		body.destroy();
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(file.destroyed).toBe(true);
	},
);

it('fails if the file cannot be read', async () => {
	const file = new Readable({
		read() {
			this.destroy(new Error('no such file'));
		},
	});
	const body = (await multipart('file', fileOf(file))()).body as unknown as Readable;
	await expect(
		(async () => {
			for await (const _ of body) void _;
		})(),
	).rejects.toThrow('no such file');
});

it('stops reading the file, and closes it, if the body is not read to its end', async () => {
	let chunks = 0;
	const file = new Readable({
		read() {
			this.push(chunks++ < 1000 ? Buffer.alloc(65_536) : null);
		},
	});
	const body = (await multipart('file', fileOf(file))()).body as unknown as Readable;
	for await (const _ of body) {
		void _;
		break;
	}
	expect(chunks).toBeLessThan(10);
	expect(file.destroyed).toBe(true);
});

describe('several files', () => {
	const namedFile = (fileName: string, open: () => Readable | Buffer) => ({
		fileName,
		mimeType: 'text/plain',
		size: 4,
		open: jest.fn(async () => await Promise.resolve(open() as never)),
	});
	const inMemory = () => Buffer.from('text');
	const onDisk = () => Readable.from([Buffer.from('te'), Buffer.from('xt')]);

	it.each([
		['in memory', [inMemory, inMemory, inMemory]],
		['on disk', [onDisk, onDisk, onDisk]],
		['in memory and on disk', [inMemory, onDisk, inMemory]],
	])('%s are sent in order', async (_, opens) => {
		const [first, ...others] = opens.map((open, index) => namedFile(`${index}.txt`, open));
		const { body, headers } = await multipart('files', [first!, ...others], {
			name: 'Évening "ride"\r\nHome',
		})();
		const chunks: Buffer[] = [];
		if (Buffer.isBuffer(body)) chunks.push(body);
		else for await (const chunk of body as unknown as Readable) chunks.push(chunk as Buffer);
		const sent = Buffer.concat(chunks);
		expect(headers['content-length']).toBe(String(sent.length));
		const form = await new Response(sent, {
			headers: { 'content-type': headers['content-type']! },
		}).formData();
		expect([...form.keys()]).toEqual(['name', 'files', 'files', 'files']);
		expect(form.get('name')).toBe('Évening "ride"\r\nHome');
		const files = form.getAll('files') as File[];
		expect(files.map(({ name }) => name)).toEqual(['0.txt', '1.txt', '2.txt']);
		expect(await Promise.all(files.map((file) => file.text()))).toEqual(['text', 'text', 'text']);
	});

	it('are opened one after the other, and the open one is closed if the body is destroyed', async () => {
		const streams: Readable[] = [];
		const [first, second, third] = ['a', 'b', 'c'].map((name) =>
			namedFile(name, () => {
				const stream = streams.length === 0 ? onDisk() : new Readable({ read: () => undefined });
				streams.push(stream);
				if (streams.length > 1) stream.push('te');
				return stream;
			}),
		);
		const body = (await multipart('files', [first!, second!, third!])())
			.body as unknown as Readable;
		body.on('error', () => undefined);
		expect(second!.open).not.toHaveBeenCalled();
		const chunks = body[Symbol.asyncIterator]();
		while (streams.length < 2) await chunks.next();
		expect(streams[0]!.destroyed).toBe(true);
		body.destroy();
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(streams[1]!.destroyed).toBe(true);
		expect(third!.open).not.toHaveBeenCalled();
	});
});
