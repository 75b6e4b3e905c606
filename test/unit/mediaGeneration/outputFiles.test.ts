import { rowOfJob } from '../../../nodes/MediaGeneration/outputFiles';
import { mediaGeneration } from '../../../nodes/MediaGeneration/service';
import { fakeConnection } from '../engine/kit';

test.each([{}, { url: '' }, { url: null }])(
	'an output without a URL is an error and sends no request: %j',
	async (output) => {
		const respond = jest.fn();
		const connection = fakeConnection(respond, { service: mediaGeneration });
		const context = { helpers: { prepareBinaryData: jest.fn() } };
		await expect(
			rowOfJob(context, connection, { outputs: [output] }, { downloadOutputs: true }),
		).rejects.toThrow('The response contains no URL for an output file');
		expect(respond).not.toHaveBeenCalled();
	},
);
