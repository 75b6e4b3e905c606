// The GraphQL API: the fields that the nodes and the tests use.

import { connection, execute, FieldError } from '../kit/graphQl';
import type { DiscussionStore, Issue } from './discussionStore';
import { apiError } from './errors';
import type { ApiRequest, Context, Routes } from './router';

type Args = Readonly<Record<string, unknown>>;

export function graphQlRoutes({ store, callers }: Context, discussions: DiscussionStore): Routes {
	const issueFields = ({ id, number, title, state }: Issue): object => ({
		id: `I_${id}`,
		number,
		title,
		state: state.toUpperCase(),
	});
	const roots = ({ caller }: ApiRequest) => ({
		query: {
			viewer: { login: caller?.login },
			rateLimit: { cost: 1, remaining: callers.headers(caller)['x-ratelimit-remaining'] },
			repository({ owner, name }: Args) {
				const repo = store.repositories.find((one) => one.owner === owner && one.name === name);
				if (!repo)
					throw new FieldError(
						'NOT_FOUND',
						`Could not resolve to a Repository with the name '${String(owner)}/${String(name)}'.`,
					);
				const { all } = discussions.of(repo);
				return {
					name: repo.name,
					issues: (args: Args) => connection(all.map(issueFields), args),
				};
			},
		},
		mutation: {
			addStar: ({ input }: { input: Args }) => ({ starrable: { id: input.starrableId } }),
		},
	});
	return {
		'POST /graphql'(req) {
			if (!req.caller) throw apiError(401, 'This endpoint requires you to be authenticated.');
			const { query, variables } = req.body as { query: string; variables?: Args };
			return execute(query, variables ?? {}, roots(req));
		},
	};
}
