// The local services, and how they are started together.

import { startActivityService } from './activityTracking/service';
import { startCodeHostingDemo as startCodeHosting } from './codeHosting/service';
import { startFinanceService } from './financeData/service';
import { startDocumentSearch } from './documentSearch/service';
import { startInstanceCloud } from './instanceCloud/service';
import { startMediaService } from './mediaGeneration/service';
import { startWorkspaceService } from './workspaceToken/service';
import { startMigrationService } from './migrationAssessment/service';
import { startConversionService } from './searchAdsConversions/service';
import { startTaskService } from './taskList/service';

export interface RunningService {
	url: string;
	close(): Promise<void>;
	/** What a person or a test enters to use it. */
	credential: { type: string; data: Record<string, string> };
}

export interface LocalServiceEntry {
	/** Folder of the service, in camel case. */
	name: string;
	start(options: { port: number }): Promise<RunningService>;
}

/** In the order of their ports. A new service is added at the end, so that the others keep theirs. */
export const localServices: readonly LocalServiceEntry[] = [
	{ name: 'mediaGeneration', start: startMediaService },
	{ name: 'activityTracking', start: startActivityService },
	{ name: 'workspaceToken', start: startWorkspaceService },
	{ name: 'migrationAssessment', start: startMigrationService },
	{ name: 'taskList', start: startTaskService },
	{ name: 'searchAdsConversions', start: startConversionService },
	{ name: 'financeData', start: startFinanceService },
	{ name: 'documentSearch', start: startDocumentSearch },
	{
		name: 'instanceCloud',
		start: async (options) => await startInstanceCloud({ ...options, withSeedData: true }),
	},
	{ name: 'codeHosting', start: startCodeHosting },
];

export const FIRST_PORT = 4101;

export interface RunningServices {
	services: Record<string, RunningService>;
	close(): Promise<void>;
}

/**
 * Starts all services, one port each from `firstPort` upward (0: free ports).
 * @throws Error that names the service and the port, with everything stopped again, where a port is taken
 */
export async function startLocalServices({
	firstPort = FIRST_PORT,
} = {}): Promise<RunningServices> {
	const services: Record<string, RunningService> = {};
	const close = async () => {
		await Promise.all(Object.values(services).map((service) => service.close()));
	};
	try {
		for (const [index, { name, start }] of localServices.entries()) {
			services[name] = await start({ port: firstPort === 0 ? 0 : firstPort + index });
		}
	} catch (error) {
		await close();
		throw error;
	}
	return { services, close };
}
