/** Reactions to issues, pull requests, comments and releases. */
import {
	choice,
	type Field,
	id,
	operationsIn,
	type RequestLine,
	resource,
} from '../../engine/describe';
import { allPropertiesOf, reaction as shape } from '../shapes';
import { releaseId } from '../content/fields';
import { repositoryPath, repositoryScope } from '../fields';
import { issueCommentId, issueNumber } from '../issues/fields';
import { byLink } from '../paging';
import { reviewCommentId } from '../pullRequests/fields';
import { tokenScopes } from '../tokenScopes';
import { commitCommentId } from './commitComment';

const operation = operationsIn(
	repositoryScope,
	tokenScopes.reactionsRead,
	tokenScopes.reactionsWrite,
);

const paths: Readonly<Record<string, string>> = {
	commitComment: 'comments/{commitCommentId}',
	issueComment: 'issues/comments/{issueCommentId}',
	release: 'releases/{releaseId}',
	reviewComment: 'pulls/comments/{reviewCommentId}',
};

/** The request of the operation is the one for issues. */
const requestFor =
	(method: 'DELETE' | 'GET' | 'POST', suffix = '') =>
	({ reactionTo = '' }: { reactionTo?: string }): RequestLine | undefined =>
		paths[reactionTo] === undefined
			? undefined
			: `${method} ${repositoryPath}/${paths[reactionTo]}/reactions${suffix}`;

const shownFor = <F extends Field>(subject: string, field: F): F => ({
	...field,
	show: { reactionTo: [subject] },
});

const subject = {
	reactionTo: choice(
		'Reaction To',
		{
			commitComment: 'Commit Comment',
			issue: 'Issue or Pull Request',
			issueComment: 'Issue Comment',
			release: 'Release',
			reviewComment: 'Review Comment',
		},
		{ description: 'What the reaction belongs to', default: 'issue', in: 'none' },
	),
	commitCommentId: shownFor('commitComment', commitCommentId),
	issueNumber: shownFor('issue', issueNumber),
	issueCommentId: shownFor('issueComment', issueCommentId),
	releaseId: shownFor('release', releaseId),
	reviewCommentId: shownFor('reviewComment', reviewCommentId),
};

const parents = [
	'owner',
	'repository',
	'commitCommentId',
	'issueNumber',
	'issueCommentId',
	'releaseId',
	'reviewCommentId',
] as const;

const reactions = {
	'+1': 'Thumbs Up',
	'-1': 'Thumbs Down (Not for Releases)',
	laugh: 'Laugh',
	confused: 'Confused (Not for Releases)',
	heart: 'Heart',
	hooray: 'Hooray',
	rocket: 'Rocket',
	eyes: 'Eyes',
};

const notForReleases = ['-1', 'confused'];

/** For `check`: the problem of a reaction that releases do not have. */
const problemOfReaction =
	<N extends string>(field: N) =>
	(input: { readonly reactionTo?: string } & { readonly [key in N]?: string }) =>
		input.reactionTo === 'release' && notForReleases.includes(input[field] ?? '')
			? {
					field,
					problem: 'must be Thumbs Up, Laugh, Heart, Hooray, Rocket or Eyes for a release',
				}
			: undefined;

const simplify = allPropertiesOf(shape, { user: 'user.login' });

export const reaction = resource('Reaction', {
	default: 'create',
	operations: {
		create: operation({
			description: 'Create a reaction; if you have already reacted in this way, nothing changes',
			request: 'POST /issues/{issueNumber}/reactions',
			requestFor: requestFor('POST'),
			fields: {
				...subject,
				reactionContent: choice('Reaction', reactions, {
					description: 'Reaction to add',
					apiName: 'content',
					default: '+1',
				}),
			},
			check: problemOfReaction('reactionContent'),
			idempotency: 'safe',
			parents,
			simplify,
			shape,
		}),
		delete: operation({
			request: 'DELETE /issues/{issueNumber}/reactions/{reactionId}',
			requestFor: requestFor('DELETE', '/{reactionId}'),
			effect: 'reversible',
			fields: {
				...subject,
				reactionId: id('Reaction', {
					description: 'ID of the reaction, as returned by Get Many',
					placeholder: 'e.g. 1',
				}),
			},
			parents,
		}),
		getAll: operation({
			request: 'GET /issues/{issueNumber}/reactions',
			requestFor: requestFor('GET'),
			fields: subject,
			options: {
				onlyReaction: choice('Reaction', reactions, {
					description: 'Only return reactions of this kind',
					apiName: 'content',
				}),
			},
			check: problemOfReaction('onlyReaction'),
			paging: byLink(),
			parents,
			simplify,
			shape,
		}),
	},
});
