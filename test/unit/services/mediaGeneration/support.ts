// Starts the service and a client for the tests in this folder.

import axios, { type AxiosRequestConfig, type AxiosResponse } from 'axios';
import { frozenClock } from '../../../services/kit/clock';
import { startServer, type LocalServer } from '../../../services/kit/server';
import {
	LOCAL_KEY,
	startMediaService,
	type MediaService,
	type MediaServiceOptions,
} from '../../../services/mediaGeneration/service';

export const http = axios.create({ proxy: false, validateStatus: () => true });

export interface Client {
	get(path: string, config?: AxiosRequestConfig): Promise<AxiosResponse>;
	post(path: string, body?: unknown, config?: AxiosRequestConfig): Promise<AxiosResponse>;
	create(body: Record<string, unknown>): Promise<AxiosResponse>;
}

export interface Setup {
	service: MediaService;
	/** Authenticated with the local API key. */
	client: Client;
}

export function clientOf(service: MediaService, headers: Record<string, string>): Client {
	const instance = axios.create({
		baseURL: service.url,
		headers,
		proxy: false,
		validateStatus: () => true,
	});
	return {
		get: (path, config) => instance.get(path, config),
		post: (path, body, config) => instance.post(path, body, config),
		create: (body) => instance.post('/api/v2/generations', body),
	};
}

/** Starts the service with a frozen clock, so that tests do not have to wait for jobs. */
export async function setUp(options: MediaServiceOptions = {}): Promise<Setup> {
	const service = await startMediaService({ clock: frozenClock(), ...options });
	return { service, client: clientOf(service, { authorization: `Bearer ${LOCAL_KEY}` }) };
}

/** Receives callbacks at /hook. Tests add faults to make it fail. */
export const startReceiver = (): Promise<LocalServer> =>
	startServer({ name: 'receiver', failureBody: (status) => ({ status }) }, (app) => {
		app.post('/hook', async () => ({}));
	});

/** Milliseconds after which all jobs are completed and their outputs attached. */
export const ALL_JOBS_DONE_MS = 4000;

export const image = { model: 'nano-banana', prompt: 'a red kite' };
export const video = { model: 'seedance-2', prompt: 'a kite in the wind' };
