// A lower bound inside n8n: calls n8n's authenticated request helper in a loop, without validation,
// retries or limits.
class BareLoop {
	description = {
		displayName: 'Bare Loop',
		name: 'bareLoop',
		group: ['transform'],
		version: 1,
		description: 'Baseline of the benchmark',
		defaults: { name: 'Bare Loop' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: ['bareLoopApi', 'bareLoopFunctionApi'].map((name) => ({
			name,
			required: true,
			displayOptions: { show: { credential: [name] } },
		})),
		properties: [
			{ displayName: 'Credential', name: 'credential', type: 'string', default: 'bareLoopApi' },
			{ displayName: 'Concurrency', name: 'concurrency', type: 'number', default: 50 },
			{ displayName: 'URL', name: 'url', type: 'string', default: '' },
			{
				displayName: 'Pages',
				name: 'pages',
				type: 'string',
				default: '',
				description: 'Pagination: cursor or number. Empty sends one request per item.',
			},
			{
				displayName: 'File',
				name: 'file',
				type: 'string',
				default: '',
				description: 'upload sends the file of the first item, download stores the response.',
			},
		],
	};

	async execute() {
		const items = this.getInputData();
		const credential = this.getNodeParameter('credential', 0);
		const request = async (options) =>
			await this.helpers.httpRequestWithAuthentication.call(this, credential, options);
		const send = async (url) => await request({ url, json: true });
		const file = this.getNodeParameter('file', 0);
		if (file !== '')
			return [
				[
					await (file === 'upload' ? upload : download)(
						this,
						request,
						this.getNodeParameter('url', 0),
					),
				],
			];
		const pages = this.getNodeParameter('pages', 0);
		if (pages !== '')
			return [
				await (pages === 'cursor' ? byCursor : byNumber)(send, this.getNodeParameter('url', 0)),
			];
		const out = new Array(items.length);
		let next = 0;
		const worker = async () => {
			while (next < items.length) {
				const item = next++;
				out[item] = { json: await send(this.getNodeParameter('url', item)), pairedItem: { item } };
			}
		};
		await Promise.all(Array.from({ length: this.getNodeParameter('concurrency', 0) }, worker));
		return [out];
	}
}

async function upload(context, request, url) {
	const { helpers } = context;
	const { id } = context.getInputData()[0].binary.data;
	const { fileSize } = await helpers.getBinaryMetadata(id);
	const json = await request({
		method: 'POST',
		url,
		body: await helpers.getBinaryStream(id),
		headers: { 'content-type': 'application/octet-stream', 'content-length': String(fileSize) },
	});
	return { json, pairedItem: { item: 0 } };
}

async function download({ helpers }, request, url) {
	const data = await helpers.prepareBinaryData(await request({ url, encoding: 'stream' }));
	return { json: {}, binary: { data }, pairedItem: { item: 0 } };
}

async function byCursor(send, url) {
	const items = [];
	for (let cursor = '0'; cursor !== undefined;) {
		const body = await send(`${url}&cursor=${cursor}`);
		for (const row of body.generations) items.push({ json: row, pairedItem: { item: 0 } });
		cursor = body.next_cursor;
	}
	return items;
}

async function byNumber(send, url) {
	const items = [];
	for (let page = 1; ; page++) {
		const rows = await send(`${url}&page=${page}`);
		for (const row of rows) items.push({ json: row, pairedItem: { item: 0 } });
		if (rows.length < 100) return items;
	}
}

module.exports = { BareLoop };
