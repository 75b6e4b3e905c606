import { inputFile } from '../../engine/binary';
import { operation, resource } from '../../engine/catalogue';
import { file as binaryProperty } from '../../engine/fields';
import { toRow } from '../../engine/output';
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
