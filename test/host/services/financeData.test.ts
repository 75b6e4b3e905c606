// Signed webhooks of finance data in a real n8n instance.
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { webhookTriggerVersions } from '../../../nodes/engine/triggers/runWebhook';
import { signatureOf } from '../../../nodes/FinanceData/signature';
import { startFinanceService, type FinanceService } from '../../services/financeData/service';
import { startTestN8n, type NodeSpec, type TestN8n } from '../kit/testN8n';
import type { StoredCredential } from '../../../tools/n8n/restTypes';

let n8n: TestN8n;
let finance: FinanceService;
let credential: StoredCredential;

beforeAll(async () => {
	finance = await startFinanceService();
	n8n = await startTestN8n();
	credential = await n8n.createCredential('financeDataApi', finance.credential.data);
});
afterAll(async () => {
	await n8n?.close();
	await finance?.close();
});

/**
 * Sends a delivery and retries it after status 503, like the services do. n8n returns 503 while its
 * database is overloaded.
 */
async function post(
	url: string,
	body: string,
	headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
	for (let attempt = 1; ; attempt++) {
		// With bytes, fetch() adds no content type.
		const response = await fetch(url, { method: 'POST', headers, body: Buffer.from(body) });
		if (response.status !== 503 || attempt === 20)
			return { status: response.status, text: await response.text() };
		await sleep(1000);
	}
}

describe('signed webhooks', () => {
	const secret = 'tenfold-client-secret';
	const triggerNode = (parameters: IDataObject): NodeSpec => ({
		name: 'Events',
		type: 'n8n-nodes-tenfold.financeDataTrigger',
		credentials: { financeDataApi: { id: credential.id, name: credential.name } },
		parameters: parameters as NodeSpec['parameters'],
	});
	const event = (index: number) =>
		JSON.stringify({
			type: 'ORDER',
			code: 'ORDER_UPDATED',
			access_token: 't',
			connection_id: 'c',
			order: { id: `o-${index}`, updated_at: '2026-01-31T08:00:00Z', memo: 'ü "quoted"' },
		});
	// As of version 1.1, n8n does not read bodies of the last two types by itself.
	test.each(webhookTriggerVersions)(
		'version %p of the trigger verifies the body as it was sent, whatever its content type',
		async (typeVersion) => {
			const workflow = await n8n.createWorkflow(`version ${typeVersion}`, [
				{
					...triggerNode({ events: ['updated'], filters: { connectionIds: 'another' } }),
					typeVersion,
				},
			]);
			const url = await n8n.activateWebhook(workflow, 'events');
			for (const contentType of [
				'application/json',
				'text/plain',
				'application/octet-stream',
				'',
			]) {
				const send = async (body: string) =>
					await post(url, body, {
						'content-type': contentType,
						'x-rutter-signature': signatureOf(Buffer.from(event(0)), secret),
					});
				expect([contentType, await send(event(0))]).toEqual([
					contentType,
					{ status: 200, text: '{"message":"Filtered out by Connection IDs"}' },
				]);
				expect([contentType, (await send(event(1))).status]).toEqual([contentType, 401]);
			}
		},
	);

	test('a body that cannot be read is rejected and starts no execution', async () => {
		const workflow = await n8n.createWorkflow('unreadable', [triggerNode({ events: ['updated'] })]);
		const url = await n8n.activateWebhook(workflow, 'events');
		const unreadable = { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' };
		expect(await post(url, 'not compressed', unreadable)).toEqual({
			status: 401,
			text: '{"message":"Unauthorized"}',
		});
		expect(await n8n.rest.executions(workflow.id)).toEqual([]);
	});
});
