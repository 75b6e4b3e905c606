// A complete local setup: the local test services, and an n8n instance with the pack, credentials
// and example workflows.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	FIRST_PORT,
	localServices,
	startLocalServices,
	type RunningService,
	type RunningServices,
} from '../../test/services/list';
import { ensureN8n } from '../n8n/install';
import { startN8n, type N8nProcess } from '../n8n/process';
import { RestClient } from '../n8n/restClient';
import { installPack } from '../pack/pack';
import { isPortFree, requireFreePort } from '../system/ports';
import { withProgress } from '../system/step';
import { startChatModel } from './chatModel';
import { importCredentials, importExamples, type ImportedExample } from './importExamples';
import { triage } from './triageModel';

export interface SandboxOptions {
	/**
	 * Folder for n8n's database and the installed pack. Created if it is missing. Default: a temporary
	 * folder, which is deleted when this process exits.
	 */
	userFolder?: string;
	tarball: string;
	/** Port of the editor. Default: a free port. */
	port?: number;
	/**
	 * Starts the local services for users: on their default ports if these are free, so that the URLs
	 * stay the same, and with activities of the last month.
	 */
	defaultPorts?: boolean;
	fresh?: boolean;
	env?: Record<string, string>;
	onLog?: (line: string) => void;
}

/** An n8n instance with credentials for the local services and the example workflows. */
export interface SeededN8n {
	/** Signed in as the owner. */
	rest: RestClient;
	services: Readonly<Record<string, RunningService>>;
	examples: ImportedExample[];
}

export interface Sandbox extends SeededN8n {
	n8n: N8nProcess;
}

/**
 * Starts the sandbox, calls `work`, and stops the sandbox when `work` has finished or failed.
 * @throws Error if the editor's port is in use
 */
export async function withSandbox<T>(
	options: SandboxOptions,
	work: (sandbox: Sandbox) => Promise<T>,
): Promise<T> {
	const { port, tarball, env, onLog, fresh, defaultPorts = false } = options;
	if (port !== undefined) await requireFreePort(port);
	await ensureN8n();
	const userFolder = options.userFolder ?? mkdtempSync(join(tmpdir(), 'tenfold-sandbox-'));
	if (options.userFolder === undefined)
		process.once('exit', () => rmSync(userFolder, { recursive: true, force: true }));
	if (fresh) rmSync(userFolder, { recursive: true, force: true });
	mkdirSync(userFolder, { recursive: true });
	const { services, close } = await startServices(defaultPorts);
	try {
		installPack(userFolder, tarball);
		const n8n = await withProgress('Starting n8n', 'about ten seconds', () =>
			startN8n({ userFolder, port, env, onLog }),
		);
		try {
			return await work({ n8n, ...(await seedN8n(n8n.url, services)) });
		} finally {
			await n8n.stop();
		}
	} finally {
		await close();
	}
}

/** Signs in, and imports credentials for the services and the example workflows. */
export async function seedN8n(url: string, services: SeededN8n['services']): Promise<SeededN8n> {
	const rest = new RestClient(url);
	await rest.signIn();
	return {
		rest,
		services,
		examples: await importExamples(rest, await importCredentials(rest, services)),
	};
}

/**
 * Starts the local test services, and a language model for the agent of an example.
 * @param defaultPorts see {@link SandboxOptions.defaultPorts}
 */
export async function startServices(defaultPorts: boolean): Promise<RunningServices> {
	const firstPort = defaultPorts ? await defaultOrAnyPort() : 0;
	const { services, close } = await startLocalServices({
		firstPort,
		firstActivity: defaultPorts ? startOfLastMonth() : undefined,
	});
	const modelPort = firstPort === 0 ? 0 : firstPort + localServices.length;
	const languageModel = await startChatModel(triage, modelPort);
	return {
		services: { ...services, languageModel },
		close: async () => {
			await Promise.all([close(), languageModel.close()]);
		},
	};
}

/** 07:30 UTC on the first day of the last month. */
function startOfLastMonth(): number {
	const now = new Date();
	return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1, 7, 30);
}

/** 0, which stands for any free port, if one of the default ports is in use. */
async function defaultOrAnyPort(): Promise<number> {
	const ports = Array.from({ length: localServices.length + 1 }, (_, index) => FIRST_PORT + index);
	const free = await Promise.all(ports.map(isPortFree));
	return free.every(Boolean) ? FIRST_PORT : 0;
}
