/** Runs the Code Hosting node against a server whose responses a test defines. */
import type { IDataObject } from 'n8n-workflow';
import { testedServices } from './anyOperation';
import { runNode, type RunOptions, type RunResult } from './executor';
import { byName } from './locator';
import type { RawServer, startRawServer } from './rawServer';
import { startRawService, type RawService } from './rawService';
import { lineOf, respondByLine } from './routes';

export interface RawRun extends RunResult {
	readonly server: RawServer;
	/** Method and path of each request. */
	readonly lines: string[];
	readonly json: IDataObject[];
}

/** Runs an operation in the repository octo-org/hello-world. */
export const runInHelloWorld = async (
	{ setup }: Pick<RawService, 'setup'>,
	resource: string,
	operation: string,
	parameters: IDataObject = {},
	more: Partial<RunOptions> = {},
): Promise<RunResult> =>
	await runNode(setup, {
		parameters: {
			authentication: 'token',
			resource,
			operation,
			owner: byName('octo-org'),
			repository: byName('hello-world'),
			options: {},
			...parameters,
		},
		...more,
	});

/** Runs an operation against a server of its own. */
export const rawCodeHosting =
	(startServer: typeof startRawServer) =>
	async (
		routes: Readonly<Record<string, unknown>>,
		resource: string,
		operation: string,
		parameters: IDataObject = {},
		more: Partial<RunOptions> = {},
	): Promise<RawRun> => {
		const found = testedServices.find(({ service }) => service.name === 'codeHosting')!;
		const service = await startRawService(found, startServer);
		const { server } = service;
		server.respond = respondByLine(routes);
		const result = await runInHelloWorld(service, resource, operation, parameters, more);
		return {
			...result,
			server,
			lines: server.received.map(lineOf),
			json: result.items.map(({ json }) => json),
		};
	};
