/**
 * Wait For Completion: By Callback. The execution is suspended, and the service's POST resumes it
 * (README.md, Events).
 */
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { connect, type ReadParameter, readRunSettings, replyOnly, resumeUrl } from '../engine';
import {
	type Call,
	fileSizeOption,
	PackError,
	requestOptions,
	type Service,
} from '../engine/describe';
import type { CreateInput } from './generationRequest';
import { readFinalJob, withReplayFlag } from './job';
import { type OutputFileOptions, rowOfCallback } from './outputFiles';

const maxUrlLength = 2048;

/** Characters that a URI contains only percent-encoded (RFC 3986, Section 2). */
const notInUris = /[^\x21-\x7e]|["<>\\^`{|}]/;

const isLoopback = (url: string): boolean =>
	/^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

/**
 * The `callback_url` of a job: the URL that the user entered, or the URL that resumes this
 * execution. Undefined if the job has no callback.
 * @throws PackError if the URL is not valid, or if this run cannot wait by callback
 */
export function resolveCallbackUrl(
	call: Call<CreateInput>,
	{ wait, callbackUrl }: CreateInput,
): string | undefined {
	if (wait === 'callback') {
		if (callbackUrl !== undefined) {
			throw new PackError(
				'Callback URL and Wait For Completion: By Callback cannot be used together',
				{
					field: 'Callback URL',
					hint: 'A job can have only one callback. Remove Callback URL, or wait by polling.',
				},
			);
		}
		if (call.itemCount > 1) {
			throw new PackError(
				`Wait For Completion: By Callback supports one item per run, got ${call.itemCount}`,
				{
					field: 'Wait For Completion',
					hint: 'n8n can suspend an execution once per node run. Add a Loop Over Items node with batch size 1 before this node, or wait by polling.',
				},
			);
		}
		if (call.isAgent)
			throw new PackError('Wait For Completion: By Callback is not available to AI agents', {
				field: 'Wait For Completion',
				hint: 'Choose By Polling.',
			});
		return validateCallbackUrl(call, resumeUrl(call), 'The webhook URL of n8n');
	}
	return callbackUrl === undefined
		? undefined
		: validateCallbackUrl(call, callbackUrl, 'Callback URL');
}

function validateCallbackUrl(call: Call<CreateInput>, url: string, label: string): string {
	const protocol = URL.canParse(url) ? new URL(url).protocol : undefined;
	// Plain HTTP is accepted only if the service runs on the same machine.
	if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(call.connection.address.url))) {
		throw new PackError(`${label} must start with https://, got ${url}`, {
			field: 'Callback URL',
			hint: 'The service only calls https URLs. Set N8N_WEBHOOK_URL (WEBHOOK_URL in older n8n versions) to the public URL of n8n, or wait by polling.',
		});
	}
	if (notInUris.test(url))
		throw new PackError(`${label} must be a URL without spaces and special letters, got ${url}`, {
			field: 'Callback URL',
			hint: 'Percent-encode them, for example with encodeURI() in an expression.',
		});
	if (url.length > maxUrlLength)
		throw new PackError(
			`${label} must be at most ${maxUrlLength} characters long, got ${url.length}`,
			{ field: 'Callback URL' },
		);
	return url;
}

/**
 * Handles the callback of a suspended execution. Callbacks are not signed, so only the job ID is
 * taken from the request, and the job is read from the service.
 */
export async function resumeExecution(
	context: IWebhookFunctions,
	service: Service,
): Promise<IWebhookResponseData> {
	const awaitedJob = context.evaluateExpression('{{ $input.first().json }}') as IDataObject;
	const options: IDataObject & OutputFileOptions = {
		...(context.getNodeParameter('options', {}) as IDataObject),
		downloadOutputs: context.getNodeParameter('downloadOutputs', true) as boolean,
	};
	const jobId = (context.getBodyData() as IDataObject | undefined)?.id;
	if (typeof jobId !== 'string' || jobId !== awaitedJob.id)
		return replyOnly(context, {
			status: 404,
			message: 'This execution is waiting for a different job',
		});
	const read: ReadParameter = (name, fallback) => context.getNodeParameter(name, fallback);
	const settings = readRunSettings(service, read, { ...requestOptions, ...fileSizeOption });
	const connection = await connect(context, service, { ...settings, attempts: 1 });
	const result = await readFinalJob(connection, jobId, options.whenStalled === 'end');
	if ('rejection' in result) return replyOnly(context, result.rejection);
	const job = withReplayFlag(result.value, awaitedJob);
	const output = await rowOfCallback(context, connection, job, options);
	if ('rejection' in output) return replyOnly(context, output.rejection);
	return {
		webhookResponse: { resumed: true },
		workflowData: [[{ ...output.value, pairedItem: { item: 0 } }]],
	};
}
