import type { IDataObject } from 'n8n-workflow';
import { flag, json, operationsIn, resource, text } from '../../engine/describe';
import { notOnEnterpriseServer } from '../providers';
import {
	dispatchAndWait,
	dispatchOnce,
	uniqueInputOption,
	waitField,
} from '../dispatch/dispatchAndWait';
import { withTextInputs } from '../enteredText';
import { repositoryScope, workflowId } from '../fields';
import { byLink } from '../paging';
import { dispatched, dispatchedRun, dispatchedRunBrief, workflow as shape } from '../shapes';
import { tokenScopes } from '../tokenScopes';
import { callbackInput } from '../dispatch/waitByCallback';
import { waitOptions } from '../dispatch/waitForRun';

const operation = operationsIn(repositoryScope, tokenScopes.actionsRead, tokenScopes.actionsWrite);

/**
 * Maximum number of inputs in the specification (../README.md, Limits), and in the current public
 * API.
 */
const specifiedMaxInputs = 10;
const currentMaxInputs = 25;

const dispatchFields = {
	workflowId,
	ref: text('Ref', {
		description: 'Branch or tag to run the workflow on',
		placeholder: 'e.g. main',
		required: true,
	}),
	inputs: json('Inputs', {
		description:
			'Values for the inputs of the workflow, for example {"stage": "production"}. The file of the workflow lists its inputs under workflow_dispatch. Up to ten inputs.',
		default: '{}',
	}),
};

const dispatchOptions = {
	allowMoreInputs: flag('Allow 25 Inputs', {
		description: 'Whether to allow up to 25 inputs. GitHub supports this; other services may not.',
		default: true,
		in: 'none',
	}),
	returnRunDetails: flag('Return Run Details', {
		description:
			'Whether to return the run that was started. GitHub supports this; GitHub Enterprise Server does not.',
		apiName: 'return_run_details',
		default: true,
	}),
};

function checkInputCount({
	inputs,
	allowMoreInputs,
}: {
	readonly inputs?: IDataObject;
	readonly allowMoreInputs?: boolean;
}): { field: 'inputs'; problem: string } | undefined {
	const count = Object.keys(inputs ?? {}).length;
	const max = allowMoreInputs ? currentMaxInputs : specifiedMaxInputs;
	return count > max
		? { field: 'inputs', problem: `must have at most ${max} properties, got ${count}` }
		: undefined;
}

export const workflow = resource('Workflow', {
	default: 'getAll',
	operations: {
		disable: operation({
			description: 'Disable a workflow, which sets its state to disabled_manually',
			request: 'PUT /actions/workflows/{workflowId}/disable',
			fields: { workflowId },
			done: ({ workflowId: id }) => ({ id, workflow_id: id, state: 'disabled_manually' }),
		}),
		dispatch: operation({
			description: 'Start a workflow that has the workflow_dispatch trigger',
			request: 'POST /actions/workflows/{workflowId}/dispatches',
			fields: dispatchFields,
			options: dispatchOptions,
			prepare: withTextInputs,
			check: checkInputCount,
			shape: dispatched,
			done: ({ workflowId: id, ref }) => ({ dispatched: true, workflow_id: id, ref }),
			run: dispatchOnce,
		}),
		dispatchAndWait: operation({
			name: 'Dispatch and Wait',
			action: 'Dispatch a workflow and wait',
			description:
				'Start a workflow that has the workflow_dispatch trigger, find its run, and wait until the run is completed',
			request: 'POST /actions/workflows/{workflowId}/dispatches',
			fields: { ...dispatchFields, ...waitField },
			options: { ...waitOptions, ...uniqueInputOption, ...dispatchOptions },
			prepare: withTextInputs,
			check: ({ inputs = {}, uniqueInput, wait, allowMoreInputs }) =>
				checkInputCount({
					inputs: {
						...inputs,
						...(uniqueInput === undefined ? {} : { [uniqueInput]: '' }),
						...(wait === 'callback' ? { [callbackInput]: '' } : {}),
					},
					allowMoreInputs,
				}),
			simplify: dispatchedRunBrief,
			shape: dispatchedRun,
			overlapWaits: true,
			run: dispatchAndWait,
		}),
		enable: operation({
			description: 'Enable a workflow, which sets its state to active',
			request: 'PUT /actions/workflows/{workflowId}/enable',
			fields: { workflowId },
			done: ({ workflowId: id }) => ({ id, workflow_id: id, state: 'active' }),
		}),
		get: operation({
			request: 'GET /actions/workflows/{workflowId}',
			fields: { workflowId },
			shape,
		}),
		getAll: operation({
			request: 'GET /actions/workflows',
			paging: byLink({ rows: 'workflows' }),
			shape,
		}),
		getUsage: operation({
			action: 'Get the usage of a workflow',
			description: 'Get the billable time of a workflow in the current billing cycle',
			request: 'GET /actions/workflows/{workflowId}/timing',
			missingIn: notOnEnterpriseServer,
			fields: { workflowId },
			shape: { billable: 'object' },
		}),
	},
});
