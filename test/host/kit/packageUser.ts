// What a user of the package saves in n8n: credentials, a workflow to run, and a published workflow
// with a webhook trigger. All of it must work with every version of the package.
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { signatureOf } from '../../../nodes/FinanceData/signature';
import type { StoredCredential, StoredWorkflow } from '../../../tools/n8n/restTypes';
import { packageName } from '../../../tools/system/paths';
import { nodes } from '../../contract/kit/pack';
import type { TaskService } from '../../services/taskList/service';
import { itemsOf, manualTrigger, resourceLocator, type TestN8n } from './testN8n';

const taskList = nodes.find(({ name }) => name === 'TaskList')!.service;
/** Title of the task that the workflow reads. */
export const taskTitle = 'Water the plants';
const clientSecret = 'tenfold-client-secret';

export interface PackageUser {
	readonly credential: StoredCredential;
	readonly workflow: StoredWorkflow;
	/** Runs the workflow. Returns the titles of the tasks. */
	run(): Promise<unknown[]>;
	/** Sends a signed event to the webhook trigger. Returns the HTTP status. */
	deliver(): Promise<number>;
}

/** Names of the pack's node types that an n8n process offers, including the tools. */
export async function offeredNodes({ rest }: TestN8n): Promise<string[]> {
	return (await rest.nodeTypes())
		.map(({ name }) => name)
		.filter((name) => name.startsWith(`${packageName}.`))
		.sort();
}

/** Names of all node types of the pack, including the tools. */
export const allNodes: readonly string[] = nodes
	.flatMap(({ description: { name }, isTrigger }) => [name, ...(isTrigger ? [] : [`${name}Tool`])])
	.map((name) => `${packageName}.${name}`)
	.sort();

/** Saves the credentials and workflows. The package must be installed. */
export async function savePackageUser(n8n: TestN8n, tasks: TaskService): Promise<PackageUser> {
	tasks.records.addTask('@default', { title: taskTitle });
	const { type, data } = tasks.credential;
	const credential = await n8n.createCredential(type, data);
	const workflow = await n8n.createWorkflow('Tasks of the week', [
		manualTrigger,
		{
			name: 'Tasks',
			type: `${packageName}.taskList`,
			parameters: {
				authentication: taskList.credentials.find((choice) => choice.type === type)!.value,
				resource: 'task',
				operation: 'getAll',
				taskListId: resourceLocator('@default'),
				returnAll: true,
			},
			credentials: { [type]: { id: credential.id, name: credential.name } },
		},
	]);
	const finance = await n8n.createCredential('financeDataApi', financeCredential);
	const events = await n8n.createWorkflow('Finance events', [
		{
			name: 'Events',
			type: `${packageName}.financeDataTrigger`,
			parameters: { events: ['updated'], filters: {}, options: {} },
			credentials: { financeDataApi: { id: finance.id, name: finance.name } },
		},
	]);
	const url = await n8n.activateWebhook(events, 'events');
	let delivered = 0;
	return {
		credential,
		workflow,
		async run() {
			const execution = await n8n.rest.waitForExecution(await n8n.rest.runManually(workflow.id));
			if (execution.error) throw new Error(execution.error.message);
			return itemsOf(execution, 'Tasks').map(({ json }) => json.title);
		},
		async deliver() {
			delivered += 1;
			const body = JSON.stringify(orderEvent(delivered));
			const { status } = await axios.post(url, body, {
				headers: {
					'content-type': 'application/json',
					'x-rutter-signature': signatureOf(Buffer.from(body), clientSecret),
				},
				transformRequest: (text: string) => text,
				validateStatus: () => true,
				proxy: false,
			});
			return status;
		},
	};
}

const financeCredential: IDataObject = {
	provider: 'other',
	baseUrl: 'http://127.0.0.1:1/versioned',
	clientId: 'i',
	clientSecret,
	previousClientSecret: '',
	accessToken: 't',
	version: '2024-08-31',
	vendor: 'Rutter',
};

const orderEvent = (index: number): IDataObject => ({
	type: 'ORDER',
	code: 'ORDER_UPDATED',
	connection_id: 'c',
	order: { id: `order-${index}`, updated_at: '2026-01-31T08:00:00Z' },
});
