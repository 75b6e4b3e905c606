/** Creating a job: files up, cost checked, sent once, waited for. */
import type { IDataObject } from 'n8n-workflow';
import { type Call, PackError, type Row } from '../engine/describe';
import { toRow } from '../engine/run/output';
import { callbackAddress } from './callback';
import type { CreateInput, RequestInput } from './createInput';
import { checkedRequest } from './generationRequest';
import { withoutFiles, withUploads } from './inputFiles';
import { awaitJob, isFinal, readJob, type Job } from './job';
import { withOutputs } from './outputs';

/** The fields of a request as a person gave them, checked. */
export function requestOf(input: RequestInput): IDataObject {
	const given = (input.specifyFields === 'json' ? input.fieldsJson : input.modelFields) ?? {};
	return checkedRequest({
		...(input.prompt === undefined ? {} : { prompt: input.prompt }),
		...given,
	});
}

/** Prices a request; files that have no address yet are left out. */
export async function estimateCost(call: Call<RequestInput>): Promise<Row[]> {
	const { modelId } = call.input;
	const body = await withoutFiles(call, modelId, requestOf(call.input));
	return [toRow(await estimated(call, { model: modelId, ...body }))];
}

async function estimated(call: Call<unknown>, body: IDataObject): Promise<IDataObject> {
	return (await call.request('POST /api/v2/generations/estimate', { body }, { replay: 'safe' }))
		.body as IDataObject;
}

/** Creates a job, and waits for it where the person asked for that. */
export async function create(call: Call<CreateInput>): Promise<Row[]> {
	const { input, connection } = call;
	const callback = callbackAddress(call, input);
	const request = requestOf(input);
	const body = { model: input.modelId, ...(await withUploads(call, input.modelId, request)) };
	await keepWithin(call, body, input.maximumCost ?? 0);
	const plan = {
		...body,
		idempotency_key: input.idempotencyKey ?? call.key,
		...(callback ? { callback_url: callback } : {}),
	};
	const accepted = (await call.request('POST /api/v2/generations', { body: plan })).body as Job;
	if (input.wait !== 'polling' && input.wait !== 'callback') return [toRow(accepted)];
	const patience = {
		maximumMs: (input.maximumWait ?? 60) * 60_000,
		stalledIsFinal: input.whenStalled === 'end',
	};
	const job =
		input.wait === 'polling'
			? await awaitJob(connection, accepted.id, patience)
			: await readJob(connection, accepted.id);
	const replayed =
		accepted.idempotent_replay === undefined
			? {}
			: { idempotent_replay: accepted.idempotent_replay };
	if (input.wait === 'callback' && !isFinal(job, patience.stalledIsFinal)) {
		await call.suspend(
			new Date(Date.now() + patience.maximumMs),
			toRow({ ...job, ...replayed, timedOut: true }),
		);
		return [];
	}
	return [await finished(call, { ...job, ...replayed })];
}

/** A job that ended, or was given up waiting for, with its files where they are wanted. */
async function finished(call: Call<CreateInput>, job: IDataObject): Promise<Row> {
	return call.input.downloadOutputs
		? await withOutputs(call.context, call.connection, job, call.input.outputProperty ?? 'data')
		: toRow(job);
}

/**
 * Refuses what would cost more than the person allows. The cost alone counts: a request that was sent before is answered
 * with its first job and charges nothing, whatever the balance is now.
 */
async function keepWithin(
	call: Call<unknown>,
	body: IDataObject,
	maximumCost: number,
): Promise<void> {
	if (maximumCost === 0) {
		if (!call.isAgent) return;
		throw new PackError('An AI agent may not spend without a limit', {
			field: 'Maximum Cost',
			hint: 'Set Maximum Cost in the tool.',
		});
	}
	const { cost, balance } = await estimated(call, body);
	if (typeof cost === 'number' && cost <= maximumCost) return;
	throw new PackError(
		`The request would cost ${String(cost)} credits, which is more than the ${maximumCost} allowed (the balance is ${String(balance)})`,
		{
			field: 'Maximum Cost',
			hint: 'Raise Maximum Cost, or ask for less: a smaller size, fewer images, a shorter clip, another model. Nothing was charged.',
		},
	);
}
