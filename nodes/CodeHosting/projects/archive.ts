/** Archives items. Only the GraphQL API can do this, and it identifies items by their node IDs. */
import type { IDataObject } from 'n8n-workflow';
import {
	type Call,
	type Operation,
	type RequestLine,
	type Row,
	toText,
} from '../../engine/describe';
import { rateLimit, sendGraphQl } from '../graphQl';
import { projectPath } from './fields';

/** The properties of an operation that sends `mutation` for an item of a project. */
export const archiveOperation = (mutation: string, archived: boolean) =>
	({
		effect: 'reversible',
		idempotency: 'safe',
		rateLimit,
		shape: { id: 'integer', archived: 'boolean' },
		async run(call: Call<unknown>): Promise<Row[]> {
			const values = call.input as IDataObject;
			const nodeId = async (path: string): Promise<string> => {
				const line = `GET ${projectPath(values)}${path}` as RequestLine;
				const { body } = await call.request(line, { values });
				return toText((body as IDataObject).node_id);
			};
			const variables = {
				projectId: await nodeId(''),
				itemId: await nodeId('/items/{projectItemId}'),
			};
			await sendGraphQl(call, {
				query: `mutation ($projectId: ID!, $itemId: ID!) {
					${mutation}(input: { projectId: $projectId, itemId: $itemId }) { item { id } }
				}`,
				variables,
			});
			return [{ json: { id: Number(values.projectItemId), archived } }];
		},
	}) satisfies Partial<Operation>;
