import { choice, integer, operationsIn, resource, type Row, text } from '../../engine/describe';
import { direction, repositoryScope } from '../fields';
import {
	allIssueLabels,
	assignees,
	body,
	commentBody,
	issueFilters,
	issueLabel,
	issueLabels,
	issueNumber,
	issueType,
	milestoneNumber,
	newBody,
	newTitle,
	openOrClosed,
	optionalAssignees,
	optionalLabels,
	title,
	withoutAt,
} from '../issues/fields';
import { issueComment, issueCommentBrief, labelsOfIssue } from '../issues/shapes';
import { byLink } from '../paging';
import { issue as shape, issueBrief as simplify, issueLabel as labelShape } from '../shapes';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(repositoryScope, tokenScopes.issues, tokenScopes.issuesWrite);

const duplicateIssueId = integer('Duplicate Of (ID)', {
	description: 'ID of the original issue, not its number, for the reason Duplicate',
	apiName: 'duplicate_issue_id',
	minimum: 1,
});

const updateFields = {
	issueState: openOrClosed,
	assignees: {
		...optionalAssignees,
		description:
			'Names of all assignees, separated by commas. They replace the current ones. An empty list removes all assignees.',
		clearable: true,
	},
	duplicateIssueId,
	issueLabels: {
		...optionalLabels,
		description:
			'Names of all labels, separated by commas. They replace the current ones. An empty list removes all labels.',
		clearable: true,
	},
	issueType,
	milestoneNumber: {
		...milestoneNumber,
		description: `${milestoneNumber.description}. An empty value removes the milestone.`,
		clearable: true,
	},
	newBody: { ...newBody, apiName: 'body' },
	newTitle: { ...newTitle, apiName: 'title' },
	stateReason: choice(
		'State Reason',
		{
			completed: 'Completed',
			not_planned: 'Not Planned',
			duplicate: 'Duplicate',
			reopened: 'Reopened',
		},
		{
			description: 'Why the state changes. Ignored if State does not change.',
			apiName: 'state_reason',
		},
	),
};

/** The response contains the labels as a list. One item with all of them is never empty. */
const oneItem = (
	rows: readonly Row[],
	{ issueNumber: number }: { issueNumber?: string },
): Row[] => [{ json: { number: Number(number), labels: rows.map(({ json }) => json) } }];

const changesLabels = {
	shape: labelsOfIssue,
	refine: oneItem,
} as const;

export const issue = resource('Issue', {
	default: 'getAll',
	operations: {
		addAssignees: operation({
			action: 'Add assignees to an issue',
			description: 'Assign users to an issue or pull request; an issue has up to ten assignees',
			request: 'POST /issues/{issueNumber}/assignees',
			fields: { issueNumber, assignees },
			prepare: withoutAt,
			idempotency: 'safe',
			simplify,
			shape,
		}),
		addLabels: operation({
			...changesLabels,
			action: 'Add labels to an issue',
			description: 'Add labels to an issue or pull request, and return all its labels',
			request: 'POST /issues/{issueNumber}/labels',
			fields: { issueNumber, issueLabels },
			output: 'rows',
			idempotency: 'safe',
		}),
		close: operation({
			request: 'PATCH /issues/{issueNumber}',
			fixedBody: { state: 'closed' },
			fields: { issueNumber },
			options: {
				closeReason: choice(
					'Reason',
					{ completed: 'Completed', not_planned: 'Not Planned', duplicate: 'Duplicate' },
					{ description: 'Why the issue is closed', apiName: 'state_reason', default: 'completed' },
				),
				duplicateIssueId,
			},
			idempotency: 'safe',
			simplify,
			shape,
		}),
		create: operation({
			collection: 'additionalFields',
			request: 'POST /issues',
			fields: { title, body },
			options: {
				assignees: optionalAssignees,
				issueLabels: optionalLabels,
				issueType,
				milestoneNumber,
			},
			prepare: withoutAt,
			simplify,
			shape,
		}),
		createComment: operation({
			action: 'Create a comment on an issue',
			request: 'POST /issues/{issueNumber}/comments',
			fields: { issueNumber, body: commentBody },
			simplify: issueCommentBrief,
			shape: issueComment,
		}),
		get: operation({
			request: 'GET /issues/{issueNumber}',
			fields: { issueNumber },
			simplify,
			shape,
		}),
		getAll: operation({
			action: 'Get many issues and pull requests',
			description: 'Get the issues of a repository, including pull requests',
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
					apiName: 'issue_field_values',
				}),
				issueLabels: issueFilters.labels,
				issueSince: issueFilters.since,
				issueSort: issueFilters.sort,
				issueState: issueFilters.state,
				issueType: text('Type', {
					description:
						'Only return issues of this type. Use none for issues without a type and * for any type.',
					apiName: 'type',
					placeholder: 'e.g. Bug',
				}),
				mentioned: text('Mentioned', {
					description: 'Only return issues that mention this user',
					placeholder: 'e.g. octocat',
				}),
				milestone: text('Milestone', {
					description:
						'Only return issues of the milestone with this number (not its ID). Use none for issues without a milestone and * for any milestone.',
					placeholder: 'e.g. 3',
				}),
			},
			paging: byLink(),
			simplify,
			shape,
		}),
		getAllLabels: operation({
			action: 'Get many labels of an issue',
			request: 'GET /issues/{issueNumber}/labels',
			fields: { issueNumber },
			paging: byLink(),
			shape: labelShape,
		}),
		getAllTimelineEvents: operation({
			action: 'Get many timeline events of an issue',
			description:
				'Get what happened to an issue or pull request: comments, commits, reviews, labels and more',
			request: 'GET /issues/{issueNumber}/timeline',
			fields: { issueNumber },
			options: {
				excludedEvents: text('Exclude Events', {
					description: 'Kinds of events to leave out, separated by commas',
					placeholder: 'e.g. labeled, subscribed',
					apiName: 'exclude',
				}),
			},
			paging: byLink(),
		}),
		lock: operation({
			description: 'Lock the conversation of an issue or pull request',
			request: 'PUT /issues/{issueNumber}/lock',
			fields: { issueNumber },
			options: {
				lockReason: choice(
					'Reason',
					{
						'off-topic': 'Off-Topic',
						'too heated': 'Too Heated',
						resolved: 'Resolved',
						spam: 'Spam',
					},
					{
						description: 'Why the conversation is locked',
						apiName: 'lock_reason',
						default: 'resolved',
					},
				),
			},
			done: ({ issueNumber: number }) => ({ number: Number(number), locked: true }),
		}),
		removeAllLabels: operation({
			action: 'Remove all labels from an issue',
			request: 'DELETE /issues/{issueNumber}/labels',
			effect: 'reversible',
			fields: { issueNumber },
			done: ({ issueNumber: number }) => ({ number: Number(number), labels: [] }),
		}),
		removeAssignees: operation({
			action: 'Remove assignees from an issue',
			request: 'DELETE /issues/{issueNumber}/assignees',
			effect: 'reversible',
			fields: { issueNumber, assignees: { ...assignees, in: 'body' } },
			prepare: withoutAt,
			output: 'single',
			simplify,
			shape,
		}),
		removeLabel: operation({
			...changesLabels,
			action: 'Remove a label from an issue',
			description: 'Remove a label from an issue or pull request, and return the remaining labels',
			request: 'DELETE /issues/{issueNumber}/labels/{issueLabel}',
			effect: 'reversible',
			fields: { issueNumber, issueLabel },
			output: 'rows',
		}),
		reopen: operation({
			request: 'PATCH /issues/{issueNumber}',
			fixedBody: { state: 'open' },
			fields: { issueNumber },
			idempotency: 'safe',
			simplify,
			shape,
		}),
		setLabels: operation({
			...changesLabels,
			action: 'Set all labels of an issue',
			description: 'Replace all labels of an issue or pull request',
			request: 'PUT /issues/{issueNumber}/labels',
			fields: { issueNumber, allIssueLabels },
			// GitHub does not document a request without labels. It might remove all of them.
			check: ({ allIssueLabels: labels }) =>
				labels === undefined
					? { field: 'allIssueLabels', problem: 'is required. An empty list removes all labels' }
					: undefined,
			output: 'rows',
		}),
		unlock: operation({
			description: 'Unlock the conversation of an issue or pull request',
			request: 'DELETE /issues/{issueNumber}/lock',
			effect: 'reversible',
			fields: { issueNumber },
			done: ({ issueNumber: number }) => ({ number: Number(number), locked: false }),
		}),
		update: operation({
			collection: 'updateFields',
			description: 'Change the text, the state, the labels or the assignees of an issue',
			request: 'PATCH /issues/{issueNumber}',
			fields: { issueNumber },
			options: updateFields,
			prepare: withoutAt,
			idempotency: 'safe',
			simplify,
			shape,
		}),
	},
});
