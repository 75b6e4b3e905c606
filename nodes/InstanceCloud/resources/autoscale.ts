import { choice, flag, json, operation, resource, text } from '../../engine/describe';
import { aboutPolicies, globalLine } from '../autoscale';
import { count, jsonOption, serviceId } from '../fields';
import { reading, together } from '../requests';
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
			name: 'Create',
			action: 'Create autoscale settings',
			description: 'Have instances of a service started and stopped by load',
			request: 'POST /autoscale',
			output: 'single',
			shape: changed,
			fields: {
				serviceId,
				createArgs: json('Instance to Create', {
					wire: 'create_args',
					required: true,
					description:
						'What new instances are made of, for example {"template": {"name": "my-template"}}',
				}),
			},
			options: {
				minimumSize: count('Minimum Size', { wire: 'min_size', description: 'Fewest instances' }),
				maximumSize: count('Maximum Size', { wire: 'max_size', description: 'Most instances' }),
				warmupTime: count('Warmup Time (Ms)', {
					wire: 'warmup_time_ms',
					description: 'Milliseconds before a new instance counts',
				}),
				cooldownTime: count('Cooldown Time (Ms)', {
					wire: 'cooldown_time_ms',
					description: 'Milliseconds between two changes',
				}),
				policies: jsonOption(
					'Policies',
					'A list of policies with name, metric, adjustment_type and steps',
				),
			},
			batch: together({ target: 'serviceId', line: globalLine('POST') }),
		}),
		createPolicy: operation({
			name: 'Create Policy',
			action: 'Create an autoscale policy',
			request: 'POST /autoscale/{serviceId}/policies',
			output: 'single',
			shape: changed,
			fields: { serviceId, policyName: { ...policyName, wire: 'name' } },
			options: {
				enabled: flag('Enabled', {
					wire: 'type.enabled',
					description: 'Whether the policy works at once',
					default: true,
				}),
				metric: choice('Metric', ['cpu'], { wire: 'type.metric', description: 'What is measured' }),
				adjustmentType: choice('Adjustment Type', ['change', 'exact', 'percentage'], {
					wire: 'type.adjustment_type',
					description: 'What an adjustment means',
				}),
				steps: jsonOption(
					'Steps',
					'A list such as [{"lower_bound": 0, "upper_bound": 500, "adjustment": 1}]',
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
				return await aboutPolicies(call, 'POST', { body: { name, type } });
			},
		}),
		delete: operation({
			name: 'Delete',
			action: 'Delete autoscale settings',
			request: 'DELETE /autoscale',
			output: 'single',
			agents: false,
			shape: deleted,
			fields: { serviceId },
			batch: together({ target: 'serviceId', line: globalLine('DELETE'), adds: { deleted: true } }),
		}),
		deletePolicy: operation({
			name: 'Delete Policy',
			action: 'Delete an autoscale policy',
			request: 'DELETE /autoscale/{serviceId}/policies/{policyName}',
			output: 'single',
			agents: false,
			shape: { name: 'string', deleted: 'boolean' },
			fields: { serviceId, policyName },
			async run(call) {
				const rows = await aboutPolicies(call, 'DELETE', { name: call.input.policyName });
				return (rows.length > 0 ? rows : [{ json: {} }]).map(({ json: entry }) => ({
					json: { ...entry, deleted: true },
				}));
			},
		}),
		get: operation({
			name: 'Get',
			action: 'Get autoscale settings',
			request: 'GET /autoscale',
			shape,
			fields: { serviceId },
			batch: reading({ target: 'serviceId', line: globalLine('GET') }),
		}),
		getPolicies: operation({
			name: 'Get Policies',
			action: 'Get all autoscale policies of a service',
			request: 'GET /autoscale/{serviceId}/policies',
			shape: policy,
			fields: { serviceId },
			run: async (call) => await aboutPolicies(call, 'GET'),
		}),
		getPolicy: operation({
			name: 'Get Policy',
			action: 'Get an autoscale policy',
			request: 'GET /autoscale/{serviceId}/policies/{policyName}',
			shape: policy,
			fields: { serviceId, policyName },
			run: async (call) => await aboutPolicies(call, 'GET', { name: call.input.policyName }),
		}),
	},
});
