import {
	choice,
	id,
	numbered,
	operationsIn,
	rejectField,
	resource,
	rows,
	text,
	value,
} from '../../engine/describe';
import { organizationScope, owner, repository } from '../fields';
import { body, issueNumber } from '../issues/fields';
import { withPlainQuery } from '../enteredText';
import { byLinkCursor } from '../paging';
import { archiveOperation } from '../projects/archive';
import {
	itemQuery,
	projectFieldNames,
	projectItemId,
	projectNumber,
	projectScope,
	requestForUser,
} from '../projects/fields';
import { readItems, setFields } from '../projects/fieldValues';
import {
	projectDraft,
	projectDraftBrief,
	projectItem as shape,
	projectItemBrief as simplify,
} from '../projects/shapes';
import { tokenScopes } from '../tokenScopes';
import { notOnEnterpriseServer } from '../providers';

const operation = operationsIn(projectScope, tokenScopes.projects, tokenScopes.projectsWrite);
const ofOrganization = operationsIn(organizationScope, tokenScopes.projectsWrite);

const itemPath = '/projectsV2/{projectNumber}/items/{projectItemId}';
const parents = ['organization', 'username', 'projectNumber'] as const;

const itemFields = { projectNumber, projectItemId };
const items = '/projectsV2/{projectNumber}/items';
const viewItems = '/projectsV2/{projectNumber}/views/{viewNumber}/items';

export const projectItem = resource('Project Item', {
	default: 'getAll',
	operations: {
		add: operation({
			action: 'Add an issue or pull request to a project',
			description: 'Add an issue or a pull request to a project, with the first status',
			request: `POST ${items}`,
			missingIn: notOnEnterpriseServer,
			requestFor: requestForUser('POST', items),
			fields: {
				projectNumber,
				itemType: choice(
					'Item Type',
					{ Issue: 'Issue', PullRequest: 'Pull Request' },
					{ description: 'What to add', apiName: 'type', default: 'Issue' },
				),
				owner,
				repository: { ...repository, apiName: 'repo' },
				issueNumber: { ...issueNumber, apiName: 'number' },
			},
			prepare: ({ issueNumber: number, ...input }) => ({
				...input,
				issueNumber: Number.isSafeInteger(Number(number))
					? Number(number)
					: rejectField(issueNumber, 'is too large', number),
			}),
			simplify,
			shape,
		}),
		archive: operation({
			...archiveOperation('archiveProjectV2Item', true),
			missingIn: notOnEnterpriseServer,
			action: 'Archive an item of a project',
			fields: itemFields,
		}),
		createDraft: ofOrganization({
			action: 'Create a draft in a project',
			description: 'Create a draft issue in a project of an organization',
			request: 'POST /projectsV2/{projectNumber}/drafts',
			missingIn: notOnEnterpriseServer,
			fields: {
				projectNumber,
				draftTitle: text('Title', {
					description: 'Title of the draft',
					placeholder: 'e.g. Write the release notes',
					apiName: 'title',
					required: true,
				}),
			},
			collection: 'additionalFields',
			options: { body },
			simplify: projectDraftBrief,
			shape: projectDraft,
		}),
		delete: operation({
			action: 'Delete an item from a project',
			description: 'Delete a draft, or remove an issue or a pull request from a project',
			request: `DELETE ${itemPath}`,
			missingIn: notOnEnterpriseServer,
			requestFor: requestForUser('DELETE', itemPath),
			effect: 'irreversible',
			fields: itemFields,
		}),
		get: operation({
			action: 'Get an item of a project',
			description: 'Get an item of a project with the values of its fields',
			request: `GET ${itemPath}`,
			missingIn: notOnEnterpriseServer,
			requestFor: requestForUser('GET', itemPath),
			fields: itemFields,
			options: { projectFieldNames },
			run: readItems,
			simplify,
			shape,
		}),
		getAll: operation({
			action: 'Get many items of a project',
			description: 'Get the items of a project with the values of their fields',
			request: `GET ${items}`,
			missingIn: notOnEnterpriseServer,
			requestFor: requestForUser('GET', items),
			fields: { projectNumber },
			options: { itemQuery, projectFieldNames },
			prepare: withPlainQuery('itemQuery'),
			parents,
			paging: byLinkCursor(),
			run: readItems,
			simplify,
			shape,
		}),
		getAllView: operation({
			action: 'Get many items of a view of a project',
			description: 'Get the items that a view of a project shows',
			name: 'Get Many of a View',
			request: `GET ${viewItems}`,
			missingIn: notOnEnterpriseServer,
			requestFor: requestForUser('GET', viewItems),
			fields: {
				projectNumber,
				viewNumber: id('View Number', {
					urlExample: 'https://github.com/orgs/octo-org/projects/3/views/1',
					...numbered,
					description: 'Number of the view in its URL',
					urlPattern: '/views/([0-9]+)',
				}),
			},
			options: { projectFieldNames },
			parents,
			paging: byLinkCursor(),
			run: readItems,
			simplify,
			shape,
		}),
		unarchive: operation({
			...archiveOperation('unarchiveProjectV2Item', false),
			missingIn: notOnEnterpriseServer,
			action: 'Unarchive an item of a project',
			fields: itemFields,
		}),
		update: operation({
			action: 'Update fields of a project item',
			description: 'Set fields of an item, such as the status, by their names',
			request: `PATCH ${itemPath}`,
			missingIn: notOnEnterpriseServer,
			requestFor: requestForUser('PATCH', itemPath),
			fields: {
				...itemFields,
				projectFieldValues: rows('Field Values', {
					description: 'The fields to set',
					in: 'none',
					required: true,
					minimum: 1,
					row: {
						fieldName: text('Field', {
							description: 'Name or ID of the field',
							placeholder: 'e.g. Status',
							required: true,
						}),
						fieldValue: value('Value', {
							description:
								'Text, number or date, or the name of an option or an iteration. Without a value, the field is cleared.',
							placeholder: 'e.g. In Progress',
						}),
					},
				}),
			},
			idempotency: 'safe',
			run: setFields,
			simplify,
			shape,
		}),
	},
});
