/** Maximum Cost of a job, and Maximum Total Cost of a run. */
import type { IDataObject } from 'n8n-workflow';
import { runConcurrently, showHint } from '../engine';
import { type Call, PackError, type Result, toExactJson, toResult } from '../engine/describe';
import { orUnknown } from './errors';
import type { CreateInput } from './generationRequest';
import { replaceFilesWithPlaceholders } from './inputFiles';
import { type PlannedJob, planJob, totalOf } from './startJob';

/** Gets the cost of a request body, and the current balance. */
export async function estimate(call: Call<unknown>, body: IDataObject): Promise<IDataObject> {
	const response = await call.request(
		'POST /api/v2/generations/estimate',
		{ body },
		{ idempotency: 'safe' },
	);
	return response.body as IDataObject;
}

/**
 * Compares the cost with Maximum Cost. Does not check the balance, because a retry costs nothing:
 * if the idempotency key was already used, the service returns the first job.
 * @throws PackError if the cost exceeds Maximum Cost, or if an AI agent calls the node without a
 * Maximum Cost
 */
export async function enforceMaximumCost(
	call: Call<CreateInput>,
	body: IDataObject,
): Promise<void> {
	if (call.input.maximumCost === undefined) {
		if (!call.isAgent) return;
		throw new PackError('Maximum Cost is required for AI agents', {
			field: 'Maximum Cost',
			hint: 'Set Maximum Cost in the tool.',
		});
	}
	const error = maximumCostError(call, await estimate(call, body));
	if (error) throw error;
}

function maximumCostError(
	{ input: { maximumCost } }: Call<CreateInput>,
	{ cost, balance }: IDataObject,
): PackError | undefined {
	if (maximumCost === undefined || (typeof cost === 'number' && cost <= maximumCost))
		return undefined;
	return new PackError(
		`The request would cost ${orUnknown(cost)} credits, which exceeds Maximum Cost (${maximumCost})`,
		{
			field: 'Maximum Cost',
			hint: `Nothing was charged; the balance is ${orUnknown(balance)} credits. Raise Maximum Cost, or choose a smaller size, fewer images, a shorter clip or another model.`,
		},
	);
}

/**
 * Validates all requests of a run before the first job is started. If Maximum Total Cost is set,
 * also compares the total cost with it and with the balance.
 * @returns the errors of the calls, and undefined for the calls that may start a job
 */
export async function checkJobs(calls: readonly Call<CreateInput>[]): Promise<readonly unknown[]> {
	const mayContinue = calls[0]?.context.continueOnFail() === true;
	const errors = new Map<number, unknown>();
	const planned: PlannedJob[] = [];
	for (const call of calls) {
		const plan = await toResult(Promise.resolve().then(() => planJob(call)));
		if ('error' in plan) errors.set(call.item, plan.error);
		else planned.push(plan.value);
	}
	const limit = lowest(calls.map(({ input }) => input.maximumTotalCost));
	if (limit !== undefined && (errors.size === 0 || mayContinue)) {
		const priced: PricedJob[] = [];
		for (const [index, result] of (await pricesOf(planned)).entries()) {
			const job = planned[index]!;
			const price = 'value' in result ? result.value : {};
			const error =
				'error' in result
					? withoutCharge(result.error, mayContinue ? undefined : planned)
					: maximumCostError(job.call, price);
			if (error) errors.set(job.call.item, error);
			else priced.push({ ...job, price });
		}
		const error = errors.size === 0 || mayContinue ? totalCostError(priced, limit) : undefined;
		if (error) for (const { call } of priced) errors.set(call.item, error);
	}
	const unlimited = calls.find(({ input }) => (input.maximumCost ?? limit) === undefined);
	// n8n empties the limits if the user selects another operation and then Create again.
	if (unlimited && !unlimited.isAgent)
		showHint(
			unlimited.context,
			'Maximum Cost and Maximum Total Cost are empty, so nothing limited the cost of this run.',
		);
	return calls.map(({ item }) => errors.get(item));
}

/**
 * The error of an estimate, with a hint that it cost nothing.
 * @param planned the jobs of a run that the error stops
 */
function withoutCharge(error: unknown, planned?: readonly PlannedJob[]): unknown {
	if (!(error instanceof PackError)) return error;
	const charged = `${planned ? `${notStarted(planned)} ` : ''}Nothing was charged for this item.`;
	return new PackError(error.message, {
		...error.details,
		hint: [charged, error.details.hint].filter(Boolean).join(' '),
	});
}

const notStarted = (jobs: readonly PlannedJob[]): string =>
	jobs.some(({ started }) => started) ? 'No further job was started.' : 'No job was started.';

/** The lowest of the values that are numbers. */
const lowest = (values: readonly unknown[]): number | undefined =>
	values
		.filter((value) => typeof value === 'number')
		.reduce<number | undefined>((min, value) => Math.min(min ?? value, value), undefined);

interface PricedJob extends PlannedJob {
	readonly price: IDataObject;
}

/** Maximum number of estimates at the same time. */
const maxConcurrentEstimates = 10;

/**
 * The prices of jobs. Requests that differ only in the prompt have the same price, which is read
 * once. No file is uploaded.
 */
async function pricesOf(jobs: readonly PlannedJob[]): Promise<readonly Result<IDataObject>[]> {
	const prices: Result<IDataObject>[] = [];
	const estimates = new Map<string, Promise<IDataObject>>();
	await runConcurrently(
		0,
		jobs.length,
		maxConcurrentEstimates,
		jobs[0]?.call.connection.signal,
		async (index) => {
			prices[index] = await toResult(priceOf(jobs[index]!, estimates));
		},
	);
	return prices;
}

async function priceOf(
	{ call, request, started }: PlannedJob,
	estimates: Map<string, Promise<IDataObject>>,
): Promise<IDataObject> {
	if (started?.cost !== undefined) return { cost: started.cost };
	const { modelId } = call.input;
	const { body } = await replaceFilesWithPlaceholders(call, modelId, request);
	const key = toExactJson([modelId, { ...body, prompt: body.prompt !== undefined }]);
	const price = estimates.get(key) ?? estimate(call, { model: modelId, ...body });
	estimates.set(key, price);
	return await price;
}

/** Why a run does not fit into its limit or into the balance. Undefined if it does. */
function totalCostError(jobs: readonly PricedJob[], limit: number): PackError | undefined {
	const details = { field: 'Maximum Total Cost', concernsRun: true };
	const costs = jobs.map(({ price }) => price.cost);
	if (!costs.every((cost) => typeof cost === 'number'))
		return new PackError('The service returned no price, so Maximum Total Cost cannot be checked', {
			...details,
			hint: `${notStarted(jobs)} Remove Maximum Total Cost to run without a limit.`,
		});
	const total = totalOf(costs);
	if (total > limit)
		return new PackError(
			`The jobs of this run would cost ${total} credits, which exceeds Maximum Total Cost (${limit})`,
			{
				...details,
				hint: `${notStarted(jobs)} Raise Maximum Total Cost, process fewer items, or choose smaller sizes, fewer images, shorter clips or another model.`,
			},
		);
	// A request with a key that was already used costs nothing. The node cannot know this for keys
	// that the user sets.
	const due = totalOf(
		jobs.flatMap(({ call, started, price }) =>
			started || call.input.idempotencyKey !== undefined ? [] : (price.cost as number),
		),
	);
	const balance = lowest(jobs.map(({ price }) => price.balance));
	if (balance === undefined || due <= balance) return undefined;
	return new PackError(
		`The jobs of this run would cost ${due} credits, but the balance is ${balance} credits`,
		{
			...details,
			hint: `${notStarted(jobs)} Use Checkout: Create to get a payment link for more credits, or process fewer items.`,
		},
	);
}
