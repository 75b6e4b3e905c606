/** Sub-issues of an issue, and issues that block each other. */
import { flag, integer, operationsIn, resource } from '../../engine/describe';
import { repositoryScope } from '../fields';
import { issueNumber } from '../issues/fields';
import { byLink } from '../paging';
import { issue as shape, issueBrief as simplify } from '../shapes';
import { tokenScopes } from '../tokenScopes';
import { notOnEnterpriseServer } from '../providers';

const operation = operationsIn(repositoryScope, tokenScopes.issues, tokenScopes.issuesWrite);

const issueId = (label: string, description: string, apiName: string) =>
	integer(label, {
		description: `ID (not number) of the ${description}, as returned by Issue: Get`,
		placeholder: 'e.g. 1001',
		apiName,
		minimum: 1,
		required: true,
	});

const subIssueId = issueId('Sub-Issue ID', 'sub-issue', 'sub_issue_id');
const blockingIssueId = issueId('Blocking Issue ID', 'issue that blocks', 'issue_id');
const position = (label: string, apiName: string) => ({
	...issueId(label, 'sub-issue', apiName),
	required: false as const,
});

// n8n's lint rule for actions does not accept hyphens.
export const subIssue = resource('Sub-Issue', {
	default: 'getAll',
	operations: {
		add: operation({
			action: 'Add a sub issue to an issue',
			description: 'Add a sub-issue to an issue',
			request: 'POST /issues/{issueNumber}/sub_issues',
			missingIn: notOnEnterpriseServer,
			fields: { issueNumber, subIssueId },
			options: {
				replaceParent: flag('Replace Parent', {
					description: 'Whether to move a sub-issue that has another parent',
					apiName: 'replace_parent',
				}),
			},
			simplify,
			shape,
		}),
		getAll: operation({
			action: 'Get many sub issues of an issue',
			description: 'Get many sub-issues of an issue',
			request: 'GET /issues/{issueNumber}/sub_issues',
			missingIn: notOnEnterpriseServer,
			fields: { issueNumber },
			paging: byLink(),
			simplify,
			shape,
		}),
		move: operation({
			action: 'Move a sub issue of an issue',
			description: 'Move a sub-issue in the list of sub-issues, before or after another one',
			request: 'PATCH /issues/{issueNumber}/sub_issues/priority',
			missingIn: notOnEnterpriseServer,
			fields: { issueNumber, subIssueId },
			options: {
				moveAfter: position('After ID', 'after_id'),
				moveBefore: position('Before ID', 'before_id'),
			},
			idempotency: 'safe',
			simplify,
			shape,
		}),
		remove: operation({
			action: 'Remove a sub issue from an issue',
			description: 'Remove a sub-issue from an issue; the issue itself remains',
			request: 'DELETE /issues/{issueNumber}/sub_issue',
			missingIn: notOnEnterpriseServer,
			effect: 'reversible',
			fields: { issueNumber, subIssueId: { ...subIssueId, in: 'body' } },
			output: 'single',
			simplify,
			shape,
		}),
	},
});

export const issueDependency = resource('Issue Dependency', {
	default: 'getAll',
	operations: {
		add: operation({
			action: 'Add an issue that blocks an issue',
			request: 'POST /issues/{issueNumber}/dependencies/blocked_by',
			fields: { issueNumber, blockingIssueId },
			simplify,
			shape,
		}),
		getAll: operation({
			action: 'Get many issues that block an issue',
			request: 'GET /issues/{issueNumber}/dependencies/blocked_by',
			fields: { issueNumber },
			paging: byLink(),
			simplify,
			shape,
		}),
		getAllBlocked: operation({
			action: 'Get many issues that an issue blocks',
			request: 'GET /issues/{issueNumber}/dependencies/blocking',
			fields: { issueNumber },
			paging: byLink(),
			simplify,
			shape,
		}),
		remove: operation({
			action: 'Remove an issue that blocks an issue',
			description: 'Remove the dependency on an issue; the issue itself remains',
			request: 'DELETE /issues/{issueNumber}/dependencies/blocked_by/{blockingIssueId}',
			effect: 'reversible',
			fields: { issueNumber, blockingIssueId },
			output: 'single',
			simplify,
			shape,
		}),
	},
});
