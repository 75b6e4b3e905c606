// The GraphQL API: the fields that the nodes and the tests use, checked against the published schema.

import schema from '../../contract/published/code-hosting.graphql.json';
import { connection, execute, FieldError } from '../kit/graphQl';
import { apiError } from './errors';
import type { DiscussionStore } from './issues';
import { projectItem } from './projects';
import type { ApiRequest, Context, Routes } from './router';
import { USER } from './world';

type Args = Readonly<Record<string, unknown>>;
interface Input {
	input: Readonly<Record<string, string>>;
}

interface Thread {
	id: string;
	number: number;
	title: string;
	body: string;
	category: { id: string; name: string; slug: string };
	closed: boolean;
	answer: object | null;
	replies: Array<{ id: string; body: string }>;
}

const CATEGORIES = [
	{ id: 'DIC_1', name: 'Q&A', slug: 'q-a' },
	{ id: 'DIC_2', name: 'Ideas', slug: 'ideas' },
] as const;

/** @throws FieldError if there is none */
function find<T>(entries: readonly T[], matches: (entry: T) => boolean, what: string): T {
	const found = entries.find(matches);
	if (!found) throw new FieldError('NOT_FOUND', `Could not resolve to ${what}.`);
	return found;
}

export function graphQlRoutes(
	{ world, records, callers, clock }: Context,
	issues: DiscussionStore,
): Routes {
	const threads: Thread[] = [];
	const stamps = (url: string) => ({
		author: { login: USER.login },
		upvoteCount: 1,
		createdAt: clock.iso(),
		updatedAt: clock.iso(),
		url: `https://example.com${url}`,
	});
	const commentFields = (thread: Thread, reply: Thread['replies'][number]) => ({
		...reply,
		...stamps(`/discussions/${thread.number}#${reply.id}`),
		isAnswer: thread.answer === reply,
	});
	const threadFields = (thread: Thread) => ({
		...thread,
		...stamps(`/discussions/${thread.number}`),
		isAnswered: thread.answer !== null,
		answer: thread.answer && commentFields(thread, thread.answer as Thread['replies'][number]),
		comments: (args: Args) =>
			connection(
				thread.replies.map((reply) => commentFields(thread, reply)),
				args,
			),
	});
	const threadOf = (id: string) =>
		find(threads, (one) => one.id === id, `a node with the ID ${id}`);
	const { pulls } = issues.of(world.repositories[0]!);
	const pullFields = (pull: (typeof pulls)[number]) => ({
		...pull,
		id: `PR_${pull.number}`,
		isDraft: pull.draft === true,
		merged: pull.merged_at !== null,
		autoMergeRequest: pull.autoMerge ?? null,
		url: `https://example.com/pull/${pull.number}`,
	});
	/** A mutation that changes a pull request. */
	const change =
		(values: (input: Input['input']) => Partial<(typeof pulls)[number]>) =>
		({ input }: Input) => {
			const id = input.pullRequestId!;
			const pull = find(pulls, ({ number }) => `PR_${number}` === id, `a node with the ID ${id}`);
			return { pullRequest: pullFields(Object.assign(pull, values(input))) };
		};
	const answer =
		(isAnswer: boolean) =>
		({ input: { id } }: Input) => {
			const thread = find(
				threads,
				({ replies }) => replies.some((reply) => reply.id === id),
				`a node with the ID ${id}`,
			);
			thread.answer = isAnswer ? thread.replies.find((reply) => reply.id === id)! : null;
			return { discussion: threadFields(thread) };
		};
	const archive =
		(archived: boolean) =>
		({ input: { itemId = '', projectId = '' } }: Input) => {
			const item = projectItem(records, itemId);
			if (!item || !projectId.startsWith('PVT_'))
				throw new FieldError('NOT_FOUND', `Could not resolve to a node with the ID ${itemId}`);
			item.archived_at = archived ? clock.iso() : null;
			return { item: { id: itemId } };
		};
	const roots = ({ caller }: ApiRequest) => ({
		query: {
			viewer: { login: caller?.login },
			rateLimit: { cost: 1, remaining: callers.headers(caller)['x-ratelimit-remaining'] },
			repository({ owner, name }: Args) {
				const repo = find(
					world.repositories,
					(one) => one.owner === owner && one.name === name,
					`a Repository with the name '${String(owner)}/${String(name)}'`,
				);
				return {
					id: `R_${repo.id}`,
					name: repo.name,
					issues: (args: Args) => connection(issues.of(repo).all, args),
					pullRequest: ({ number }: Args) =>
						pullFields(
							find(
								pulls,
								(one) => one.number === number,
								`a PullRequest with the number of ${String(number)}`,
							),
						),
					discussionCategory: ({ slug }: Args) =>
						CATEGORIES.find((category) => category.slug === slug) ?? null,
					discussion: ({ number }: Args) =>
						threadFields(
							find(
								threads,
								(one) => one.number === number,
								`a Discussion with the number of ${String(number)}`,
							),
						),
					discussions({ answered, categoryId, states, ...args }: Args) {
						const found = threads.filter(
							(one) =>
								(answered === undefined || answered === (one.answer !== null)) &&
								(categoryId === undefined || categoryId === one.category.id) &&
								(states === undefined || (states === 'CLOSED') === one.closed),
						);
						return connection(found.map(threadFields).reverse(), args);
					},
				};
			},
		},
		mutation: {
			addStar: ({ input }: Input) => ({ starrable: { id: input.starrableId } }),
			convertPullRequestToDraft: change(() => ({ draft: true })),
			markPullRequestReadyForReview: change(() => ({ draft: false })),
			enablePullRequestAutoMerge: change(({ mergeMethod }) => ({
				autoMerge: { enabledAt: clock.iso(), mergeMethod },
			})),
			disablePullRequestAutoMerge: change(() => ({ autoMerge: undefined })),
			createDiscussion({ input: { categoryId, title = '', body = '' } }: Input) {
				const number = 100 + threads.length;
				const category = find(CATEGORIES, ({ id }) => id === categoryId, 'a category');
				const state = { closed: false, answer: null, replies: [] };
				const thread: Thread = { id: `D_${number}`, number, title, body, category, ...state };
				threads.push(thread);
				return { discussion: threadFields(thread) };
			},
			addDiscussionComment({ input: { discussionId = '', body = '' } }: Input) {
				const thread = threadOf(discussionId);
				const reply = { id: `DC_${thread.number}_${thread.replies.length + 1}`, body };
				thread.replies.push(reply);
				return { comment: commentFields(thread, reply) };
			},
			markDiscussionCommentAsAnswer: answer(true),
			unmarkDiscussionCommentAsAnswer: answer(false),
			archiveProjectV2Item: archive(true),
			unarchiveProjectV2Item: archive(false),
		},
	});
	return {
		'POST /graphql'(req) {
			if (!req.caller) throw apiError(401, 'This endpoint requires you to be authenticated.');
			const { query, variables } = req.body as { query: string; variables?: Args };
			return execute(query, variables ?? {}, schema, roots(req));
		},
	};
}
