import { choice, integer, operation, resource, text } from '../../engine/describe';
import { idMapping, standardRows } from '../mapping';
import { advertiserId, agencyId, permission } from './conversion';

export const report = resource('Report', {
	default: 'getIdMappingFile',
	operations: {
		getIdMappingFile: operation({
			name: 'Get ID Mapping File',
			action: 'Get the ID mapping file',
			description:
				'Get the IDs of the classic product with those of the renewed one, for everything that exists in both',
			request: 'GET /agency/{agencyId}/advertiser/{advertiserId}/idmapping',
			agents: false,
			fields: {
				agencyId,
				advertiserId,
				mappingOutput: choice(
					'Output',
					{ file: 'One File', rows: 'One Item a Row' },
					{ description: 'How to hand the mapping on', default: 'file', in: 'none' },
				),
			},
			options: {
				maximumRows: integer('Maximum Rows', {
					description: 'Most rows that become items; the rest of the file is not read',
					default: standardRows,
					minimum: 1,
					maximum: 1_000_000,
					in: 'none',
				}),
				outputProperty: text('Put Output File in Field', {
					description: 'Name of the binary property that holds the file',
					default: 'data',
					in: 'none',
				}),
			},
			run: idMapping,
			scope: permission,
		}),
	},
});
