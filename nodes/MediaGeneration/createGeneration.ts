/** Generation: Create and Generation: Estimate. */
import type { IDataObject } from 'n8n-workflow';
import { type Call, PackError, type Row } from '../engine/describe';
import { toRow } from '../engine/run/output';
import { orUnknown } from './errors';
import { type CreateInput, type RequestInput, requestOf } from './generationRequest';
import { omitFilesWithoutUrl, uploadInputFiles } from './inputFiles';
import { isFinal, readJob, waitForJob, withReplayFlag, type Job } from './job';
import { rowOfJob } from './outputFiles';
import { resolveCallbackUrl } from './waitByCallback';

/** Gets the cost of a request without uploading anything: files without a URL are omitted. */
export async function estimateCost(call: Call<RequestInput>): Promise<Row[]> {
	const { modelId } = call.input;
	const body = await omitFilesWithoutUrl(call, modelId, requestOf(call.input));
	return [toRow(await estimate(call, { model: modelId, ...body }))];
}

async function estimate(call: Call<unknown>, body: IDataObject): Promise<IDataObject> {
	const response = await call.request(
		'POST /api/v2/generations/estimate',
		{ body },
		{ replay: 'safe' },
	);
	return response.body as IDataObject;
}

/** Creates a job: uploads the input files, enforces Maximum Cost, sends the request, and waits as set in Wait For Completion. */
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
	// Read the job again before suspending: n8n rejects a callback that arrives before the execution is suspended.
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
 * Compares the cost with Maximum Cost. Ignores the balance: if the request was sent before, the
 * service returns the first job and charges nothing, regardless of the balance.
 * @throws PackError if the request costs more, or if an AI agent has no limit
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
