import { flag, json, operation, resource, text } from '../../engine/describe';
import { repositoryScope as under, workflowId } from '../fields';
import { byLink } from '../paging';
import { needs } from '../scopes';
import { dispatched, workflow as shape } from '../shapes';

/** Properties of `inputs` (specification part A, Limits), and what the service takes today. */
const mostInputs = 10;
const mostInputsToday = 25;

const state = { workflow_id: 'string', state: 'string' } as const;

export const workflow = resource('Workflow', {
	default: 'getAll',
	operations: {
		disable: operation({
			name: 'Disable',
			action: 'Disable a workflow',
			description: 'Disable a workflow; its state is disabled_manually then',
			alsoKnownAs: ['disableWorkflow'],
			under,
			request: 'PUT /actions/workflows/{workflowId}/disable',
			fields: { workflowId },
			scope: needs.actionsWrite,
			shape: state,
			done: ({ workflowId: id }) => ({ workflow_id: id, state: 'disabled_manually' }),
		}),
		dispatch: operation({
			name: 'Dispatch',
			action: 'Dispatch a workflow',
			description: 'Start a workflow that listens to workflow_dispatch',
			alsoKnownAs: ['createWorkflowDispatch'],
			under,
			request: 'POST /actions/workflows/{workflowId}/dispatches',
			fields: {
				workflowId,
				ref: text('Ref', {
					description: 'Branch or tag to run on',
					placeholder: 'e.g. main',
					required: true,
				}),
				inputs: json('Inputs', {
					description:
						'Values for the inputs of the workflow, for example {"stage": "production"}. At most ten.',
					default: '{}',
				}),
			},
			options: {
				allowMoreInputs: flag('Allow 25 Inputs', {
					description: 'Whether to send up to 25 inputs, which the public service takes today',
					default: true,
					in: 'none',
				}),
				returnRunDetails: flag('Return Run Details', {
					description:
						'Whether to ask for the run that this starts, which the public service can answer today',
					wire: 'return_run_details',
					default: true,
				}),
			},
			check({ inputs, allowMoreInputs }) {
				const count = Object.keys(inputs ?? {}).length;
				const most = allowMoreInputs ? mostInputsToday : mostInputs;
				return count > most
					? { field: 'inputs', problem: `must have at most ${most} properties, got ${count}` }
					: undefined;
			},
			scope: needs.actionsWrite,
			shape: dispatched,
			done: ({ workflowId: id, ref }) => ({ dispatched: true, workflow_id: id, ref }),
		}),
		enable: operation({
			name: 'Enable',
			action: 'Enable a workflow',
			description: 'Enable a workflow; its state is active then',
			alsoKnownAs: ['enableWorkflow'],
			under,
			request: 'PUT /actions/workflows/{workflowId}/enable',
			fields: { workflowId },
			scope: needs.actionsWrite,
			shape: state,
			done: ({ workflowId: id }) => ({ workflow_id: id, state: 'active' }),
		}),
		get: operation({
			name: 'Get',
			action: 'Get a workflow',
			alsoKnownAs: ['getWorkflow'],
			under,
			request: 'GET /actions/workflows/{workflowId}',
			fields: { workflowId },
			scope: needs.actionsRead,
			shape,
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many workflows',
			alsoKnownAs: ['listRepoWorkflows'],
			under,
			request: 'GET /actions/workflows',
			paging: byLink({ rows: 'workflows' }),
			scope: needs.actionsRead,
			shape,
		}),
	},
});
