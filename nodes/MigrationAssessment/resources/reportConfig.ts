import type { IDataObject } from 'n8n-workflow';
import { resource, rows } from '../../engine/describe';
import { groupId, preferenceSetId, reportConfigId } from '../recordFields';
import { resourceName } from '../resourceNames';
import { reportConfig as shape } from '../shapes';
import { filter, nameAndDescription, orderBy, standardOperations } from '../standardOperations';

const configs = standardOperations({ path: 'reportConfigs', record: { reportConfigId }, shape });

export const reportConfig = resource('Report Config', {
	default: 'getAll',
	operations: {
		create: configs.create({
			fields: {
				groupPreferencesetAssignments: rows('Group Assignments', {
					description:
						'The groups in the report, and the preference set used to assess each of them',
					required: true,
					row: { group: groupId, preferenceSet: preferenceSetId },
				}),
			},
			options: nameAndDescription,
			body: (body, { input }) => ({
				...body,
				groupPreferencesetAssignments: (body.groupPreferencesetAssignments as IDataObject[]).map(
					({ group, preferenceSet }) => ({
						group: resourceName(input, 'groups', group),
						preferenceSet: resourceName(input, 'preferenceSets', preferenceSet),
					}),
				),
			}),
		}),
		delete: configs.delete({ hasChildren: true }),
		get: configs.get(),
		getAll: configs.getAll({ options: { filter, orderBy } }),
	},
});
