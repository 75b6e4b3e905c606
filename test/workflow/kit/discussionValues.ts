/** Values for the operations of issues and pull requests, in the local test service. */
import type { IDataObject } from 'n8n-workflow';
import type { CodeService } from '../../services/codeHosting/service';
import { byName } from './locator';

/** Values for all fields. The issue has the label that is removed. */
export function discussionValues(code: CodeService): IDataObject {
	const discussions = code.discussions.of(code.world.repositories[0]!);
	const [pull] = discussions.pulls;
	discussions.issue('1').labels = ['bug'];
	return {
		issueNumber: byName(1),
		issueCommentId: byName(discussions.comments[0]!.id),
		title: 'A title',
		body: 'A text',
		issueLabels: 'ui, help wanted',
		allIssueLabels: 'ui',
		issueLabel: byName('bug'),
		assignees: 'hubot',
		pullRequestNumber: byName(pull!.number),
		headBranch: byName('feature'),
		baseBranch: byName('main'),
		diffOutput: 'text',
		mergeMethod: 'squash',
		reviewers: 'hubot',
		teamReviewers: 'justice-league',
		reviewId: byName(80),
		reviewEvent: 'APPROVE',
		submittedEvent: 'COMMENT',
		dismissalMessage: 'Outdated',
		reviewCommentId: byName(1),
		commentedCommit: 'abc',
		commentedFile: 'file1.txt',
		subjectType: 'line',
		line: '2',
	};
}
