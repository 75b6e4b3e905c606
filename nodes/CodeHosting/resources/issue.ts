import { choice, date, operation, resource, text } from '../../engine/describe';
import { direction, repositoryScope as under } from '../fields';
import { byLink } from '../paging';
import { issue as shape, issueBrief as simplify } from '../shapes';
import { tokenScopes } from '../tokenScopes';

export const issue = resource('Issue', {
	default: 'getAll',
	operations: {
		getAll: operation({
			name: 'Get Many',
			action: 'Get many issues',
			description: 'Get the issues of a repository, including pull requests',
			alsoKnownAs: ['listForRepo'],
			under,
			request: 'GET /issues',
			options: {
				assignee: text('Assignee', {
					description:
						'Only return issues assigned to this user. Use none for unassigned issues and * for any assignee.',
					placeholder: 'e.g. octocat',
				}),
				creator: text('Creator', {
					description: 'Only return issues created by this user',
					placeholder: 'e.g. octocat',
				}),
				direction,
				issueFieldValues: text('Issue Field Values', {
					description: 'Only return issues whose custom fields have these values',
					wire: 'issue_field_values',
				}),
				issueLabels: text('Labels', {
					description: 'Only return issues with all of these labels, separated by commas',
					wire: 'labels',
					placeholder: 'e.g. bug, ui',
				}),
				issueSince: date('Since', {
					description: 'Only return issues updated after this time',
					wire: 'since',
				}),
				issueSort: choice(
					'Sort',
					{ created: 'Created', updated: 'Updated', comments: 'Comments' },
					{ description: 'Property to sort by', wire: 'sort', collection: 'options' },
				),
				issueState: choice(
					'State',
					{ open: 'Open', closed: 'Closed', all: 'All' },
					{ description: 'Only return issues in this state', wire: 'state' },
				),
				issueType: text('Type', {
					description:
						'Only return issues of this type. Use none for issues without a type and * for any type.',
					wire: 'type',
					placeholder: 'e.g. Bug',
				}),
				mentioned: text('Mentioned', {
					description: 'Only return issues that mention this user',
					placeholder: 'e.g. octocat',
				}),
				milestone: text('Milestone', {
					description:
						'Only return issues of the milestone with this number. Use none for issues without a milestone and * for any milestone.',
					placeholder: 'e.g. 3',
				}),
			},
			paging: byLink(),
			scope: tokenScopes.issues,
			simplify,
			shape,
		}),
	},
});
