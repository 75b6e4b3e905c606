// The local test services, and how to start all of them.

import { startActivityService } from './activityTracking/service';
import { startCodeHostingDemo } from './codeHosting/service';
import { startDocumentSearch } from './documentSearch/service';
import { demoConnections } from './financeData/seedData';
import { startFinanceService } from './financeData/service';
import { startInstanceCloud } from './instanceCloud/service';
import type { LocalService } from './kit/server';
import { startMediaService } from './mediaGeneration/service';
import { startMigrationService } from './migrationAssessment/service';
import { startConversionService } from './searchAdsConversions/service';
import { startTaskDemo } from './taskList/service';
import { startWorkspaceService } from './workspaceToken/service';

export type RunningService = Pick<LocalService, 'url' | 'credential' | 'close'>;

export interface LocalServiceEntry {
	/** Name of the service's folder. */
	name: string;
	start(options: { port: number; firstActivity?: number }): Promise<RunningService>;
}

/**
 * In the order of their ports. Add a new service at the end, so that the others keep their ports.
 */
export const localServices: readonly LocalServiceEntry[] = [
	{ name: 'mediaGeneration', start: startMediaService },
	{ name: 'activityTracking', start: startActivityService },
	{
		name: 'workspaceToken',
		start: async (options) => {
			const service = await startWorkspaceService(options);
			// For the examples: it has no comment, and expires soon.
			service.tokens.issue({ lifetime_seconds: 7 * 24 * 60 * 60 });
			return service;
		},
	},
	{
		name: 'migrationAssessment',
		start: async (options) => {
			const service = await startMigrationService(options);
			for (const [machineName, coreCount] of Object.entries({ 'web-01': 4, 'db-01': 16 }))
				service.seed(`assets/${machineName}`, {
					machineDetails: { machineName, coreCount, memoryMb: coreCount * 4096 },
				});
			return service;
		},
	},
	{ name: 'taskList', start: startTaskDemo },
	{ name: 'searchAdsConversions', start: startConversionService },
	{
		name: 'financeData',
		start: async (options) =>
			await startFinanceService({ ...options, connections: demoConnections() }),
	},
	{ name: 'documentSearch', start: startDocumentSearch },
	{
		name: 'instanceCloud',
		start: async (options) => await startInstanceCloud({ ...options, withSeedData: true }),
	},
	{ name: 'codeHosting', start: startCodeHostingDemo },
];

export const FIRST_PORT = 4101;

export interface RunningServices {
	services: Record<string, RunningService>;
	readonly close: () => Promise<void>;
}

/**
 * Starts all services on consecutive ports.
 * @param firstPort 0 for any free ports
 * @param firstActivity start of the first activity in epoch milliseconds, January 1, 2026 if not set
 * @throws Error with the service and the port if a port is in use. The other services are stopped.
 */
export async function startLocalServices({
	firstPort = FIRST_PORT,
	firstActivity,
}: { firstPort?: number; firstActivity?: number } = {}): Promise<RunningServices> {
	const services: Record<string, RunningService> = {};
	const close = async () => {
		await Promise.all(Object.values(services).map((service) => service.close()));
	};
	try {
		for (const [index, { name, start }] of localServices.entries()) {
			services[name] = await start({
				port: firstPort === 0 ? 0 : firstPort + index,
				firstActivity,
			});
		}
	} catch (error) {
		await close();
		throw error;
	}
	return { services, close };
}
