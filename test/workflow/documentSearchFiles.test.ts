// Files that Document: Index Files uploads. The form field and the values are those of Captain's own
// client (runcaptain/captain-mcp, src/tools.ts).
import type { IDataObject } from 'n8n-workflow';
import { DocumentSearchApi } from '../../credentials/DocumentSearchApi.credentials';
import { DocumentSearch } from '../../nodes/DocumentSearch/DocumentSearch.node';
import { binary, operationRunner } from './kit/executor';
import { byId } from './kit/locator';
import { respondWithJson, startRawServer, type RawRequest, type RawServer } from './kit/rawServer';

let server: RawServer;
beforeEach(async () => {
	server = await startRawServer();
	server.respond = respondWithJson({ job_id: 'job-1', status: 'pending' });
});
afterEach(async () => await server.close());

const run = operationRunner(new DocumentSearch(), () => ({
	documentSearchApi: {
		type: new DocumentSearchApi(),
		data: { provider: 'other', baseUrl: server.url, apiKey: 'key', scheme: 'Bearer' },
	},
}));

const index = async (
	files: Readonly<Record<string, Buffer>>,
	parameters: IDataObject = {},
	toName = (property: string) => `${property}.txt`,
) => {
	const entries = Object.entries(files).map(
		async ([property, content]) =>
			[property, await binary(content, toName(property), 'text/plain')] as const,
	);
	return await run(
		'document',
		'indexFiles',
		{ collectionName: byId('handbook'), processing: 'advanced', ...parameters },
		{ items: [{ json: {}, binary: Object.fromEntries(await Promise.all(entries)) }] },
	);
};

/** Reads a received form as a web server does. */
async function formOf({ rawHeaders, body }: RawRequest): Promise<FormData> {
	const at = rawHeaders.findIndex((name) => name.toLowerCase() === 'content-type');
	return await new Response(new Uint8Array(body), {
		headers: { 'content-type': rawHeaders[at + 1]! },
	}).formData();
}

test('several files of an item are sent in one form, in order and unchanged', async () => {
	const large = Buffer.alloc(3 * 1024 * 1024, 'x');
	const { items, error } = await index(
		{ first: Buffer.from('Grüße'), second: large, third: Buffer.from('') },
		{
			binaryPropertyNames: 'first, second, third',
			additionalFields: {
				documentMetadata: '{"department": "people", "year": 2026}',
				overwriteExisting: true,
			},
		},
		(property) => `${property} "ä".txt`,
	);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json)).toEqual([{ job_id: 'job-1', status: 'pending' }]);
	expect(server.received.map(({ method, target }) => `${method} ${target}`)).toEqual([
		'POST /v2/collections/handbook/index/file',
	]);
	const [received] = server.received;
	const lengthAt = received!.rawHeaders.findIndex((name) => /^content-length$/i.test(name));
	expect(Number(received!.rawHeaders[lengthAt + 1])).toBe(received!.body.length);
	const form = await formOf(received!);
	expect([...form.keys()]).toEqual([
		'processing_type',
		'custom_metadata',
		'overwrite_existing',
		'files',
		'files',
		'files',
	]);
	expect(form.get('processing_type')).toBe('advanced');
	expect(JSON.parse(String(form.get('custom_metadata')))).toEqual({
		department: 'people',
		year: 2026,
	});
	expect(form.get('overwrite_existing')).toBe('true');
	const files = form.getAll('files') as File[];
	expect(files.map(({ name, size, type }) => [name, size, type])).toEqual([
		['first "ä".txt', 7, 'text/plain'],
		['second "ä".txt', large.length, 'text/plain'],
		['third "ä".txt', 0, 'text/plain'],
	]);
	expect(await files[0]!.text()).toBe('Grüße');
});

test('more than 20 files are rejected before anything is sent', async () => {
	const names = Array.from({ length: 21 }, (_, number) => `file${number}`);
	const files = Object.fromEntries(names.map((name) => [name, Buffer.from(name)]));
	const { error } = await index(files, { binaryPropertyNames: names.join() });
	expect(error?.message).toBe('Input Binary Fields must contain at most 20 names, got 21');
	expect(server.received).toEqual([]);
	expect(
		(await index(files, { binaryPropertyNames: names.slice(1).join() })).error,
	).toBeUndefined();
});

test('a missing file is rejected before anything is sent', async () => {
	const { error } = await index({ data: Buffer.from('x') }, { binaryPropertyNames: 'data, other' });
	expect(error?.message).toContain('The item has no binary property "other"');
	expect(server.received).toEqual([]);
});

test('files are not sent again if they may have been processed', async () => {
	server.respond = (response) => void response.destroy();
	const { error } = await index({ data: Buffer.from('x') });
	expect(error?.message).toBe('The connection to Document Search was interrupted');
	expect(error?.description).toContain('may or may not have been processed');
	expect(server.received).toHaveLength(1);
});
