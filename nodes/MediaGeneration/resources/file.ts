import { inputFile, toRow } from '../../engine';
import { allFieldsOf, file as binaryProperty, operation, resource } from '../../engine/describe';
import { uploadFile } from '../inputFiles';
import { upload as shape } from '../shapes';

export const file = resource('File', {
	default: 'upload',
	operations: {
		upload: operation({
			description:
				'Upload an image, video or audio file of up to 95 MB and get a public URL for the input fields of a model',
			idempotency: 'safe',
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
					await uploadFile(
						call,
						await inputFile(
							call.context,
							call.item,
							call.input.binaryPropertyName,
							allFieldsOf(call.operation).binaryPropertyName?.label,
						),
					),
				),
			],
		}),
	},
});
