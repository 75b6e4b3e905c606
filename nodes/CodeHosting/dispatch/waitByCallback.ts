/**
 * Workflow: Dispatch and Wait, By Callback. The execution is suspended, so it occupies no worker,
 * until the workflow calls the URL in its input `resumeUrl`.
 */
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import {
	addParents,
	connect,
	planRequest,
	readFlag,
	type ReadParameter,
	readRunSettings,
	replyOnly,
	resumeUrl,
	send,
	simplifyRow,
} from '../../engine';
import {
	type Call,
	type Operation,
	PackError,
	type RequestLine,
	requestOptions,
	type Service,
	simplifyField,
	toResult,
	toText,
} from '../../engine/describe';
import { maxWaitMs, type WaitInput } from './waitForRun';

/** Name of the input with the URL, as in n8n's own node, so that both can start a workflow. */
export const callbackInput = 'resumeUrl';

/** @throws PackError if this run of the node has several items */
export function checkCallback({ itemCount }: Call<unknown>): void {
	if (itemCount > 1)
		throw new PackError(`Wait: By Callback supports one item per run, got ${itemCount}`, {
			field: 'Wait',
			hint: 'n8n can suspend an execution once per node run. Add a Loop Over Items node with batch size 1 before this node, or wait by polling.',
		});
}

/** The input with the URL that resumes this execution. */
export const callbackInputs = (call: Call<unknown>): IDataObject => ({
	[callbackInput]: resumeUrl(call),
});

/**
 * Suspends the execution. If the workflow does not call back within Maximum Wait, the output item is
 * the run with `timedOut`, because n8n continues without running the node again.
 */
export async function suspendForRun(call: Call<WaitInput>, run: IDataObject): Promise<void> {
	const isSimplified = call.context.getNodeParameter('simplify', call.item, true) === true;
	const parents = call.input as unknown as IDataObject;
	const json = { ...simplified(run, call.operation, isSimplified, parents), timedOut: true };
	await call.suspend(new Date(Date.now() + maxWaitMs(call.input)), { json });
}

const simplified = (
	json: IDataObject,
	{ simplify, parents = [] }: Operation,
	isSimplified: boolean,
	input: IDataObject,
): IDataObject =>
	simplify && isSimplified
		? addParents(simplifyRow({ json }, simplify), parents, input).json
		: json;

/** The owner and the name of the repository of a run, simplified or not. */
function repositoryOf({ owner, repository }: IDataObject): readonly unknown[] {
	return typeof repository === 'string'
		? [owner, repository]
		: toText((repository as IDataObject | undefined)?.full_name).split('/');
}

/**
 * Handles the call of the workflow. It is not signed, so only its body is added to the run, and the
 * run is read from the service.
 */
export async function resumeExecution(
	context: IWebhookFunctions,
	service: Service,
): Promise<IWebhookResponseData> {
	const awaited = context.evaluateExpression('{{ $input.first().json }}') as IDataObject;
	const { id, found_by: foundBy } = awaited;
	const [owner, repository] = repositoryOf(awaited);
	if (id === undefined || !owner || !repository)
		return replyOnly(context, { status: 404, message: 'This execution does not wait for a run' });
	const read: ReadParameter = (key, fallback) => context.getNodeParameter(key, fallback);
	const settings = readRunSettings(service, read, requestOptions);
	const connection = await connect(context, service, { ...settings, attempts: 1 });
	const line: RequestLine = 'GET /repos/{owner}/{repository}/actions/runs/{runId}';
	const values = { owner, repository, runId: id };
	const response = await toResult(
		send(connection, planRequest(line, { values }), { idempotency: 'safe' }),
	);
	// The workflow can call again after an error.
	if ('error' in response)
		return replyOnly(context, { status: 503, message: 'The run is temporarily unavailable' });
	const operation = service.resources.workflow!.operations.dispatchAndWait!;
	const run = { ...(response.value.body as IDataObject), found_by: foundBy };
	const json = simplified(
		run,
		operation,
		readFlag(read, 'simplify', simplifyField.simplify, true),
		values,
	);
	const callback = context.getBodyData() as IDataObject | undefined;
	return {
		webhookResponse: { resumed: true },
		workflowData: [[{ json: { ...json, callback: callback ?? {} }, pairedItem: { item: 0 } }]],
	};
}
