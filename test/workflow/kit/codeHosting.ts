/** Runs the Code Hosting node in n8n's executor against its local test service. */
import type { IDataObject } from 'n8n-workflow';
import { CodeHostingApi } from '../../../credentials/CodeHostingApi.credentials';
import { CodeHostingAppApi } from '../../../credentials/CodeHostingAppApi.credentials';
import { CodeHosting } from '../../../nodes/CodeHosting/CodeHosting.node';
import { startCodeService, type CodeService } from '../../services/codeHosting/service';
import { onlyItem, runNode, type More, type NodeSetup, type RunResult } from './executor';
import { byName } from './locator';

const nodeType = new CodeHosting();

/** The first repository of the local test service. */
export const helloWorld = { owner: byName('octo-org'), repository: byName('hello-world') };

/** The node with both credentials of the local test service. */
export const codeHostingSetup = (code: CodeService, credential: IDataObject = {}): NodeSetup => ({
	nodeType,
	credentials: {
		codeHostingApi: {
			type: new CodeHostingApi(),
			data: { ...code.credential.data, ...credential },
		},
		codeHostingAppApi: {
			type: new CodeHostingAppApi(),
			data: { ...code.appCredential.data, ...credential },
		},
	},
});

/** Executes the node once, by default with the first repository and the token of its user. */
export const runCodeHosting = async (
	code: CodeService,
	resource: string,
	operation: string,
	parameters: IDataObject = {},
	{ credential, ...more }: More = {},
): Promise<RunResult> =>
	await runNode(codeHostingSetup(code, credential), {
		parameters: {
			authentication: 'token',
			resource,
			operation,
			options: {},
			...helloWorld,
			...parameters,
		},
		...more,
	});

type Parameters = readonly [
	resource: string,
	operation: string,
	parameters?: IDataObject,
	more?: More,
];

/** Starts the local test service before each test, and closes it afterwards. */
export function codeHostingPerTest() {
	let current: CodeService;
	beforeEach(async () => {
		current = await startCodeService();
	});
	afterEach(async () => await current.close());
	const code = new Proxy({} as CodeService, { get: (_, name: keyof CodeService) => current[name] });
	const run = async (...parameters: Parameters): Promise<RunResult> =>
		await runCodeHosting(code, ...parameters);
	return {
		code,
		run,
		/** Executes the node once, and returns its only item. */
		item: async (...parameters: Parameters) => onlyItem(await run(...parameters)),
		json: async (...parameters: Parameters): Promise<IDataObject> =>
			onlyItem(await run(...parameters)).json,
		/** The last request that the service received. */
		last: (pattern?: string) => code.requests.list(pattern).at(-1)!,
		repo: () => code.world.repositories[0]!,
	};
}
