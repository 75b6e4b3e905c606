/** Shapes of comments and labels of issues, see `shapes.ts`. */
import { shapeOf } from '../../engine/describe';
import { allPropertiesOf, issueLabel, lastPartOf, numberIn, user } from '../shapes';

export const issueComment = {
	id: 'integer',
	user,
	...shapeOf('body created_at updated_at author_association html_url issue_url'),
} as const;

export const issueCommentBrief = {
	...allPropertiesOf(issueComment, { user: 'user.login' }),
	number: numberIn('issue_url'),
	issueNumber: lastPartOf('issue_url'),
};

/** Output item of the operations that change the labels of an issue. */
export const labelsOfIssue = { number: 'integer', labels: [issueLabel] } as const;

export const milestone = {
	...shapeOf(`
		id:integer number:integer title description state open_issues:integer closed_issues:integer
	`),
	creator: user,
	...shapeOf('created_at updated_at closed_at due_on html_url'),
} as const;
export const milestoneBrief = allPropertiesOf(milestone, { creator: 'creator.login' });

export const issueFieldValue = {
	...shapeOf('issue_field_id:integer issue_field_name node_id data_type value:any'),
	single_select_option: shapeOf('id:integer name color'),
	multi_select_options: ['object'],
} as const;
