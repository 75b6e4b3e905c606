/** The node of a service, connected to a raw server instead of the local test service. */
import type { RunningService } from '../../services/list';
import { nodeSetup, withOrigin, type TestedService } from './anyOperation';
import type { NodeSetup } from './executor';
import { startRawServer, type RawServer } from './rawServer';

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
