import { inputFile, toRow } from '../../engine';
import { file as binaryProperty, operation, resource } from '../../engine/describe';
import { uploadFile } from '../inputFiles';
import { upload as shape } from '../shapes';

const fieldLabel = 'Input Binary Field';

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
				binaryPropertyName: binaryProperty(fieldLabel, {
					default: 'data',
					required: true,
					hint: 'The name of the input field containing the file to upload',
				}),
			},
			run: async (call) => {
				const { context, item, input } = call;
				const file = await inputFile(context, item, input.binaryPropertyName, fieldLabel);
				return [toRow(await uploadFile(call, file, fieldLabel))];
			},
		}),
	},
});
