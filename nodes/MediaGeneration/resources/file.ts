import { file as binaryProperty, operation, resource } from '../../engine/describe';
import { inputFile } from '../../engine/run/inputFile';
import { toRow } from '../../engine/run/output';
import { upload } from '../inputFiles';
import { upload as shape } from '../shapes';

export const file = resource('File', {
	default: 'upload',
	operations: {
		upload: operation({
			name: 'Upload',
			action: 'Upload a file',
			description:
				'Upload an image, a video or audio of up to 95 MB and get a public address for the input fields of a model',
			replay: 'safe',
			agents: false,
			shape,
			fields: {
				binaryPropertyName: binaryProperty('Input Binary Field', {
					default: 'data',
					required: true,
					hint: 'The name of the input field containing the file to upload',
				}),
			},
			run: async (call) => [
				toRow(
					await upload(
						call,
						await inputFile(call.context, call.item, call.input.binaryPropertyName),
					),
				),
			],
		}),
	},
});
