/** Workflow: Dispatch and Wait. Dispatches a workflow, finds its run and waits for it. */
import type { IDataObject } from 'n8n-workflow';
import { planOperation, responseToRows } from '../../engine';
import {
	type Call,
	choice,
	PackError,
	type Row,
	text,
	toResult,
	toText,
} from '../../engine/describe';
import { usesVersionOf } from '../client';
import { type FindInput, findRun, type FoundRun } from './findRun';
import { callbackInputs, checkCallback, suspendForRun } from './waitByCallback';
import { readStartedRun, waitForRun } from './waitForRun';

export const waitField = {
	wait: choice(
		'Wait',
		{ polling: 'By Polling', callback: 'By Callback' },
		{
			description:
				'Whether to poll the run until it is completed, or to suspend the execution until the workflow calls the URL in its input resumeUrl (one item per run)',
			default: 'polling',
			in: 'none',
			hideFromAgents: true,
		},
	),
};

export const uniqueInputOption = {
	uniqueInput: text('Unique Input', {
		description:
			'Name of an input that run-name in the workflow file contains. The node enters a unique value, unless Inputs contains one, and finds the run by it. Not needed for GitHub, whose response contains the run.',
		placeholder: 'e.g. correlation_id',
		in: 'none',
		hideFromAgents: true,
	}),
};

export interface DispatchInput extends FindInput {
	readonly inputs?: IDataObject;
	readonly returnRunDetails?: boolean;
	readonly wait?: string;
}

/** Dispatches the workflow and waits until the run is completed or calls back. */
export async function dispatchAndWait(call: Call<DispatchInput>): Promise<Row[]> {
	const waitsByCallback = call.input.wait === 'callback';
	if (waitsByCallback) checkCallback(call);
	const { foundBy, ...run } = await dispatch(call, waitsByCallback ? callbackInputs(call) : {});
	if (waitsByCallback) {
		const current = await readStartedRun(call, run);
		if (current.status !== 'completed') {
			await suspendForRun(call, { ...current, found_by: foundBy });
			return [];
		}
	}
	const row = await waitForRun(call, run, true);
	return [{ json: { ...row.json, found_by: foundBy } }];
}

/**
 * As of this version, each dispatch returns its run, and GitHub rejects `return_run_details`.
 * https://docs.github.com/rest/about-the-rest-api/breaking-changes
 */
const versionWithRun = '2026-03-10';

/** Dispatches the workflow, without the option that newer versions of the API reject. */
export async function dispatchOnce(call: Call<unknown>): Promise<Row[]> {
	const { connection, operation } = call;
	const input = call.input as IDataObject;
	const body = Object.fromEntries(
		Object.entries(planOperation(operation, input).plan.body as IDataObject).filter(
			([name]) => name !== 'return_run_details' || !usesVersionOf(versionWithRun, connection),
		),
	);
	const response = await call.request(operation.request!, { values: input, body });
	return responseToRows(operation, response, input);
}

/**
 * Dispatches the workflow and returns the run that this started. The dispatch is never repeated if
 * it may have been processed.
 */
async function dispatch(call: Call<DispatchInput>, addedInputs: IDataObject): Promise<FoundRun> {
	const { input, connection } = call;
	const uniqueValue = uniqueValueOf(call);
	const alwaysReturnsRun = usesVersionOf(versionWithRun, connection);
	const returnsRun =
		alwaysReturnsRun ||
		(input.returnRunDetails ?? connection.credential.dispatchResponse === 'run');
	const send = async (): Promise<FoundRun> => {
		const response = await call.request(call.operation.request!, {
			values: { ...input },
			body: {
				ref: input.ref,
				inputs: {
					...input.inputs,
					...addedInputs,
					...(uniqueValue === undefined ? {} : { [input.uniqueInput!]: uniqueValue }),
				},
				...(returnsRun && !alwaysReturnsRun ? { return_run_details: true } : {}),
			},
		});
		const { workflow_run_id: id, html_url: url } = (response.body ?? {}) as IDataObject;
		if (id !== undefined) return { id: toText(id), html_url: toText(url), foundBy: 'run_details' };
		return await findDispatched(call, findRun(call, response, uniqueValue));
	};
	// Two runs that are found by time must not be started at the same time.
	return returnsRun || uniqueValue !== undefined
		? await send()
		: await inTurn(connection.runKey, send);
}

/** The value of the unique input. It is the same in all attempts of Retry On Fail. */
const uniqueValueOf = ({
	key,
	input: { inputs = {}, uniqueInput },
}: Call<DispatchInput>): string | undefined =>
	uniqueInput === undefined ? undefined : toText(inputs[uniqueInput]) || key.slice(0, 32);

/** Adds to an error that the workflow was dispatched. */
async function findDispatched(
	call: Call<DispatchInput>,
	finding: Promise<FoundRun>,
): Promise<FoundRun> {
	const result = await toResult(finding);
	if ('value' in result) return result.value;
	const { error } = result;
	if (!(error instanceof PackError) || call.connection.signal?.aborted) throw error;
	if (error.details.mayHaveBeenProcessed) throw error;
	throw new PackError(error.message, {
		...error.details,
		hint: `The workflow was dispatched, but its run could not be found. ${error.details.hint ?? ''}`.trimEnd(),
		mayHaveBeenProcessed: true,
	});
}

const turns = new WeakMap<object, Promise<unknown>>();

/** Runs the work of the items of one node run one after the other. */
async function inTurn<T>(runKey: object, work: () => Promise<T>): Promise<T> {
	const previous = turns.get(runKey);
	const current = (async () => {
		await previous;
		return await toResult(work());
	})();
	turns.set(runKey, current);
	const result = await current;
	if ('error' in result) throw result.error;
	return result.value;
}
