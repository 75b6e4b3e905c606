// The floor inside n8n: its own authenticated helper in a bare loop, as many at a time as asked for. No checks, no retries, no bounds.
class BareLoop {
	description = {
		displayName: 'Bare Loop',
		name: 'bareLoop',
		group: ['transform'],
		version: 1,
		description: 'Yardstick of the benchmark',
		defaults: { name: 'Bare Loop' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'bareLoopApi', required: true }],
		properties: [
			{ displayName: 'Width', name: 'width', type: 'number', default: 50 },
			{ displayName: 'URL', name: 'url', type: 'string', default: '' },
			{ displayName: 'Pages', name: 'pages', type: 'boolean', default: false },
		],
	};

	async execute() {
		const items = this.getInputData();
		const send = async (url) => await this.helpers.httpRequestWithAuthentication.call(this, 'bareLoopApi', { url, json: true });
		if (this.getNodeParameter('pages', 0)) {
			const rows = [];
			for (let cursor = '0'; cursor !== undefined; ) {
				const body = await send(`${this.getNodeParameter('url', 0)}&cursor=${cursor}`);
				for (const row of body.generations) rows.push({ json: row, pairedItem: { item: 0 } });
				cursor = body.next_cursor;
			}
			return [rows];
		}
		const out = new Array(items.length);
		let next = 0;
		const lane = async () => {
			while (next < items.length) {
				const item = next++;
				out[item] = { json: await send(this.getNodeParameter('url', item)), pairedItem: { item } };
			}
		};
		await Promise.all(Array.from({ length: this.getNodeParameter('width', 0) }, lane));
		return [out];
	}
}
module.exports = { BareLoop };
