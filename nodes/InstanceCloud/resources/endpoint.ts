import type { IDataObject } from 'n8n-workflow';
import { choice, json, operation, resource, text } from '../../engine/describe';
import { toRow } from '../../engine/run/output';
import { callEndpoint } from '../endpoint';

export const endpoint = resource('Any Endpoint', {
	default: 'call',
	operations: {
		call: operation({
			name: 'Call',
			action: 'Call any endpoint',
			description:
				'Send any request of the interface, for many objects in global scope or for one in local scope',
			replay: 'never',
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
					description: 'First part of the path',
					placeholder: 'e.g. instances',
					pattern: /^[a-z][a-z0-9-]*$/,
					expected: 'one word such as instances or image-store',
				}),
				scope: choice(
					'Scope',
					{ global: 'Global (Many Objects)', local: 'Local (One Object)' },
					{ default: 'global', in: 'none', description: 'Whether the path names an object' },
				),
				object: text('Object', {
					required: true,
					in: 'none',
					show: { scope: ['local'] },
					description: 'UUID of the object, or its name, which is looked up in global scope first',
					placeholder: 'e.g. my-app',
				}),
				endpointPath: text('Endpoint', {
					in: 'none',
					description: 'What comes after; empty for the objects themselves',
					placeholder: 'e.g. start',
					pattern: /^[\w-]+(\/[\w-]+)*$/,
					expected: 'a path such as start or autoscale/policies',
				}),
			},
			options: {
				bodyJson: json('Body', {
					in: 'none',
					description:
						'The body as a list of objects (global) or an object (local). Not sent with GET.',
				}),
				queryJson: json('Query', {
					in: 'none',
					description: 'Parameters of the address as an object; a list repeats its parameter',
				}),
				answerAs: choice(
					'Return',
					{ entries: 'One Item per Entry', envelope: 'Whole Envelope' },
					{ default: 'entries', in: 'none', description: 'What becomes of the answer' },
				),
			},
			run: callEndpoint,
		}),
		getHealth: operation({
			name: 'Get Health',
			action: 'Get the health of the node',
			description: 'Get the checks and versions of the node that answers',
			request: 'GET /healthz',
			shape: { checks: 'object', versions: 'object', license: 'object' },
			async run({ request }) {
				const body = ((await request('GET /healthz')).body ?? {}) as IDataObject;
				return [toRow(body.data ?? body)];
			},
		}),
	},
});
