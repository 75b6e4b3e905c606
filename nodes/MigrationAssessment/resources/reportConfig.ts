import { resource, rows } from '../../engine/describe';
import type { IDataObject } from 'n8n-workflow';
import { described, family, filter, orderBy } from '../family';
import { fullName } from '../place';
import { groupId, preferenceSetId, reportConfigId } from '../records';
import { reportConfig as shape } from '../shapes';

const configs = family({
	one: 'report config',
	many: 'report configs',
	collection: 'reportConfigs',
	key: 'reportConfigId',
	id: reportConfigId,
	shape,
});

export const reportConfig = resource('Report Config', {
	default: 'getAll',
	operations: {
		create: configs.create('reportConfigId', {
			fields: {
				groupPreferencesetAssignments: rows('Group Assignments', {
					description:
						'The groups that the report covers, each with the preference set that it is assessed by',
					required: true,
					row: { group: groupId, preferenceSet: preferenceSetId },
				}),
			},
			options: described,
			body: (body, { input }) => ({
				...body,
				groupPreferencesetAssignments: (body.groupPreferencesetAssignments as IDataObject[]).map(
					({ group, preferenceSet }) => ({
						group: fullName(input, 'groups', group),
						preferenceSet: fullName(input, 'preferenceSets', preferenceSet),
					}),
				),
			}),
		}),
		delete: configs.delete({ hasChildren: true }),
		get: configs.get(),
		getAll: configs.getAll({ options: { filter, orderBy } }),
	},
});
