/** The node of a service, connected to a raw server instead of the local test service. */
import type { IDataObject } from 'n8n-workflow';
import type { RunningService } from '../../services/list';
import {
	authenticationFor,
	nodeSetup,
	testedServices,
	withOrigin,
	type TestedService,
} from './anyOperation';
import { runNode, type More, type NodeSetup, type RunResult } from './executor';
import { startRawServer, type RawServer, type Responder } from './rawServer';

export interface RawService {
	readonly server: RawServer;
	readonly credential: RunningService['credential'];
	readonly setup: NodeSetup;
}

/**
 * The caller closes the server, or passes a function of `rawServersPerTest`, which closes it after
 * the test.
 */
export async function startRawService(
	{ service, start }: Pick<TestedService, 'service' | 'start'>,
	startServer: typeof startRawServer = startRawServer,
): Promise<RawService> {
	// The local test service is required only for its credential.
	const localService = await start();
	await localService.close();
	const server = await startServer();
	const credential = withOrigin(server.url, localService.credential);
	return { server, credential, setup: nodeSetup(service, credential) };
}

export type RawResult = RunResult & { readonly server: RawServer };

/** Runs a node once, against a server of its own. `name` is that of the service. */
export const rawRunner =
	(startServer: typeof startRawServer) =>
	async (
		name: string,
		parameters: IDataObject,
		respond: Responder,
		{ credential: changes = {}, ...more }: More = {},
	): Promise<RawResult> => {
		const tested = testedServices.find(({ service }) => service.name === name)!;
		const { server, credential } = await startRawService(tested, startServer);
		server.respond = respond;
		const data = { ...credential.data, ...(changes as Record<string, string>) };
		const setup = nodeSetup(tested.service, { ...credential, data });
		const authentication = authenticationFor(tested.service, setup);
		const result = await runNode(setup, {
			parameters: { ...authentication, options: {}, ...parameters },
			...more,
		});
		return { ...result, server };
	};
