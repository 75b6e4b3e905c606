import type { IDataObject } from 'n8n-workflow';
import { toRow } from '../../engine';
import { choice, json, operation, resource, text } from '../../engine/describe';
import { callEndpoint } from '../callEndpoint';

export const endpoint = resource('Any Endpoint', {
	default: 'call',
	operations: {
		call: operation({
			action: 'Call any endpoint',
			description:
				'Send any API request, for many objects in global scope or one object in local scope',
			idempotency: 'none',
			agents: false,
			fields: {
				httpMethod: choice('Method', ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'], {
					default: 'GET',
					in: 'none',
					description: 'HTTP method',
				}),
				category: text('Category', {
					required: true,
					default: 'instances',
					in: 'none',
					description:
						'First segment of the path. You can also paste the complete path or URL of an endpoint.',
					placeholder: 'e.g. instances or /v1/instances',
					pattern: /^(?:https?:\/\/[^/?#]+\/|\/)?[a-z][\w-]*(\/[\w-]+)*\/?$/i,
					expected: 'a word such as instances, or a path such as /v1/instances without a query',
				}),
				scope: choice(
					'Scope',
					{ global: 'Global (Many Objects)', local: 'Local (One Object)' },
					{
						default: 'global',
						in: 'none',
						description: 'Whether the path contains the UUID of an object',
					},
				),
				object: text('Object', {
					required: true,
					in: 'none',
					show: { scope: ['local'] },
					description: 'UUID or name of the object. A name is looked up in global scope first.',
					placeholder: 'e.g. my-app',
				}),
				endpointPath: text('Endpoint', {
					in: 'none',
					description: 'Rest of the path. Leave empty to address the objects themselves.',
					placeholder: 'e.g. start',
					pattern: /^[\w-]+(\/[\w-]+)*$/,
					expected: 'a path such as start or autoscale/policies',
				}),
			},
			options: {
				bodyJson: json('Body', {
					acceptsList: true,
					in: 'none',
					description:
						'A JSON list of objects (global) or a JSON object (local). Not supported with GET.',
				}),
				queryJson: json('Query', {
					in: 'none',
					description: 'Query parameters as a JSON object. Lists become repeated parameters.',
				}),
				answerAs: choice(
					'Return',
					{ entries: 'One Item per Entry', envelope: 'Whole Envelope' },
					{ default: 'entries', in: 'none', description: 'How to return the response' },
				),
			},
			run: callEndpoint,
		}),
		getHealth: operation({
			action: 'Get the health of the server node',
			description: 'Get the health checks and versions of the server node that responds',
			request: 'GET /healthz',
			shape: { checks: 'object', versions: 'object', license: 'object' },
			async run({ request }) {
				const body = ((await request('GET /healthz')).body ?? {}) as IDataObject;
				return [toRow(body.data ?? body)];
			},
		}),
	},
});
