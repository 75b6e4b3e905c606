/** Values for the operations of issues and pull requests, in the local test service. */
import type { IDataObject } from 'n8n-workflow';
import type { CodeService } from '../../services/codeHosting/service';
import { locator } from './locator';

/** Values for all fields. The issue has the label that is removed. */
export function discussionValues(code: CodeService): IDataObject {
	const discussions = code.discussions.of(code.world.repositories[0]!);
	const [pull] = discussions.pulls;
	discussions.issue('1').labels = ['bug'];
	return {
		issueNumber: locator(1),
		issueCommentId: locator(discussions.comments[0]!.id),
		title: 'A title',
		body: 'A text',
		issueLabels: 'ui, help wanted',
		allIssueLabels: 'ui',
		issueLabel: locator('bug'),
		assignees: 'hubot',
		pullRequestNumber: locator(pull!.number),
		headBranch: locator('feature'),
		baseBranch: locator('main'),
		diffOutput: 'text',
		mergeMethod: 'squash',
		reviewers: 'hubot',
		teamReviewers: 'justice-league',
		reviewId: locator(discussions.reviews[0]!.id),
		reviewEvent: 'APPROVE',
		submittedEvent: 'COMMENT',
		dismissalMessage: 'Outdated',
		reviewCommentId: locator(discussions.reviewComments[0]!.id),
		commentedCommit: pull!.headSha,
		commentedFile: pull!.files[0]!.filename,
		subjectType: 'line',
		line: '2',
	};
}

/** Values that only one operation needs, such as a review in another state. */
export function valuesOfOperation(code: CodeService, id: string): IDataObject {
	const [review] = code.discussions.of(code.world.repositories[0]!).reviews;
	if (id === 'pullRequestReview.delete' || id === 'pullRequestReview.submit')
		review!.state = 'PENDING';
	if (id === 'pullRequestReview.dismiss') review!.state = 'APPROVED';
	return id === 'issue.update' || id === 'pullRequest.update'
		? { updateFields: { newTitle: 'Another title' } }
		: {};
}
