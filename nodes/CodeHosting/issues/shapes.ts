/** Shapes of comments and labels of issues, see `shapes.ts`. */
import { allPropertiesOf, issueLabel, lastPartOf, user } from '../shapes';

export const issueComment = {
	id: 'integer',
	user,
	body: 'string',
	created_at: 'string',
	updated_at: 'string',
	author_association: 'string',
	html_url: 'string',
	issue_url: 'string',
} as const;

export const issueCommentBrief = {
	...allPropertiesOf(issueComment, { user: 'user.login' }),
	issueNumber: lastPartOf('issue_url'),
};

/** Output item of the operations that change the labels of an issue. */
export const labelsOfIssue = { number: 'integer', labels: [issueLabel] } as const;
