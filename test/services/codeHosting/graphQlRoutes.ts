// The GraphQL API, checked against the published schema. Issues and pull requests are those of the
// REST API. Other records are not stored.

import { GraphQLError } from 'graphql';
import { answerGraphQl, codeHostingSchema, type GraphQlRequest } from '../kit/graphQl';
import type { Discussions, Pull } from './discussions';
import type { ApiRequest, Context, Routes } from './router';

type Args = Readonly<Record<string, string>>;

/** @throws GraphQLError if no record is found */
function required<T>(found: T | undefined, what: string): T {
	if (found) return found;
	const extensions = { type: 'NOT_FOUND' };
	throw new GraphQLError(`Could not resolve to ${what}.`, { extensions });
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

export function graphQlRoutes({ world }: Context): Routes {
	const schema = codeHostingSchema();
	const pullFields = (discussions: Discussions, pull: Pull) => ({
		...discussions.issue(pull.number),
		id: `PR_${pull.number}`,
		isDraft: pull.draft,
		merged: pull.merged_at !== null,
		// Its properties are made up.
		autoMergeRequest: pull.auto_merge,
	});
	/** A mutation that changes a pull request of the first repository. */
	const change =
		(values: Partial<Pull>) =>
		({ pullRequestId: id }: Args) => {
			const { discussions } = world.repositories[0]!;
			const found = discussions.pulls.find(({ number }) => `PR_${number}` === id);
			const pull = required(found, `a node with the ID ${id}`);
			return { pullRequest: pullFields(discussions, Object.assign(pull, values)) };
		};
	const root = ({ caller }: ApiRequest) => ({
		viewer: { login: caller?.login },
		rateLimit: { cost: 1 },
		repository({ owner = '', name = '' }: Args) {
			const repo = required(
				world.find(owner, name),
				`a Repository with the name '${owner}/${name}'`,
			);
			const { discussions } = repo;
			return {
				id: `R_${repo.id}`,
				name,
				issues: (args: Args) => connection(discussions.issues, args),
				pullRequest({ number }: Args) {
					const found = discussions.pulls.find((pull) => pull.number === Number(number));
					const pull = required(found, `a PullRequest with the number of ${number}`);
					return pullFields(discussions, pull);
				},
			};
		},
		convertPullRequestToDraft: change({ draft: true }),
		markPullRequestReadyForReview: change({ draft: false }),
		enablePullRequestAutoMerge: change({ auto_merge: {} }),
		disablePullRequestAutoMerge: change({ auto_merge: null }),
	});
	return {
		'POST /graphql': (req) =>
			answerGraphQl(schema, req.body as unknown as GraphQlRequest, root(req)),
	};
}
