// Reviews of pull requests, and comments on their changes.

import { DiscussionResponses } from './discussionResponses';
import type {
	Discussions,
	DiscussionStore,
	PullRequest,
	Review,
	ReviewComment,
} from './discussionStore';
import { apiError, notFound, validationError } from './errors';
import { authorOf, requireOneOf, requirePush, requireText, sorted } from './issueRoutes';
import { PageResponse, StatusResponse } from './responses';
import { findById, removeById, type ApiRequest, type Routes } from './router';

const PULLS = '/repos/:owner/:repo/pulls';
const REVIEWS = `${PULLS}/:number/reviews`;
const EVENTS = { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' };

type Event = keyof typeof EVENTS;

export function reviewRoutes(store: DiscussionStore, now: () => string): Routes {
	const discussionsOf = ({ repo }: ApiRequest): Discussions => store.of(repo);
	const respond = (req: ApiRequest) => new DiscussionResponses(discussionsOf(req));
	const pullOf = (req: ApiRequest): PullRequest => discussionsOf(req).pull(req.params.number);
	const reviewOf = (req: ApiRequest): Review => {
		const found = findById(discussionsOf(req).reviews, req.params.review);
		if (found.number !== pullOf(req).number) throw notFound();
		return found;
	};
	const commentOf = (req: ApiRequest): ReviewComment =>
		findById(discussionsOf(req).reviewComments, req.params.comment);
	const commentPage = (req: ApiRequest, rows: readonly ReviewComment[]): PageResponse =>
		new PageResponse(
			sorted(rows, req.query, 'asc').map((comment) => respond(req).reviewComment(comment)),
		);

	/** Submits a review. @throws HttpError 422 */
	const submit = (req: ApiRequest, review: Review, event: unknown): void => {
		requireOneOf('event', event, Object.keys(EVENTS));
		if (event === 'APPROVE' && pullOf(req).author === review.author)
			throw apiError(422, 'Can not approve your own pull request');
		if (event !== 'APPROVE' && review.body === '')
			throw validationError('body', 'Body is required for this event');
		review.state = EVENTS[event as Event] as Review['state'];
		review.submitted_at = now();
	};

	/** @throws HttpError 422 if the file or the line is not part of the changes */
	const newComment = (
		req: ApiRequest,
		values: ApiRequest['body'],
		review: number | null,
	): ReviewComment => {
		const pull = pullOf(req);
		const path = requireText(values, 'path');
		const file = pull.files.find(({ filename }) => filename === path);
		if (!file) throw validationError('path', 'Path could not be resolved');
		const { line, subject_type: subject = 'line', start_line: start } = values;
		requireOneOf('side', values.side, ['LEFT', 'RIGHT']);
		if (subject !== 'file' && typeof line !== 'number')
			throw validationError('line', 'line must be part of the diff');
		if (typeof line === 'number' && line > file.additions + file.deletions + 1)
			throw validationError('line', 'line must be part of the diff');
		if (typeof start === 'number' && start >= Number(line))
			throw validationError('start_line', 'start_line must precede the end line');
		const comment = {
			...discussionsOf(req).newComment(pull.number, requireText(values, 'body'), authorOf(req)),
			review,
			path,
			commit_id: (values.commit_id as string | undefined) ?? pull.headSha,
			line: (line as number | undefined) ?? null,
			side: (values.side as string | undefined) ?? 'RIGHT',
			start_line: (start as number | undefined) ?? null,
			start_side: (values.start_side as string | undefined) ?? null,
			subject_type: subject as string,
			in_reply_to_id: null,
		};
		return comment;
	};

	return {
		[`GET ${REVIEWS}`]: (req) => {
			const { number } = pullOf(req);
			return new PageResponse(
				discussionsOf(req)
					.reviews.filter((review) => review.number === number)
					.map((review) => respond(req).review(review)),
			);
		},
		[`POST ${REVIEWS}`]: (req) => {
			const pull = pullOf(req);
			const discussions = discussionsOf(req);
			const { body = '', event, commit_id: commit = pull.headSha, comments = [] } = req.body;
			const author = authorOf(req);
			const hasDraft = discussions.reviews.some(
				(one) => one.number === pull.number && one.author === author && one.state === 'PENDING',
			);
			if (hasDraft) throw apiError(422, 'User can only have one pending review per pull request');
			const review: Review = {
				id: discussions.newComment(pull.number, '', author).id,
				number: pull.number,
				author,
				body: body as string,
				state: 'PENDING',
				commit_id: commit as string,
				submitted_at: null,
			};
			const added = (comments as Array<ApiRequest['body']>).map((values) =>
				newComment(req, values, review.id),
			);
			if (event !== undefined) submit(req, review, event);
			discussions.reviews.push(review);
			discussions.reviewComments.push(...added);
			return respond(req).review(review);
		},
		[`GET ${REVIEWS}/:review`]: (req) => respond(req).review(reviewOf(req)),
		[`PUT ${REVIEWS}/:review`]: (req) => {
			const review = reviewOf(req);
			review.body = requireText(req.body, 'body');
			return respond(req).review(review);
		},
		[`DELETE ${REVIEWS}/:review`]: (req) => {
			const review = reviewOf(req);
			if (review.state !== 'PENDING')
				throw apiError(422, 'Can not delete a non-pending pull request review');
			removeById(discussionsOf(req).reviews, req.params.review);
			return respond(req).review(review);
		},
		[`PUT ${REVIEWS}/:review/dismissals`]: (req) => {
			const review = reviewOf(req);
			requirePush(req);
			requireText(req.body, 'message');
			if (review.state !== 'APPROVED' && review.state !== 'CHANGES_REQUESTED')
				throw apiError(422, `Can not dismiss a ${review.state.toLowerCase()} pull request review`);
			review.state = 'DISMISSED';
			return respond(req).review(review);
		},
		[`POST ${REVIEWS}/:review/events`]: (req) => {
			const review = reviewOf(req);
			if (review.state !== 'PENDING')
				throw apiError(422, 'Can not submit a non-pending pull request review');
			if (req.body.event === undefined) throw validationError('event', 'event is missing');
			if (typeof req.body.body === 'string') review.body = req.body.body;
			submit(req, review, req.body.event);
			return respond(req).review(review);
		},
		[`GET ${REVIEWS}/:review/comments`]: (req) => {
			const { id } = reviewOf(req);
			return commentPage(
				req,
				discussionsOf(req).reviewComments.filter(({ review }) => review === id),
			);
		},
		[`GET ${PULLS}/:number/comments`]: (req) => {
			const { number } = pullOf(req);
			return commentPage(
				req,
				discussionsOf(req).reviewComments.filter((comment) => comment.number === number),
			);
		},
		[`POST ${PULLS}/:number/comments`]: (req) => {
			requireText(req.body, 'commit_id');
			const comment = newComment(req, req.body, null);
			discussionsOf(req).reviewComments.push(comment);
			return new StatusResponse(201, respond(req).reviewComment(comment));
		},
		[`POST ${PULLS}/:number/comments/:comment/replies`]: (req) => {
			const { number } = pullOf(req);
			const first = commentOf(req);
			if (first.number !== number) throw notFound();
			if (first.in_reply_to_id !== null)
				throw validationError('in_reply_to', 'Replies to replies are not supported');
			const discussions = discussionsOf(req);
			const reply = {
				...first,
				...discussions.newComment(number, requireText(req.body, 'body'), authorOf(req)),
				in_reply_to_id: first.id,
			};
			discussions.reviewComments.push(reply);
			return new StatusResponse(201, respond(req).reviewComment(reply));
		},
		[`GET ${PULLS}/comments`]: (req) => commentPage(req, discussionsOf(req).reviewComments),
		[`GET ${PULLS}/comments/:comment`]: (req) => respond(req).reviewComment(commentOf(req)),
		[`PATCH ${PULLS}/comments/:comment`]: (req) => {
			const comment = commentOf(req);
			comment.body = requireText(req.body, 'body');
			discussionsOf(req).touch(comment);
			return respond(req).reviewComment(comment);
		},
		[`DELETE ${PULLS}/comments/:comment`]: (req) => {
			removeById(discussionsOf(req).reviewComments, req.params.comment);
		},
	};
}
