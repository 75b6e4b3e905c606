// Local test service for Sample Service: responds with the documented responses.
import { startGenerated } from '../kit/generatedService';
import type { LocalService } from '../kit/server';
import responses from './responses.json';
import settings from './settings.json';

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export const startSampleService = async (options?: { port?: number }): Promise<LocalService> =>
	await startGenerated({ ...settings, responses }, options);
