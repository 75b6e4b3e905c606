// Returns a record for each input item, without a request. Shows how much memory the items and n8n's
// run data need.
class Records {
	description = {
		displayName: 'Records',
		name: 'records',
		group: ['transform'],
		version: 1,
		description: 'Memory baseline of the benchmark',
		defaults: { name: 'Records' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [
			{
				displayName: 'Record',
				name: 'record',
				type: 'string',
				default: '',
				description: 'JSON text of an item, with INDEX in place of its index',
			},
		],
	};

	async execute() {
		const text = this.getNodeParameter('record', 0);
		return [
			this.getInputData().map((_, item) => ({
				json: JSON.parse(text.replace('INDEX', item)),
				pairedItem: { item },
			})),
		];
	}
}

module.exports = { Records };
