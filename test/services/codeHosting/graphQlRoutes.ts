// The GraphQL API, checked against the published schema. Issues and pull requests are those of the
// REST API. Other records are not stored.

import { GraphQLError } from 'graphql';
import { answerGraphQl, codeHostingSchema, type GraphQlRequest } from '../kit/graphQl';
import type { DiscussionStore, PullRequest } from './issues';
import type { ApiRequest, Context, Routes } from './router';

type Args = Readonly<Record<string, string>>;

/** @throws GraphQLError if there is none */
function find<T>(entries: readonly T[], matches: (entry: T) => boolean, what: string): T {
	const found = entries.find(matches);
	if (!found) {
		const extensions = { type: 'NOT_FOUND' };
		throw new GraphQLError(`Could not resolve to ${what}.`, { extensions });
	}
	return found;
}

/** A page of a list. The cursor is the number of entries before it. */
function connection(
	entries: readonly object[],
	{ first, after }: { first?: number; after?: string | null },
): object {
	if (first === undefined || first < 1 || first > 100)
		throw new GraphQLError('`first` on the connection must be between 1 and 100.');
	const start = Number(after ?? 0);
	const nodes = entries.slice(start, start + first);
	const end = start + nodes.length;
	return {
		nodes,
		edges: nodes.map((node) => ({ node })),
		pageInfo: { hasNextPage: end < entries.length, endCursor: String(end) },
	};
}

export function graphQlRoutes({ world, clock }: Context, issues: DiscussionStore): Routes {
	const schema = codeHostingSchema();
	const { pulls } = issues.of(world.repositories[0]!);
	const pullFields = (pull: PullRequest) => ({
		...pull,
		id: `PR_${pull.number}`,
		isDraft: pull.draft === true,
		merged: pull.merged_at !== null,
		autoMergeRequest: pull.autoMerge ?? null,
		url: `https://example.com/pull/${pull.number}`,
	});
	/** A mutation that changes a pull request. */
	const change = (values: (args: Args) => Partial<PullRequest>) => (args: Args) => {
		const id = args.pullRequestId!;
		const pull = find(pulls, ({ number }) => `PR_${number}` === id, `a node with the ID ${id}`);
		return { pullRequest: pullFields(Object.assign(pull, values(args))) };
	};
	const root = ({ caller }: ApiRequest) => ({
		viewer: { login: caller?.login },
		rateLimit: { cost: 1 },
		repository({ owner = '', name = '' }: Args) {
			const what = `a Repository with the name '${owner}/${name}'`;
			const repo = find(
				world.repositories,
				(one) => one.owner === owner && one.name === name,
				what,
			);
			return {
				id: `R_${repo.id}`,
				name,
				issues: (args: Args) => connection(issues.of(repo).all, args),
				pullRequest: ({ number }: Args) =>
					pullFields(
						find(
							pulls,
							(one) => one.number === Number(number),
							`a PullRequest with the number of ${number}`,
						),
					),
			};
		},
		convertPullRequestToDraft: change(() => ({ draft: true })),
		markPullRequestReadyForReview: change(() => ({ draft: false })),
		enablePullRequestAutoMerge: change(({ mergeMethod }) => ({
			autoMerge: { enabledAt: clock.iso(), mergeMethod },
		})),
		disablePullRequestAutoMerge: change(() => ({ autoMerge: undefined })),
	});
	return {
		'POST /graphql'(req) {
			return answerGraphQl(schema, req.body as unknown as GraphQlRequest, root(req));
		},
	};
}
