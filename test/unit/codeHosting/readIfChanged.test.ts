import { readIfChanged } from '../../../nodes/CodeHosting/dispatch/readIfChanged';

describe('readIfChanged', () => {
	it('sends the ETag of the previous response, and returns that response after a 304', async () => {
		const responses = [
			{ status: 200, headers: { etag: '"1"' }, body: 'first' },
			{ status: 304, headers: {}, body: undefined },
			{ status: 200, headers: { etag: '"2"' }, body: 'second' },
			{ status: 304, headers: {}, body: undefined },
			{ status: 200, headers: {}, body: 'third' },
			{ status: 200, headers: {}, body: 'fourth' },
		];
		const sent: unknown[] = [];
		const read = readIfChanged(async (headers) => {
			sent.push(headers['if-none-match']);
			return await Promise.resolve(responses[sent.length - 1]!);
		});
		const bodies: unknown[] = [];
		for (const response of responses) bodies.push(response && (await read()).body);
		expect(bodies).toEqual(['first', 'first', 'second', 'second', 'third', 'fourth']);
		expect(sent).toEqual([undefined, '"1"', '"1"', '"2"', '"2"', undefined]);
	});
});
