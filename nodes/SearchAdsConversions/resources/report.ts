import { choice, fileSizeOption, integer, operation, resource, text } from '../../engine/describe';
import { defaultMaximumRows, getIdMapping } from '../idMapping';
import { advertiserId, agencyId, permission } from './conversion';

export const report = resource('Report', {
	default: 'getIdMappingFile',
	operations: {
		getIdMappingFile: operation({
			action: 'Get the ID mapping file',
			description: 'Get a file that maps IDs of the classic product to IDs of the new product',
			request: 'GET /agency/{agencyId}/advertiser/{advertiserId}/idmapping',
			agents: false,
			fields: {
				agencyId,
				advertiserId,
				mappingOutput: choice(
					'Output',
					{ file: 'One File', rows: 'One Item per Row' },
					{ description: 'How to return the mapping', default: 'file', in: 'none' },
				),
			},
			options: {
				...fileSizeOption,
				maximumRows: integer('Maximum Rows', {
					description: 'Maximum number of rows to return. The rest of the file is not read.',
					default: defaultMaximumRows,
					minimum: 1,
					maximum: 1_000_000,
					in: 'none',
				}),
				outputProperty: text('Put Output File in Field', {
					description: 'Name of the binary property for the file',
					default: 'data',
					in: 'none',
				}),
			},
			run: getIdMapping,
			permission: permission,
		}),
	},
});
