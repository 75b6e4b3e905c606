/** Values of the issue fields that an organization defines. */
import { id, integer, operationsIn, resource, rows, value } from '../../engine/describe';
import { repositoryScope } from '../fields';
import { issueNumber } from '../issues/fields';
import { issueFieldValue as shape } from '../issues/shapes';
import { byLink } from '../paging';
import { tokenScopes } from '../tokenScopes';
import { notOnEnterpriseServer } from '../providers';

const operation = operationsIn(repositoryScope, tokenScopes.issues, tokenScopes.issuesWrite);

export const issueFieldValue = resource('Issue Field Value', {
	default: 'getAll',
	operations: {
		delete: operation({
			request: 'DELETE /issues/{issueNumber}/issue-field-values/{issueFieldId}',
			missingIn: notOnEnterpriseServer,
			effect: 'reversible',
			fields: {
				issueNumber,
				issueFieldId: id('Issue Field', {
					description: 'ID of the field, as returned by Get Many',
					placeholder: 'e.g. 1',
				}),
			},
		}),
		getAll: operation({
			action: 'Get many field values of an issue',
			request: 'GET /issues/{issueNumber}/issue-field-values',
			fields: { issueNumber },
			paging: byLink(),
			shape,
		}),
		set: operation({
			action: 'Set field values of an issue',
			description: 'Set values of issue fields, and return the values; other fields do not change',
			request: 'POST /issues/{issueNumber}/issue-field-values',
			missingIn: notOnEnterpriseServer,
			fields: {
				issueNumber,
				fieldValues: rows('Field Values', {
					description: 'The fields to set',
					apiName: 'issue_field_values',
					required: true,
					row: {
						field_id: integer('Field ID', {
							description: 'ID of the issue field',
							minimum: 1,
							required: true,
						}),
						value: value('Value', {
							description:
								'Text, number, date or name of the option. For several options, a JSON array of names.',
							required: true,
						}),
					},
				}),
			},
			output: 'rows',
			idempotency: 'safe',
			shape,
		}),
	},
});
