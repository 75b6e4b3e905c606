/** Every action node as a tool of n8n's AI Agent. */
import type { IDataObject } from 'n8n-workflow';
import { mostCharacters } from '../../../nodes/engine/agent';
import { nodes, type SourceNode } from '../../contract/kit/pack';
import { localServices, type RunningService } from '../../services/list';
import { startMediaService, type MediaService } from '../../services/mediaGeneration/service';
import type { MigrationService } from '../../services/migrationAssessment/service';
import type { ConversionService } from '../../services/searchAdsConversions/service';
import { toolUses } from './toolCases';
import type { Execution } from '../../../tools/n8n/execution';
import { importCredentials } from '../../../tools/sandbox/importExamples';
import { fromAi, openAgent, type Agent } from './aiAgent';
import { itemsOf, openStage, type NodeSpec, type Stage } from '../kit/testN8n';
import { packageName } from '../../../tools/system/paths';
import type { StoredCredential } from '../../../tools/n8n/restTypes';

const actions = nodes.filter(({ isTrigger }) => !isTrigger);

let stage: Stage;
let agent: Agent;
let media: MediaService;
let services: Record<string, RunningService>;
let credentials: StoredCredential[];

beforeAll(async () => {
	media = await startMediaService({ settings: { imageMs: 100, videoMs: 100, attachMs: 50 } });
	services = { mediaGeneration: media };
	for (const { name, start } of localServices) services[name] ??= await start({ port: 0 });
	stage = await openStage();
	credentials = await importCredentials(stage.rest, services);
	agent = await openAgent(stage);
}, 600_000);
afterAll(async () => {
	await stage?.close();
	agent?.close();
	for (const service of Object.values(services ?? {})) await service.close();
}, 60_000);

// The same conversion twice is refused.
afterEach(() => (services.searchAdsConversions as ConversionService).ledger.conversions.clear());

/** A node as a tool, logged in at its local service. */
function toolOf(
	{ service, description }: SourceNode,
	resource: string,
	operation: string,
	parameters: IDataObject,
): NodeSpec {
	const way = service.credentials.find(({ type }) => credentials.some((one) => one.type === type))!;
	const { id, name } = credentials.find(({ type }) => type === way.type)!;
	return {
		name: 'Tool',
		type: `${packageName}.${description.name}Tool`,
		parameters: {
			...(service.credentials.length > 1 ? { authentication: way.value } : {}),
			resource,
			operation,
			options: {},
			...parameters,
		} as NodeSpec['parameters'],
		credentials: { [way.type!]: { id, name } },
	};
}

const node = (name: string): SourceNode => actions.find((one) => one.name === name)!;
const used = (name: string, more: IDataObject = {}): NodeSpec => {
	const { resource, operation, parameters } = toolUses[name]!;
	return toolOf(node(name), resource, operation, { ...parameters('json'), ...more });
};

/** What a tool refused: n8n 2 tells the model, n8n 1 ends the execution with it. */
const refusal = ({ error }: Execution): string | undefined => agent.answers()[0] ?? error?.message;

test('every action node of the pack is offered as a tool, and no trigger is', async () => {
	const names = (await stage.rest.nodeTypes())
		.map(({ name }) => name)
		.filter((name) => name.startsWith(`${packageName}.`));
	expect(names.filter((name) => name.endsWith('Tool')).sort()).toEqual(
		actions.map(({ description }) => `${packageName}.${description.name}Tool`).sort(),
	);
});

test.each(
	actions.flatMap(({ name, service: { label } }) => [
		{ label, name, json: 'json' as const, given: 'objects' },
		{ label, name, json: 'string' as const, given: 'JSON texts' },
	]),
)('$label works as a tool, its fields given as $given', async ({ name, json }) => {
	const { resource, operation, parameters, call, answers } = toolUses[name]!;
	const given =
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
		{ tool: given },
		{ says: 'Here it is.' },
	);
	expect(execution.error).toBeUndefined();
	// n8n 2 tells the model of a refusal, and the execution goes on.
	expect(execution.nodes.Tool?.at(-1)?.error).toBeUndefined();
	expect(itemsOf(execution, 'Agent')[0]?.json.output).toBe('Here it is.');
	expect(agent.answers()).toEqual([expect.stringContaining(answers)]);
	expect(agent.answers()[0]!.length).toBeLessThan(4000);
	// The model sees its own parameters under the names and with the words of the node, and nothing else.
	const [tool] = agent.asked[0]!.tools!;
	expect(Object.keys((tool!.function.parameters.properties ?? {}) as IDataObject).sort()).toEqual(
		Object.keys(call).sort(),
	);
});

test('what a model fills in reaches the service', async () => {
	await agent.run(used('MediaGeneration'), { tool: toolUses.MediaGeneration!.call });
	expect(media.state.jobs.at(-1)!.input).toMatchObject({
		prompt: 'a lighthouse',
		aspect_ratio: '1:1',
	});
});

test('answers are simplified unless that is switched off, and a long one is cut where a row ends', async () => {
	const starred = (more: IDataObject) =>
		toolOf(node('ActivityTracking'), 'segment', 'getAllStarred', { returnAll: true, ...more });
	await agent.run(starred({ simplify: true }), { tool: {} });
	const [brief] = agent.answers();
	await agent.run(starred({ simplify: false }), { tool: {} });
	const [whole] = agent.answers();
	const rows = (answer: string | undefined) => JSON.parse(answer!) as IDataObject[];
	expect(Object.keys(rows(whole)[0]!).length).toBeGreaterThan(Object.keys(rows(brief)[0]!).length);
	expect(whole!.length).toBeLessThan(mostCharacters * 1.1);
	expect(rows(whole).at(-1)!.leftOut).toMatch(/^\d+ more/);
});

test('files stay out of the context: a tool fetches none, and the agent gets their addresses', async () => {
	media.requests.clear();
	await agent.run(used('MediaGeneration', { options: { downloadOutputs: true } }), {
		tool: toolUses.MediaGeneration!.call,
	});
	const [answer] = agent.answers();
	expect(answer).toContain('"content_type":"image/png"');
	expect(answer!.length).toBeLessThan(4000);
	expect(media.requests.list('GET /media/*')).toEqual([]);
});

test('two calls of one tool in a run carry two keys', async () => {
	const jobs = media.state.jobs.length;
	media.requests.clear();
	const { call } = toolUses.MediaGeneration!;
	await agent.run(used('MediaGeneration'), { tool: call }, { tool: call });
	expect(media.state.jobs.length - jobs).toBe(2);
	expect(
		new Set(
			media.requests
				.list('POST /api/v2/generations')
				.map(({ body }) => (body as IDataObject).idempotency_key),
		).size,
	).toBe(2);

	const migration = services.migrationAssessment as MigrationService;
	migration.requests.clear();
	const { call: named } = toolUses.MigrationAssessment!;
	await agent.run(
		used('MigrationAssessment', { newId: '=twice-{{ $runIndex }}' }),
		{ tool: named },
		{ tool: named },
	);
	const keys = migration.requests
		.list('POST *')
		.map(({ query }) => query.requestId)
		.filter((key) => key !== undefined);
	expect(keys).toHaveLength(2);
	expect(new Set(keys).size).toBe(2);
});

test('spending without a limit is refused, and the agent is told why', async () => {
	const before = media.state.accounts[0]!.charges.length;
	const execution = await agent.run(used('MediaGeneration', { maximumCost: 0 }), {
		tool: toolUses.MediaGeneration!.call,
	});
	expect(media.state.accounts[0]!.charges.length).toBe(before);
	expect(refusal(execution)).toContain('may not spend without a limit');
});

test.each([
	[
		'WorkspaceToken',
		'token',
		'revoke',
		{ tokenId: { __rl: true, mode: 'id', value: fromAi('Token', 'The token') } },
		{ Token: 'a'.repeat(64) },
	],
	['MediaGeneration', 'apiKey', 'revoke', {}, {}],
	[
		'MediaGeneration',
		'prompt',
		'enhance',
		{ prompt: fromAi('Prompt', 'The prompt') },
		{ Prompt: 'a boat' },
	],
])(
	'%s: %s %s is not offered to an agent, and refused where a workflow asks for it all the same',
	async (name, resource, operation, parameters, call) => {
		const tools = (await stage.rest.nodeTypes()).find(
			(type) => type.name === `${packageName}.${node(name).description.name}Tool`,
		)!;
		const offered = tools.properties
			.filter(
				(property) =>
					property.name === 'operation' &&
					(property.displayOptions?.show?.resource as string[] | undefined)?.includes(resource),
			)
			.flatMap(({ options }) => options ?? []);
		expect(offered.find((option) => 'value' in option && option.value === operation)).toMatchObject(
			{ displayOptions: { hide: { '@tool': [true] } } },
		);
		expect(
			refusal(await agent.run(toolOf(node(name), resource, operation, parameters), { tool: call })),
		).toContain('not offered to AI agents');
	},
);
