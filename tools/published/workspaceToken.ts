/** Workspace Token: the structs and requests of Databricks' Go client. */
import { workspaceToken } from '../../nodes/WorkspaceToken/service';
import { selectRequests } from './description';
import { requestsOf, type DescriptionSource } from './extract';
import { describeGoClient } from './goClient';

export const workspaceTokenSource: DescriptionSource = {
	service: workspaceToken,
	async extract(downloads) {
		const { read, ...source } = await downloads.repository('databricks/databricks-sdk-go');
		return {
			sources: [{ ...source, license: 'Apache-2.0' }],
			...selectRequests(
				requestsOf(workspaceToken),
				describeGoClient({
					models: await Promise.all(
						['settings', 'iam'].map((name) => read(`service/${name}/model.go`)),
					),
					code: await read('service/settings/impl.go'),
					receiver: 'tokensImpl',
				}),
			),
		};
	},
};
