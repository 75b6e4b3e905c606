/**
 * Runs nodes inside n8n's own executor, with real contexts, expressions, retries and error routing.
 * Only credentials are stubbed.
 */
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Container } from '@n8n/di';
import {
	BinaryDataConfig,
	BinaryDataService,
	LoadOptionsContext,
	WorkflowExecute,
	ExecutionLifecycleHooks,
} from 'n8n-core';
import {
	createRunExecutionData,
	setSafeRegexEngine,
	Workflow,
	type IBinaryData,
	type ICredentialsHelper,
	type ICredentialType,
	type IDataObject,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IRun,
	type IRunExecutionData,
	type ITaskData,
	type ResourceMapperFields,
	type IWorkflowExecuteAdditionalData,
	type WorkflowParameters,
} from 'n8n-workflow';
import { withHiddenFields } from './credentialExpressions';
import { placeOptions } from './placeOptions';

// Without a time limit. The expressions of n8n, such as the validation of IDs, fail after 250 ms
// (safe-regex.ts in n8n-workflow 2.41), which happens on a busy machine without any defect.
setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) =>
		input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags = '') => [
		...input.matchAll(new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`)),
	],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});

/** A node and the credentials that it can use. */
export interface NodeSetup {
	readonly nodeType: INodeType;
	readonly credentials: Readonly<Record<string, { type?: ICredentialType; data: IDataObject }>>;
	/** Called whenever n8n reads and decrypts a credential. */
	readonly onCredentialRead?: () => void;
}

export interface RunOptions {
	/** `options` may contain all optional fields, see `placeOptions`. */
	readonly parameters: IDataObject;
	/** Default: one empty item. */
	readonly items?: INodeExecutionData[];
	/**
	 * Number of runs of the node in the execution, as in a loop. The result of the last run is
	 * returned. Default: 1.
	 */
	readonly runs?: number;
	/** Settings of the node, such as retryOnFail, maxTries and onError. */
	readonly settings?: Partial<INode>;
	/** Time zone of the workflow. Default: that of the n8n instance. */
	readonly timeZone?: string;
	readonly executionId?: string;
	/**
	 * The failed execution to retry, as the list of executions in n8n does. `items` are ignored,
	 * because n8n has stored them.
	 */
	readonly retryOf?: IRun;
	/** Called after the run has started, with a function that cancels it. */
	readonly during?: (cancel: () => void) => void;
	readonly nodeTypeName?: string;
}

export interface RunResult {
	readonly run: IRun;
	readonly items: INodeExecutionData[];
	/** Items of the error output. */
	readonly failed: INodeExecutionData[];
	readonly error?: ITaskData['error'] & {
		description?: string | null;
		context?: IDataObject;
		httpCode?: string;
	};
	readonly waitTill?: Date | null;
}

let storageReady: Promise<void> | undefined;
const temporaryFolders: string[] = [];

const temporaryFolder = (prefix: string): string => {
	const folder = mkdtempSync(join(tmpdir(), prefix));
	temporaryFolders.push(folder);
	return folder;
};

// The benchmarks load this file without Jest.
if ('afterAll' in globalThis)
	afterAll(() => {
		for (const folder of temporaryFolders) rmSync(folder, { recursive: true, force: true });
	});

/** Prepares n8n's binary data storage in a temporary folder. */
export const binaryStorage = async (): Promise<void> => await (storageReady ??= prepareStorage());

async function prepareStorage(): Promise<void> {
	process.env.N8N_USER_FOLDER ??= temporaryFolder('tenfold-');
	const config = Container.get(BinaryDataConfig);
	Object.assign(config, {
		mode: 'filesystem',
		localStoragePath: temporaryFolder('tenfold-binaries-'),
	});
	await Container.get(BinaryDataService).init();
}

/** Random, by name of the test. */
const credentialIds = new Map<string | undefined, string>();

/**
 * Each test has its own credentials. Otherwise, a rate limit that one test reached would slow down the
 * requests of the next, because runs with the same credential share it.
 */
function credentialId(type: string): string {
	const { currentTestName } = expect.getState();
	const id = credentialIds.get(currentTestName) ?? randomUUID();
	credentialIds.set(currentTestName, id);
	return `${type}-${id}`;
}

/** A node with the credentials of the setup. */
export const nodeOf = (
	{ nodeType, credentials }: NodeSetup,
	parameters: IDataObject,
	more: Partial<INode> = {},
): INode => ({
	id: 'b5b1c1a8-5d1c-4d0e-9d4c-0c8f4f1f0001',
	name: 'Under Test',
	type: `n8n-nodes-tenfold.${nodeType.description.name}`,
	typeVersion: [nodeType.description.version].flat().at(-1)!,
	position: [0, 0],
	parameters: placeOptions(nodeType, parameters, more.typeVersion) as INode['parameters'],
	credentials: Object.fromEntries(
		Object.keys(credentials).map((name) => [name, { id: credentialId(name), name }]),
	),
	...more,
});

/** A workflow in which all nodes have the same type. */
export const workflowOf = (
	nodeType: INodeType,
	more: Partial<WorkflowParameters> & Pick<WorkflowParameters, 'nodes'>,
): Workflow =>
	new Workflow({
		id: 'workflow-1',
		connections: {},
		active: false,
		nodeTypes: {
			getByName: () => nodeType,
			getByNameAndVersion: () => nodeType,
			getKnownTypes: () => ({}),
		},
		...more,
	});

/** The node type as n8n offers it under another name. n8n omits what is hidden in tools. */
const withName = (nodeType: INodeType, name: string): INodeType =>
	Object.create(nodeType, {
		description: { value: { ...nodeType.description, name } },
	}) as INodeType;

/** A workflow with the node, and a node before it. */
function workflowWith(
	setup: NodeSetup,
	{ parameters, settings, nodeTypeName, timeZone }: RunOptions,
): { workflow: Workflow; node: INode } {
	const type = nodeTypeName ?? `n8n-nodes-tenfold.${setup.nodeType.description.name}`;
	const node = nodeOf(setup, parameters, { type, ...settings });
	const before = { ...node, id: 'before', name: 'Before', parameters: {}, credentials: {} };
	const workflow = workflowOf(withName(setup.nodeType, type.split('.').pop()!), {
		nodes: [{ ...before, type: 'n8n-nodes-base.set' }, node],
		connections: {
			Before: { main: [[{ node: node.name, type: 'main' as const, index: 0 }]] },
		},
		settings: { executionOrder: 'v1', timezone: timeZone },
	});
	return { workflow, node };
}

/** The fields that a resource mapper of the node shows in the editor. */
export async function mapperFields(
	setup: NodeSetup,
	parameters: IDataObject,
	method: string,
): Promise<ResourceMapperFields> {
	const { workflow, node } = workflowWith(setup, { parameters });
	const additional = { ...additionalData(setup, '1'), currentNodeParameters: node.parameters };
	const context = new LoadOptionsContext(workflow, node, additional, '');
	const load = setup.nodeType.methods!.resourceMapping![method]!;
	return await load.call(context);
}

/** The data of an execution that starts with the node. */
function startData(options: RunOptions, node: INode): IRunExecutionData {
	const items = options.items ?? [{ json: {} }];
	return createRunExecutionData({
		resultData: {
			runData: {
				Before: [
					{
						startTime: 0,
						executionTime: 0,
						executionIndex: 0,
						source: [],
						data: {
							main: [items.map((item, index) => ({ ...item, pairedItem: { item: index } }))],
						},
					},
				],
			},
		},
		executionData: {
			nodeExecutionStack: Array.from({ length: options.runs ?? 1 }, () => ({
				node,
				data: { main: [items] },
				source: { main: [{ previousNode: 'Before' }] },
			})),
		},
	});
}

/**
 * The data of an execution that retries a failed one: its stored data without the error (n8n's
 * ExecutionService.retry), and with the current parameters of the node.
 */
function retryData({ data }: IRun, node: INode): IRunExecutionData {
	const stored = JSON.parse(JSON.stringify(data)) as IRunExecutionData;
	const { resultData, executionData } = stored;
	delete resultData.error;
	resultData.runData[node.name]?.pop();
	for (const entry of executionData!.nodeExecutionStack) entry.node = node;
	return stored;
}

/** Runs one node in a workflow. */
export async function runNode(setup: NodeSetup, options: RunOptions): Promise<RunResult> {
	await binaryStorage();
	const { workflow, node } = workflowWith(setup, options);
	const startNode = workflow.getNode(node.name)!;
	const data = options.retryOf
		? retryData(options.retryOf, startNode)
		: startData(options, startNode);
	const additional = additionalData(setup, options.executionId ?? '1');
	const execution = new WorkflowExecute(additional, 'trigger', data).processRunExecutionData(
		workflow,
	);
	options.during?.(() => execution.cancel());
	const run = await execution;
	const task = run.data.resultData.runData[node.name]?.at(-1);
	return {
		run,
		items: task?.data?.main?.[0] ?? [],
		failed: task?.data?.main?.[1] ?? [],
		error: (task?.error ?? run.data.resultData.error) as RunResult['error'],
		waitTill: run.waitTill,
	};
}

export type More = Partial<RunOptions> & {
	/** Replaces values of the credentials. */
	readonly credential?: IDataObject;
};

type RunOperation = (
	resource: string,
	operation: string,
	parameters?: IDataObject,
	more?: More,
) => Promise<RunResult>;

/**
 * Returns a function that runs an operation of a node once.
 * @param credentials called for each run, because each test starts its own service
 * @param defaults parameters of all runs
 */
export const operationRunner =
	(
		nodeType: INodeType,
		credentials: () => NodeSetup['credentials'],
		defaults: IDataObject = {},
	): RunOperation =>
	async (resource, operation, parameters = {}, { credential, ...more } = {}) => {
		const given = Object.entries(credentials()).map(([name, { type, data }]) => [
			name,
			{ type, data: credential ? { ...data, ...credential } : data },
		]);
		return await runNode(
			{ nodeType, credentials: Object.fromEntries(given) as NodeSetup['credentials'] },
			{ parameters: { resource, operation, options: {}, ...defaults, ...parameters }, ...more },
		);
	};

/** The data that n8n passes to the contexts of a node: IDs, hooks, credentials. */
export function additionalData(
	setup: NodeSetup,
	executionId: string,
): IWorkflowExecuteAdditionalData {
	return {
		executionId,
		credentialsHelper: credentialsHelper(setup),
		hooks: new ExecutionLifecycleHooks('trigger', executionId, {
			id: 'workflow-1',
			name: 'Test',
		} as never),
		currentNodeExecutionIndex: 0,
		restApiUrl: 'http://localhost/rest',
		instanceBaseUrl: 'http://localhost/',
		webhookBaseUrl: 'http://localhost/webhook',
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		webhookTestBaseUrl: 'http://localhost/webhook-test',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
		variables: {},
		setExecutionStatus: () => undefined,
	} as unknown as IWorkflowExecuteAdditionalData;
}

function credentialsHelper({ credentials, onCredentialRead }: NodeSetup): ICredentialsHelper {
	return {
		// The type of n8n for Google accounts is an OAuth2 type itself.
		getParentTypes: (name: string) =>
			(credentials[name]?.type?.extends ?? []).flatMap((parent) =>
				parent === 'googleOAuth2Api' ? [parent, 'oAuth2Api'] : [parent],
			),
		isCredentialUsableByNode: () => true,
		async authenticate(data: IDataObject, name: string, options: IHttpRequestOptions) {
			const { authenticate } = credentials[name]?.type ?? {};
			if (typeof authenticate !== 'function')
				throw new Error(`The credential type ${name} in this test has no authenticate function`);
			return await authenticate(data as never, options);
		},
		async preAuthentication(
			helpers: never,
			data: IDataObject,
			name: string,
			_: INode,
			expired: boolean,
		) {
			const { type } = credentials[name] ?? {};
			const expirable = type?.properties.find(({ typeOptions }) => typeOptions?.expirable)?.name;
			if (
				!type?.preAuthentication ||
				expirable === undefined ||
				(data[expirable] !== '' && !expired)
			)
				return undefined;
			const renewed = await type.preAuthentication.call(helpers, data as never);
			Object.assign(credentials[name]!.data, renewed);
			return renewed;
		},
		runPreAuthentication: async () => await Promise.resolve(undefined),
		async updateCredentialsOauthTokenData(
			details: { name: string },
			_: string,
			{ oauthTokenData }: IDataObject,
		) {
			await Promise.resolve(Object.assign(credentials[details.name]!.data, { oauthTokenData }));
		},
		async getDecrypted(_: unknown, details: { name: string }) {
			onCredentialRead?.();
			return await Promise.resolve(
				withHiddenFields(credentials[details.name]?.type, credentials[details.name]?.data),
			);
		},
		getCredentialsProperties: (name: string) => credentials[name]?.type?.properties ?? [],
	} as unknown as ICredentialsHelper;
}

/** Stores a file in n8n's binary data storage. */
export async function binary(
	content: Buffer,
	fileName: string,
	mimeType: string,
): Promise<IBinaryData> {
	await binaryStorage();
	return await Container.get(BinaryDataService).store(
		{ type: 'execution', workflowId: 'workflow-1', executionId: '1' },
		content,
		{ data: '', fileName, mimeType },
	);
}

/** The only item of a successful run. */
export function onlyItem({ items, error }: RunResult): INodeExecutionData {
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	return items[0]!;
}

/** Reads a file from n8n's binary data storage. */
export const bytesOf = async (data: IBinaryData): Promise<Buffer> =>
	await Container.get(BinaryDataService).getAsBuffer(data);

/** The hints of all nodes, which the editor shows with their output. */
export const hintsOf = ({ run }: RunResult): string[] =>
	Object.values(run.data.resultData.runData)
		.flat()
		.flatMap(({ hints = [] }) => hints.map(({ message }) => message));
