import { choice, flag, json, operation, resource, text } from '../../engine/describe';
import { readSettings, requestPolicies, settingsRequest } from '../autoscaleRequests';
import { batchRead, batchWrite } from '../batches';
import { requireRows } from '../envelope';
import { jsonListOption, nonNegative, serviceId } from '../fields';
import { autoscale as shape, changed, deleted, policy } from '../shapes';

const policyName = text('Policy', {
	required: true,
	description: 'Name of the policy',
	placeholder: 'e.g. by-load',
});

export const autoscale = resource('Autoscale', {
	default: 'get',
	operations: {
		create: operation({
			action: 'Create autoscale settings',
			collection: 'additionalFields',
			description: 'Start and stop instances of a service automatically, depending on the load',
			request: 'POST /autoscale',
			effect: 'costs',
			output: 'single',
			shape: changed,
			fields: {
				serviceId,
				createArgs: json('Instance to Create', {
					apiName: 'create_args',
					required: true,
					description:
						'How to create new instances, for example {"template": {"name": "my-template"}}',
				}),
			},
			options: {
				minimumSize: nonNegative('Minimum Size', {
					apiName: 'min_size',
					description: 'Minimum number of instances',
				}),
				maximumSize: nonNegative('Maximum Size', {
					apiName: 'max_size',
					description: 'Maximum number of instances',
					default: 10,
				}),
				warmupTime: nonNegative('Warmup Time (Milliseconds)', {
					apiName: 'warmup_time_ms',
					description: 'Milliseconds before a new instance is counted',
				}),
				cooldownTime: nonNegative('Cooldown Time (Milliseconds)', {
					apiName: 'cooldown_time_ms',
					description: 'Minimum number of milliseconds between two changes',
				}),
				policies: jsonListOption(
					'Policies',
					'A JSON list of policies with name, metric, adjustment_type and steps',
				),
			},
			batch: batchWrite({ target: 'serviceId', line: settingsRequest('POST') }),
		}),
		createPolicy: operation({
			action: 'Create an autoscale policy',
			collection: 'additionalFields',
			request: 'POST /autoscale/{serviceId}/policies',
			effect: 'costs',
			output: 'single',
			shape: changed,
			fields: { serviceId, policyName: { ...policyName, apiName: 'name' } },
			options: {
				enabled: flag('Enabled', {
					apiName: 'type.enabled',
					description: 'Whether the policy takes effect immediately',
					default: true,
				}),
				metric: choice('Metric', ['cpu'], {
					apiName: 'type.metric',
					description: 'The metric to measure',
				}),
				adjustmentType: choice('Adjustment Type', ['change', 'exact', 'percentage'], {
					apiName: 'type.adjustment_type',
					description: 'How the adjustment of a step changes the number of instances',
				}),
				steps: jsonListOption(
					'Steps',
					'A JSON list, for example [{"lower_bound": 0, "upper_bound": 500, "adjustment": 1}]',
					'type.steps',
				),
			},
			async run(call) {
				const { policyName: name, enabled, metric, adjustmentType, steps } = call.input;
				const type = Object.fromEntries(
					Object.entries({ name, enabled, metric, adjustment_type: adjustmentType, steps }).filter(
						([, value]) => value !== undefined,
					),
				);
				return requireRows(await requestPolicies(call, 'POST', { body: { name, type } }));
			},
		}),
		delete: operation({
			action: 'Delete autoscale settings',
			request: 'DELETE /autoscale',
			effect: 'irreversible',
			output: 'single',
			shape: deleted,
			fields: { serviceId },
			batch: batchWrite({
				target: 'serviceId',
				line: settingsRequest('DELETE'),
				adds: { deleted: true },
			}),
		}),
		deletePolicy: operation({
			action: 'Delete an autoscale policy',
			request: 'DELETE /autoscale/{serviceId}/policies/{policyName}',
			effect: 'irreversible',
			output: 'single',
			shape: { status: 'string', name: 'string', deleted: 'boolean' },
			fields: { serviceId, policyName },
			async run(call) {
				const rows = await requestPolicies(call, 'DELETE', { name: call.input.policyName });
				return (rows.length > 0 ? rows : [{ json: {} }]).map(({ json: entry }) => ({
					json: { ...entry, deleted: true },
				}));
			},
		}),
		get: operation({
			action: 'Get autoscale settings',
			request: 'GET /autoscale',
			shape,
			fields: { serviceId },
			batch: batchRead({ target: 'serviceId', line: settingsRequest('GET'), local: readSettings }),
		}),
		getPolicies: operation({
			action: 'Get all autoscale policies of a service',
			request: 'GET /autoscale/{serviceId}/policies',
			shape: policy,
			fields: { serviceId },
			run: async (call) => await requestPolicies(call, 'GET'),
		}),
		getPolicy: operation({
			action: 'Get an autoscale policy',
			request: 'GET /autoscale/{serviceId}/policies/{policyName}',
			shape: policy,
			fields: { serviceId, policyName },
			run: async (call) =>
				requireRows(await requestPolicies(call, 'GET', { name: call.input.policyName })),
		}),
	},
});
