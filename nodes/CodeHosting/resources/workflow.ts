import { flag, json, operation, resource, text } from '../../engine/describe';
import { repositoryScope as under, workflowId } from '../fields';
import { byLink } from '../paging';
import { dispatched, workflow as shape } from '../shapes';
import { tokenScopes } from '../tokenScopes';

/**
 * Maximum number of inputs in the specification (part A, Limits), and in the current public API.
 */
const specifiedMaxInputs = 10;
const currentMaxInputs = 25;

export const workflow = resource('Workflow', {
	default: 'getAll',
	operations: {
		disable: operation({
			name: 'Disable',
			action: 'Disable a workflow',
			description: 'Disable a workflow, which sets its state to disabled_manually',
			alsoKnownAs: ['disableWorkflow'],
			under,
			request: 'PUT /actions/workflows/{workflowId}/disable',
			fields: { workflowId },
			scope: tokenScopes.actionsWrite,
			done: ({ workflowId: id }) => ({ workflow_id: id, state: 'disabled_manually' }),
		}),
		dispatch: operation({
			name: 'Dispatch',
			action: 'Dispatch a workflow',
			description: 'Start a workflow that has the workflow_dispatch trigger',
			alsoKnownAs: ['createWorkflowDispatch'],
			under,
			request: 'POST /actions/workflows/{workflowId}/dispatches',
			fields: {
				workflowId,
				ref: text('Ref', {
					description: 'Branch or tag to run the workflow on',
					placeholder: 'e.g. main',
					required: true,
				}),
				inputs: json('Inputs', {
					description:
						'Values for the inputs of the workflow, for example {"stage": "production"}. Up to ten inputs.',
					default: '{}',
				}),
			},
			options: {
				allowMoreInputs: flag('Allow 25 Inputs', {
					description:
						'Whether to allow up to 25 inputs. Not in the specification, but supported by the public API.',
					default: true,
					in: 'none',
				}),
				returnRunDetails: flag('Return Run Details', {
					description:
						'Whether to return the run that was started. Not in the specification, but supported by the public API.',
					wire: 'return_run_details',
					default: true,
				}),
			},
			check({ inputs, allowMoreInputs }) {
				const count = Object.keys(inputs ?? {}).length;
				const max = allowMoreInputs ? currentMaxInputs : specifiedMaxInputs;
				return count > max
					? { field: 'inputs', problem: `must have at most ${max} properties, got ${count}` }
					: undefined;
			},
			scope: tokenScopes.actionsWrite,
			shape: dispatched,
			done: ({ workflowId: id, ref }) => ({ dispatched: true, workflow_id: id, ref }),
		}),
		enable: operation({
			name: 'Enable',
			action: 'Enable a workflow',
			description: 'Enable a workflow, which sets its state to active',
			alsoKnownAs: ['enableWorkflow'],
			under,
			request: 'PUT /actions/workflows/{workflowId}/enable',
			fields: { workflowId },
			scope: tokenScopes.actionsWrite,
			done: ({ workflowId: id }) => ({ workflow_id: id, state: 'active' }),
		}),
		get: operation({
			name: 'Get',
			action: 'Get a workflow',
			alsoKnownAs: ['getWorkflow'],
			under,
			request: 'GET /actions/workflows/{workflowId}',
			fields: { workflowId },
			scope: tokenScopes.actionsRead,
			shape,
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many workflows',
			alsoKnownAs: ['listRepoWorkflows'],
			under,
			request: 'GET /actions/workflows',
			paging: byLink({ rows: 'workflows' }),
			scope: tokenScopes.actionsRead,
			shape,
		}),
		getUsage: operation({
			name: 'Get Usage',
			action: 'Get the usage of a workflow',
			description: 'Get the billable time of a workflow in the current billing cycle',
			alsoKnownAs: ['getWorkflowUsage'],
			under,
			request: 'GET /actions/workflows/{workflowId}/timing',
			fields: { workflowId },
			scope: tokenScopes.actionsRead,
			shape: { billable: 'object' },
		}),
	},
});
