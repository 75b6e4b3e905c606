import {
	choice,
	flag,
	id,
	numbered,
	operation,
	operationsIn,
	pathsOf,
	resource,
	shapeOf,
	text,
} from '../../engine/describe';
import { repositoryScope, repositoryUrl } from '../fields';
import { graphQlOperation, pagesByGraphQl } from '../graphQl';
import { commentBody as body, title } from '../issues/fields';
import { tokenScopes } from '../tokenScopes';

const inRepository = operationsIn(
	repositoryScope,
	tokenScopes.discussions,
	tokenScopes.discussionsWrite,
);

const discussionNumber = id('Discussion Number', {
	urlExample: 'https://github.com/octo-org/hello-world/discussions/8',
	...numbered,
	description: 'Number of the discussion',
	urlPattern: '/discussions/([0-9]+)',
	urlParents: repositoryUrl,
});

const category = text('Category Slug', {
	description: 'Last part of the URL of the category',
	placeholder: 'e.g. q-a',
});

const commentId = text('Comment ID', {
	description: 'Node ID of the comment, from Get Many Comments',
	placeholder: 'e.g. DC_kwDOABCDEs4AHxyz',
	required: true,
});

const shape = shapeOf(`
	id number:integer title body user.login category.name category.slug closed:boolean
	is_answered:boolean answer.id answer.html_url upvote_count:integer created_at updated_at html_url
`);
const record = {
	simplify: pathsOf(`
		id number title body user=user.login category=category.slug closed is_answered
		answer_id=answer.id upvote_count created_at updated_at html_url
	`),
	shape,
	permission: tokenScopes.discussionsWrite,
} as const;
const read = { ...record, permission: tokenScopes.discussions } as const;

/** The names are those of the REST API and of webhooks. */
const selection = `
	id number title body user: author { login } category { name slug } closed
	is_answered: isAnswered answer { id html_url: url } upvote_count: upvoteCount
	created_at: createdAt updated_at: updatedAt html_url: url
`;

const comment = {
	simplify: pathsOf('id body user=user.login is_answer upvote_count created_at html_url'),
	shape: shapeOf('id body user.login is_answer:boolean upvote_count:integer created_at html_url'),
} as const;
const commentSelection =
	'id body user: author { login } is_answer: isAnswer upvote_count: upvoteCount created_at: createdAt html_url: url';

/** A query for something in the repository. */
const inRepositoryQuery = (selected: string, variables = ''): string =>
	`query ($owner: String!, $repository: String!${variables}) {
		repository(owner: $owner, name: $repository) { ${selected} }
	}`;
const number = ', $discussionNumber: Int!';
const cursor = ', $cursor: String';
const page = 'pageInfo { hasNextPage endCursor }';

const answer = (mutation: string) => ({
	...record,
	fields: { commentId },
	...graphQlOperation({
		document: `mutation ($commentId: ID!) {
			${mutation}(input: { id: $commentId }) { discussion { ${selection} } }
		}`,
	}),
});

export const discussion = resource('Discussion', {
	default: 'getAll',
	operations: {
		create: inRepository({
			...record,
			fields: {
				title: { ...title, description: 'Title of the discussion' },
				category: { ...category, required: true as const },
				body,
			},
			...graphQlOperation({
				ids: inRepositoryQuery(
					'repositoryId: id discussionCategory(slug: $category) { categoryId: id }',
					', $category: String!',
				),
				document: `mutation ($repositoryId: ID!, $categoryId: ID!, $title: String!, $body: String!) {
					createDiscussion(
						input: { repositoryId: $repositoryId, categoryId: $categoryId, title: $title, body: $body }
					) { discussion { ${selection} } }
				}`,
			}),
		}),
		createComment: inRepository({
			...comment,
			action: 'Create a comment on a discussion',
			fields: { discussionNumber, body },
			options: {
				replyTo: text('Reply To', {
					description: 'ID of the comment to reply to, from Get Many Comments',
					placeholder: 'e.g. DC_kwDOABCDEs4AHxyz',
				}),
			},
			...graphQlOperation({
				ids: inRepositoryQuery(
					'discussion(number: $discussionNumber) { discussionId: id }',
					number,
				),
				document: `mutation ($discussionId: ID!, $body: String!, $replyTo: ID) {
					addDiscussionComment(
						input: { discussionId: $discussionId, body: $body, replyToId: $replyTo }
					) { comment { ${commentSelection} } }
				}`,
			}),
		}),
		get: inRepository({
			...read,
			fields: { discussionNumber },
			...graphQlOperation({
				document: inRepositoryQuery(
					`discussion(number: $discussionNumber) { ${selection} }`,
					number,
				),
			}),
		}),
		getAll: inRepository({
			...read,
			description: 'Get the discussions of a repository, the last updated ones first',
			options: {
				answered: flag('Answered', {
					description: 'Whether to only return answered discussions. If off, only unanswered ones.',
					default: true,
				}),
				category,
				discussionState: choice(
					'State',
					{ OPEN: 'Open', CLOSED: 'Closed' },
					{ description: 'Only return discussions with this state' },
				),
			},
			...graphQlOperation({
				ids: inRepositoryQuery(
					'discussionCategory(slug: $category) { categoryId: id }',
					', $category: String!',
				),
				document: inRepositoryQuery(
					`discussions(
						first: 100, after: $cursor, answered: $answered, categoryId: $categoryId,
						states: $discussionState, orderBy: { field: UPDATED_AT, direction: DESC }
					) { nodes { ${selection} } ${page} }`,
					`${cursor}, $answered: Boolean, $categoryId: ID, $discussionState: [DiscussionState!]`,
				),
			}),
			paging: pagesByGraphQl,
		}),
		getAllComments: inRepository({
			...comment,
			action: 'Get many comments of a discussion',
			description: 'Get the comments of a discussion, without the replies to them',
			fields: { discussionNumber },
			permission: tokenScopes.discussions,
			...graphQlOperation({
				document: inRepositoryQuery(
					`discussion(number: $discussionNumber) {
						comments(first: 100, after: $cursor) { nodes { ${commentSelection} } ${page} }
					}`,
					number + cursor,
				),
			}),
			paging: pagesByGraphQl,
		}),
		markAnswer: operation({
			...answer('markDiscussionCommentAsAnswer'),
			action: 'Mark a comment as the answer of a discussion',
			name: 'Mark Answer',
		}),
		unmarkAnswer: operation({
			...answer('unmarkDiscussionCommentAsAnswer'),
			action: 'Unmark the answer of a discussion',
			name: 'Unmark Answer',
		}),
	},
});
