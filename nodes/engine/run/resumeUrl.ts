/** The URL that resumes an execution that a node has suspended. */
import { type Call, toText } from '../describe';

/**
 * The URL that resumes this execution at this node. The node needs a webhook with `restartWebhook`
 * and the path `={{ $nodeId }}`. In n8n versions that use a resume token, the URL includes it.
 */
export function resumeUrl({ context, connection, item }: Call<unknown>): string {
	const url = new URL(toText(context.evaluateExpression('{{ $execution.resumeUrl }}', item)));
	url.pathname = `${url.pathname.replace(/\/$/, '')}/${connection.node.id}`;
	return url.href;
}
