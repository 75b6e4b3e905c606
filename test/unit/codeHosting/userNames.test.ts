import { planOperation } from '../../../nodes/engine/plan/planOperation';
import { readInput } from '../../../nodes/engine/read/readInput';
import { issue } from '../../../nodes/CodeHosting/resources/issue';
import { pullRequest } from '../../../nodes/CodeHosting/resources/pullRequest';

test.each([
	[issue, 'addAssignees', 'assignees', {}],
	[issue, 'removeAssignees', 'assignees', {}],
	[issue, 'create', 'assignees', { title: 'A', additionalFields: { assignees: '@monalisa, hub' } }],
	[issue, 'update', 'assignees', { updateFields: { assignees: ['@monalisa', 'hub'] } }],
	[pullRequest, 'requestReviewers', 'reviewers', {}],
	[pullRequest, 'removeRequestedReviewers', 'reviewers', {}],
] as const)(
	'names of users are sent without the @ that people type: %#',
	(resource, key, name, more) => {
		const values: Record<string, unknown> = {
			owner: 'o',
			repository: 'r',
			issueNumber: '1',
			pullRequestNumber: '1',
			[name]: '@monalisa, hub',
			...more,
		};
		const operation = resource.operations[key]!;
		const input = readInput(operation, (path, fallback) => values[path] ?? fallback);
		expect(planOperation(operation, input).plan.body).toMatchObject({
			[name]: ['monalisa', 'hub'],
		});
	},
);
