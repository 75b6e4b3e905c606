/** Implements the operations Generation: Create and Generation: Estimate. */
import type { IDataObject } from 'n8n-workflow';
import { type Call, PackError, type Row } from '../engine/describe';
import { toRow } from '../engine/run/output';
import { orUnknown } from './errors';
import { type CreateInput, type RequestInput, requestOf } from './generationRequest';
import { replaceFilesWithPlaceholders, uploadInputFiles } from './inputFiles';
import { isFinal, readJob, waitForJob, withReplayFlag, type Job } from './job';
import { rowOfJob } from './outputFiles';
import { resolveCallbackUrl } from './waitByCallback';

/**
 * Gets the cost of a request without uploading its files. The output item lists the fields whose
 * files are not part of the estimate, because the cost can also depend on the content of the files.
 */
export async function estimateCost(call: Call<RequestInput>): Promise<Row[]> {
	const { modelId } = call.input;
	const { body, placeholderFields } = await replaceFilesWithPlaceholders(
		call,
		modelId,
		requestOf(call.input),
	);
	const result = await estimate(call, { model: modelId, ...body });
	return [toRow({ ...result, placeholderFields })];
}

async function estimate(call: Call<unknown>, body: IDataObject): Promise<IDataObject> {
	const response = await call.request(
		'POST /api/v2/generations/estimate',
		{ body },
		{ replay: 'safe' },
	);
	return response.body as IDataObject;
}

/**
 * Creates a job: uploads the input files, enforces Maximum Cost, sends the request, and waits in
 * the way selected in Wait For Completion.
 */
export async function createGeneration(call: Call<CreateInput>): Promise<Row[]> {
	const { context, input, connection } = call;
	const callbackUrl = resolveCallbackUrl(call, input);
	const request = requestOf(input);
	const body = {
		model: input.modelId,
		...(await uploadInputFiles(call, input.modelId, request)),
	};
	await enforceMaximumCost(call, body, input.maximumCost);
	const response = await call.request('POST /api/v2/generations', {
		body: {
			...body,
			idempotency_key: input.idempotencyKey ?? call.key,
			...(callbackUrl ? { callback_url: callbackUrl } : {}),
		},
	});
	const accepted = response.body as Job;
	if (input.wait !== 'polling' && input.wait !== 'callback') return [toRow(accepted)];
	const maxWaitMs = (input.maximumWait ?? 60) * 60_000;
	const stalledIsFinal = input.whenStalled === 'end';
	// n8n rejects callbacks that arrive before the execution is suspended, so a job that is already
	// final would never resume the execution. Therefore, read the job before suspending.
	const current =
		input.wait === 'polling'
			? await waitForJob(connection, accepted.id, { maxWaitMs, stalledIsFinal })
			: await readJob(connection, accepted.id);
	const job = withReplayFlag(current, accepted);
	if (input.wait === 'callback' && !isFinal(job, stalledIsFinal)) {
		await call.suspend(new Date(Date.now() + maxWaitMs), toRow({ ...job, timedOut: true }));
		return [];
	}
	return [await rowOfJob(context, connection, job, input)];
}

/**
 * Compares the cost with Maximum Cost. Does not check the balance, because a retry costs nothing:
 * if the idempotency key was already used, the service returns the first job.
 * @throws PackError if the cost exceeds Maximum Cost, or if an AI agent calls the node without a
 * Maximum Cost
 */
async function enforceMaximumCost(
	call: Call<unknown>,
	body: IDataObject,
	maximumCost: number | undefined,
): Promise<void> {
	if (maximumCost === undefined) {
		if (!call.isAgent) return;
		throw new PackError('Maximum Cost is required for AI agents', {
			field: 'Maximum Cost',
			hint: 'Set Maximum Cost in the tool.',
		});
	}
	const { cost, balance } = await estimate(call, body);
	if (typeof cost === 'number' && cost <= maximumCost) return;
	throw new PackError(
		`The request would cost ${orUnknown(cost)} credits, which exceeds Maximum Cost (${maximumCost})`,
		{
			field: 'Maximum Cost',
			hint: `Nothing was charged; the balance is ${orUnknown(balance)} credits. Raise Maximum Cost, or choose a smaller size, fewer images, a shorter clip or another model.`,
		},
	);
}
