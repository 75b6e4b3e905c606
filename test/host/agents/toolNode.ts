// Nodes of the pack as tools, with credentials for their local test services.
import type { IDataObject } from 'n8n-workflow';
import type { StoredCredential } from '../../../tools/n8n/restTypes';
import { packageName } from '../../../tools/system/paths';
import { nodes, type SourceNode } from '../../contract/kit/pack';
import type { NodeSpec } from '../kit/testN8n';

/** The nodes that can be tools. */
export const actionNodes = nodes.filter(({ isTrigger }) => !isTrigger);

/** The tool version of an action node. */
export function toolNode(
	{ service, description }: SourceNode,
	credentials: readonly StoredCredential[],
	resource: string,
	operation: string,
	parameters: IDataObject,
): NodeSpec {
	const authentication = service.credentials.find(({ type }) =>
		credentials.some((one) => one.type === type),
	)!;
	const { id, name } = credentials.find(({ type }) => type === authentication.type)!;
	return {
		name: 'Tool',
		type: `${packageName}.${description.name}Tool`,
		parameters: {
			...(service.credentials.length > 1 ? { authentication: authentication.value } : {}),
			resource,
			operation,
			options: {},
			...parameters,
		} as NodeSpec['parameters'],
		credentials: { [authentication.type!]: { id, name } },
	};
}

/** `tool` as a sub-node of the node `to`. */
export const toolConnection = (tool: string, to: string) => ({
	[tool]: { ai_tool: [[{ node: to, type: 'ai_tool' as const, index: 0 }]] },
});
