import { apiRequest as apiRequestOf, toRow } from '../../engine';
import { flag, json, operation, PackError, text } from '../../engine/describe';
import { getAllByGraphQl, isMutation, pagesByGraphQl, rateLimit, sendGraphQl } from '../graphQl';
import { byLink } from '../paging';

const pagedQuery =
	'query ($cursor: String) { viewer { repositories(first: 100, after: $cursor) { nodes { name } pageInfo { hasNextPage endCursor } } } }';

const graphQl = {
	effect: 'unlimited',
	rateLimit,
	fields: {
		graphQlQuery: text('Query', {
			required: true,
			in: 'none',
			lines: 8,
			placeholder: `e.g. ${pagedQuery}`,
			description: 'Text in the GraphQL language',
		}),
		graphQlVariables: json('Variables', {
			in: 'none',
			description: 'Values of the variables in the query, as a JSON object',
		}),
	},
} as const;

const partialData = flag('Return Partial Data', {
	in: 'none',
	default: true,
	description: 'Whether to return the data of a response with errors. By default, the item fails.',
});

export const apiRequest = apiRequestOf({
	paging: byLink(),
	path: '/repos/octocat/hello-world/tags',
	operations: {
		getAllGraphQl: operation({
			...graphQl,
			name: 'Get Many With GraphQL',
			action: 'Get many records with any GraphQL query',
			description:
				'Send a GraphQL query for a list, and follow its pages; can read anything that the credential allows',
			idempotency: 'safe',
			options: {
				graphQlConnection: text('Connection', {
					in: 'none',
					placeholder: 'e.g. repository.issues',
					description:
						'Path of the list in the data. If not set, the response must contain only one list with pageInfo.',
				}),
				partialData,
			},
			paging: pagesByGraphQl,
			run: async (call) => {
				const { graphQlQuery: query, graphQlVariables: variables, ...options } = call.input;
				const field = graphQl.fields.graphQlQuery.label;
				if (isMutation(query))
					throw new PackError('Query is a mutation', { field, hint: 'Use the operation GraphQL.' });
				if (!/\$cursor\b/.test(query))
					throw new PackError('Query must have the variable $cursor, which selects the page', {
						field,
						hint: `For example: ${pagedQuery}`,
					});
				return await getAllByGraphQl(
					call,
					{ query, variables, partialData: options.partialData },
					options.graphQlConnection,
				);
			},
		}),
		graphQl: operation({
			...graphQl,
			name: 'GraphQL',
			action: 'Send any GraphQL query or mutation',
			description: 'Send a GraphQL query or mutation; can do anything that the credential allows',
			idempotency: 'none',
			options: { partialData },
			run: async (call) => {
				const { graphQlQuery: query, graphQlVariables: variables, ...options } = call.input;
				return [toRow(await sendGraphQl(call, { query, variables, ...options }))];
			},
		}),
	},
});
