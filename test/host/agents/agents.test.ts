// Every action node as a tool of n8n's AI Agent.
import type { IDataObject } from 'n8n-workflow';
import { nodesWithCases, type SourceNode } from '../../contract/kit/pack';
import { LOCAL_IDS, type FinanceService } from '../../services/financeData/service';
import { localServices, type RunningService } from '../../services/list';
import { startMediaService, type MediaService } from '../../services/mediaGeneration/service';
import type { ConversionService } from '../../services/searchAdsConversions/service';
import { toolCases } from './toolCases';
import { actionNodes, toolNode } from './toolNode';
import { importCredentials } from '../../../tools/sandbox/importExamples';
import { fromAi, startAgent, type Agent } from './aiAgent';
import { itemsOf, resourceLocator, startTestN8n, type TestN8n } from '../kit/testN8n';
import { packageName } from '../../../tools/system/paths';
import type { StoredCredential } from '../../../tools/n8n/restTypes';

let n8n: TestN8n;
let agent: Agent;
let media: MediaService;
let services: Record<string, RunningService>;
let credentials: StoredCredential[];

beforeAll(async () => {
	media = await startMediaService({ settings: { imageMs: 100, videoMs: 100, attachMs: 50 } });
	services = { mediaGeneration: media };
	for (const { name, start } of localServices) services[name] ??= await start({ port: 0 });
	n8n = await startTestN8n();
	credentials = await importCredentials(n8n.rest, services);
	agent = await startAgent(n8n);
});
afterAll(async () => {
	await n8n?.close();
	await agent?.close();
	for (const service of Object.values(services ?? {})) await service.close();
});

// The service rejects a conversion that it has already received.
afterEach(() => (services.searchAdsConversions as ConversionService).ledger.conversions.clear());

const toolOf = (source: SourceNode, resource: string, operation: string, parameters: IDataObject) =>
	toolNode(source, credentials, resource, operation, parameters);
const node = (name: string): SourceNode => actionNodes.find((one) => one.name === name)!;

test('n8n offers every action node as a tool, and no trigger', async () => {
	const names = (await n8n.rest.nodeTypes())
		.map(({ name }) => name)
		.filter((name) => name.startsWith(`${packageName}.`));
	expect(names.filter((name) => name.endsWith('Tool')).sort()).toEqual(
		actionNodes.map(({ description }) => `${packageName}.${description.name}Tool`).sort(),
	);
});

test.each(
	nodesWithCases.flatMap(({ name, service: { label } }) => [
		{ label, name, json: 'json' as const, type: 'objects' },
		{ label, name, json: 'string' as const, type: 'JSON strings' },
	]),
)('$label works as a tool when the model passes JSON as $type', async ({ name, json }) => {
	const { resource, operation, parameters, call, result } = toolCases[name]!;
	const toolCall =
		json === 'json'
			? call
			: Object.fromEntries(
					Object.entries(call).map(([key, value]) => [
						key,
						typeof value === 'object' ? JSON.stringify(value) : value,
					]),
				);
	const execution = await agent.run(
		toolOf(node(name), resource, operation, parameters(json)),
		{ toolCall },
		{ text: 'Here it is.' },
	);
	expect(execution.error).toBeUndefined();
	// n8n 2.x passes an error to the model and continues the execution.
	expect(execution.nodes.Tool?.at(-1)?.error).toBeUndefined();
	expect(itemsOf(execution, 'Agent')[0]?.json.output).toBe('Here it is.');
	expect(agent.toolResults()).toEqual([expect.stringContaining(result)]);
	expect(agent.toolResults()[0]!.length).toBeLessThan(4000);
	// The model sees only the parameters that it fills in.
	const [tool] = agent.requests[0]!.tools!;
	expect(Object.keys((tool!.function.parameters.properties ?? {}) as IDataObject).sort()).toEqual(
		Object.keys(call).sort(),
	);
});

test('the model fills in IDs that have lists, also in rows and in rows saved as text', async () => {
	const tool = toolOf(node('FinanceData'), 'expense', 'create', {
		specifyFields: 'form',
		accountId: resourceLocator(fromAi('Account', 'The account')),
		record: {
			mappingMode: 'defineBelow',
			value: { currency_code: 'EUR', expense_type: 'expense' },
		},
		lineItems: {
			rows: [
				{ account_id: resourceLocator(fromAi('First', 'The account')), total_amount: '1' },
				{ account_id: fromAi('Second', 'The account'), total_amount: '2' },
			],
		},
		responseMode: 'prefer_sync',
		waitForJob: true,
	});
	const { account, otherAccount } = LOCAL_IDS;
	const toolCall = { Account: account, First: account, Second: otherAccount };
	const execution = await agent.run({ ...tool, typeVersion: 1.1 }, { toolCall });
	expect(execution.error).toBeUndefined();
	const { requests } = services.financeData as FinanceService;
	expect(requests.list('POST /versioned/accounting/expenses').at(-1)?.body).toMatchObject({
		expense: {
			account_id: account,
			line_items: [{ account_id: account }, { account_id: otherAccount }],
		},
	});
});
