import type { IDataObject } from 'n8n-workflow';
import { choice, date, id, numbered, operationsIn, resource, text } from '../../engine/describe';
import {
	direction,
	pagedLookup,
	repositoryPath,
	repositoryScope,
	repositoryUrl,
	sortBy,
} from '../fields';
import { numberedRow, stateFilter } from '../issues/fields';
import { milestone as shape, milestoneBrief as simplify } from '../issues/shapes';
import { byLink } from '../paging';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(repositoryScope, tokenScopes.issues, tokenScopes.issuesWrite);

const milestoneField = id('Milestone Number', {
	urlExample: 'https://github.com/octo-org/hello-world/milestone/1',
	...numbered,
	description: 'Number of the milestone',
	urlPattern: '/milestones?/([0-9]+)',
	urlParents: repositoryUrl,
	listMethod: 'searchMilestone',
	lookup: pagedLookup(`GET ${repositoryPath}/milestones?state=all&per_page=100`, undefined, (row) =>
		numberedRow(row, row.state),
	),
});

const milestoneTitle = text('Title', {
	description: 'Title of the milestone',
	placeholder: 'e.g. Version 1.2',
	apiName: 'title',
	required: true,
});

const values = {
	milestoneDescription: text('Description', {
		description: 'Description of the milestone, in Markdown',
		apiName: 'description',
		lines: 3,
	}),
	dueOn: date('Due On', {
		description: 'When the milestone is due',
		apiName: 'due_on',
		format: 'date',
	}),
	milestoneState: choice(
		'State',
		{ open: 'Open', closed: 'Closed' },
		{ description: 'Whether the milestone is open', apiName: 'state', default: 'open' },
	),
};

/**
 * GitHub discards the time of the due date in its own time zone (microsoft/PowerShellForGitHub#133).
 * Noon in UTC is the same day there.
 */
const atNoon = (input: IDataObject): IDataObject =>
	typeof input.dueOn === 'string' ? { ...input, dueOn: `${input.dueOn}T12:00:00Z` } : input;

export const milestone = resource('Milestone', {
	default: 'getAll',
	operations: {
		create: operation({
			collection: 'additionalFields',
			request: 'POST /milestones',
			fields: { milestoneTitle },
			options: values,
			prepare: atNoon,
			simplify,
			shape,
		}),
		delete: operation({
			description: 'Delete a milestone; its issues and pull requests remain',
			request: 'DELETE /milestones/{milestone}',
			effect: 'irreversible',
			fields: { milestone: milestoneField },
		}),
		get: operation({
			request: 'GET /milestones/{milestone}',
			fields: { milestone: milestoneField },
			simplify,
			shape,
		}),
		getAll: operation({
			description: 'Get the milestones of a repository, by default the open ones',
			request: 'GET /milestones',
			options: {
				direction,
				milestoneSort: sortBy({ due_on: 'Due Date', completeness: 'Completeness' }),
				milestonesInState: stateFilter('milestones'),
			},
			paging: byLink(),
			simplify,
			shape,
		}),
		update: operation({
			collection: 'updateFields',
			request: 'PATCH /milestones/{milestone}',
			fields: { milestone: milestoneField },
			options: { ...values, milestoneTitle: { ...milestoneTitle, required: false as const } },
			idempotency: 'safe',
			prepare: atNoon,
			simplify,
			shape,
		}),
	},
});
