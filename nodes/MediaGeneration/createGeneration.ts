/** Implements the operations Generation: Create and Generation: Estimate. */
import { showHint, toRow } from '../engine';
import type { Call, Row } from '../engine/describe';
import { enforceMaximumCost, estimate } from './costLimits';
import { type CreateInput, type RequestInput, requestOf } from './generationRequest';
import { replaceFilesWithPlaceholders, uploadInputFiles } from './inputFiles';
import { isFinal, readJob, waitForJob, withReplayFlag } from './job';
import { rowOfJob } from './outputFiles';
import { planJob, startJob } from './startJob';

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

/**
 * Creates a job: uploads the input files, enforces Maximum Cost, sends the request, and waits in
 * the way selected in Wait For Completion.
 */
export async function createGeneration(call: Call<CreateInput>): Promise<Row[]> {
	const { context, input, connection } = call;
	const planned = planJob(call);
	const body = {
		model: input.modelId,
		...(await uploadInputFiles(call, input.modelId, planned.request)),
	};
	await enforceMaximumCost(call, body);
	const accepted = await startJob(planned, body);
	if (input.wait !== 'polling' && input.wait !== 'callback') {
		if (!input.callbackUrl)
			showHint(
				context,
				'The jobs have started and are charged, but their files do not exist yet. To get the URLs of the files, pass the ID to Generation: Get. Running this node again starts and charges new jobs. To wait for the files in later runs, set Wait For Completion to By Polling.',
			);
		return [toRow(accepted)];
	}
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
