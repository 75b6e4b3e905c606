// The whole set-up: local services, and a real n8n with the packed pack, their credentials and the examples in it.
import { mkdirSync, rmSync } from 'node:fs';
import { withProgress } from '../bootstrap/step.cjs';
import {
	FIRST_PORT,
	localServices,
	startLocalServices,
	type RunningService,
	type RunningServices,
} from '../../test/services/list';
import { importCredentials, importExamples, type ImportedExample } from './importExamples';
import { ensureHost } from '../n8n/install';
import { withLock } from '../system/lock';
import { startN8n, type N8n } from '../n8n/process';
import { installPack } from '../pack/pack';
import { isFree, requireFree } from '../system/ports';
import { Rest } from '../n8n/restClient';

export interface BenchOptions {
	/** Folder of n8n's database and of the installed pack; made if missing. */
	userFolder: string;
	/** Tarball of the pack. */
	tarball: string;
	/** Port of the editor; a free one without it. */
	port?: number;
	/** Whether the local services take their usual ports where these are free, so that addresses stay the same. */
	usualPorts?: boolean;
	/** Empties the user folder first. */
	fresh?: boolean;
	/** Added to n8n's environment. */
	env?: Record<string, string>;
	/** Called for each line that n8n writes. */
	onLog?: (line: string) => void;
}

/** An n8n with everything in it, and the local services beside it. */
export interface Furnished {
	/** Signed in as the owner. */
	rest: Rest;
	services: Readonly<Record<string, RunningService>>;
	examples: ImportedExample[];
}

/** Everything that is running. */
export interface Bench extends Furnished {
	n8n: N8n;
}

/**
 * Sets everything up, hands it to `work`, and stops it when `work` is over, however that ends.
 * @throws PortTakenError before anything is started, when the editor's port is in use
 */
export async function withBench<T>(
	options: BenchOptions,
	work: (bench: Bench) => Promise<T>,
): Promise<T> {
	const { userFolder, port } = options;
	if (port !== undefined) await requireFree(port);
	await ensureHost();
	return await withLock(
		`${userFolder}.lock`,
		{
			// As long as an n8n that has been asked to end may take.
			timeout: 20_000,
			onWait: (holder) =>
				process.stderr.write(
					`Waiting for process ${holder ?? '(unknown)'} to let go of ${userFolder} …\n`,
				),
			held: (holder) =>
				`Process ${holder ?? '(unknown)'} is running an n8n on ${userFolder} already, and two would spoil its database.\n` +
				'Use that one, or end it first.',
		},
		async () => {
			if (options.fresh) rmSync(userFolder, { recursive: true, force: true });
			mkdirSync(userFolder, { recursive: true });
			const services = await startServices(options.usualPorts === true);
			try {
				return await withN8n(options, services, work);
			} finally {
				await services.close();
			}
		},
	);
}

async function withN8n<T>(
	options: BenchOptions,
	{ services }: RunningServices,
	work: (bench: Bench) => Promise<T>,
): Promise<T> {
	const { userFolder, tarball, port, env, onLog } = options;
	installPack(userFolder, tarball);
	const n8n = await withProgress('Starting n8n', 'about ten seconds', () =>
		startN8n({ userFolder, port, env, onLog }),
	);
	try {
		return await work({ n8n, ...(await furnish(n8n.url, services)) });
	} finally {
		await n8n.stop();
	}
}

/** Puts the services' credentials and the examples into the n8n at this address. */
export async function furnish(url: string, services: Furnished['services']): Promise<Furnished> {
	const rest = new Rest(url);
	await rest.signIn();
	return {
		rest,
		services,
		examples: await importExamples(rest, await importCredentials(rest, services)),
	};
}

/** @param usualPorts see {@link BenchOptions.usualPorts} */
export async function startServices(usualPorts: boolean): Promise<RunningServices> {
	if (!usualPorts) return await startLocalServices({ firstPort: 0 });
	const ports = localServices.map((_, index) => FIRST_PORT + index);
	const free = await Promise.all(ports.map(isFree));
	return await startLocalServices({ firstPort: free.every(Boolean) ? FIRST_PORT : 0 });
}
