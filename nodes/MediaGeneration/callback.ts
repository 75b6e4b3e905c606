/** Waiting by callback: the execution sleeps without a worker, and the service's POST wakes it (specification part A, Events). */
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { type Call, PackError, type Service } from '../engine/describe';
import { toRow } from '../engine/run/output';
import { connect } from '../engine/transport/connect';
import { replyOnly } from '../engine/triggers/webhook';
import type { CreateInput } from './createInput';
import { readBack } from './job';
import { withOutputs } from './outputs';

const isLoopback = (address: string): boolean =>
	/^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);

/**
 * The address that a job is to call, or nothing: the one a person gave, or the one that wakes this execution.
 * @throws Refusal for an address that the service would not take, and for a wait that n8n cannot hold
 */
export function callbackAddress(
	call: Call<CreateInput>,
	{ wait, callbackUrl }: CreateInput,
): string | undefined {
	if (wait === 'callback') {
		if (callbackUrl !== undefined) {
			throw new PackError(
				'Callback URL and Wait For Completion: By Callback cannot be used together',
				{ field: 'Callback URL', hint: 'A job has one callback. Remove one of the two.' },
			);
		}
		if (call.itemCount > 1) {
			throw new PackError(
				`Waiting by callback takes one item a run, but there are ${call.itemCount}`,
				{
					field: 'Wait For Completion',
					hint: 'n8n can suspend an execution once per node run. Put a Loop Over Items node with batch size 1 before this one, or wait by polling.',
				},
			);
		}
		if (call.isAgent)
			throw new PackError('An AI agent cannot wait by callback', {
				field: 'Wait For Completion',
				hint: 'Choose polling.',
			});
		return checkedAddress(call, resumeAddress(call), 'The address of this n8n');
	}
	return callbackUrl === undefined ? undefined : checkedAddress(call, callbackUrl, 'Callback URL');
}

/** Wakes this execution and this node; n8n's own token in it keeps others out where n8n has one. */
function resumeAddress(call: Call<CreateInput>): string {
	const resume = new URL(
		String(call.context.evaluateExpression('{{ $execution.resumeUrl }}', call.item)),
	);
	resume.pathname = `${resume.pathname.replace(/\/$/, '')}/${call.connection.node.id}`;
	return resume.href;
}

function checkedAddress(call: Call<CreateInput>, address: string, label: string): string {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (
		url?.protocol !== 'https:' &&
		!(url?.protocol === 'http:' && isLoopback(call.connection.address))
	) {
		throw new PackError(`${label} must start with https://, got ${address}`, {
			field: 'Callback URL',
			hint: 'The service calls https addresses only. Set N8N_WEBHOOK_URL (in older versions of n8n: WEBHOOK_URL) to the public address of n8n, or wait by polling.',
		});
	}
	if (address.length > 2048)
		throw new PackError(`${label} must be at most 2048 characters long`, { field: 'Callback URL' });
	return address;
}

/** What the node does when its sleeping execution is called. Only the awaited job wakes it, and only as the service itself describes it. */
export async function resume(
	context: IWebhookFunctions,
	service: Service,
): Promise<IWebhookResponseData> {
	const awaited = context.evaluateExpression('{{ $input.first().json }}') as IDataObject;
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const told = (context.getBodyData() as IDataObject | undefined)?.id;
	if (typeof told !== 'string' || told !== awaited.id)
		return replyOnly(context, { status: 404, message: 'This execution waits for another job' });
	const connection = await connect(context, service, { ...options, attempts: 1 });
	const found = await readBack(connection, told, options.whenStalled === 'end');
	if ('refused' in found) return replyOnly(context, found.refused);
	const job = {
		...found.job,
		...(awaited.idempotent_replay === undefined
			? {}
			: { idempotent_replay: awaited.idempotent_replay }),
	};
	const row = options.downloadOutputs
		? await withOutputs(context, connection, job, String(options.outputProperty ?? 'data'))
		: toRow(job);
	return {
		webhookResponse: { resumed: true },
		workflowData: [[{ ...row, pairedItem: { item: 0 } }]],
	};
}
