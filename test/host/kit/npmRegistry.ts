// An npm registry that takes the place of n8n's default registry, so that n8n installs the pack as
// everybody does, but without internet. n8n uses another registry than the default only with a
// license. Therefore the requests for the default registry are sent to verdaccio through the
// provider proxy.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axios from 'axios';
import { ensureN8n, type InstalledN8n } from '../../../tools/n8n/install';
import { hasExited, signalGroup, startChild } from '../../../tools/system/childProcess';
import { inRoot, logFile } from '../../../tools/system/paths';
import { freePort, LOOPBACK } from '../../../tools/system/ports';
import { runStep } from '../../../tools/system/step';
import { startProviderProxy, type Routes } from './providerProxy';
import { waitUntil } from './waitUntil';

/** n8n asks this host whether a package is banned. Without a response, n8n allows the package. */
const packageStatusHost = 'api.n8n.io';
const startTimeoutMs = 30_000;

export interface NpmRegistry {
	/** Environment variables with which n8n and its npm use the registry. */
	readonly env: Record<string, string>;
	/** URLs that n8n and its npm requested. */
	readonly requested: readonly string[];
	/** Publishes a tarball or the folder of a package as the latest version. */
	publish(source: string): Promise<void>;
	close(): Promise<void>;
}

/** URL of the registry from which the installed n8n downloads packages, without a slash at the end. */
function defaultRegistryOf({ folder }: InstalledN8n): string {
	const file = 'n8n/dist/modules/community-packages/community-packages.config.js';
	const source = readFileSync(join(folder, 'node_modules', file), 'utf8');
	const url = /\.registry = '(https:[^']+)'/.exec(source)?.[1];
	if (url === undefined) throw new Error(`${file} has no default registry`);
	return url;
}

/**
 * Starts an empty registry.
 * @param routes routes of other hosts, because n8n uses a single proxy
 */
export async function startNpmRegistry(routes: Routes = {}): Promise<NpmRegistry> {
	const publicRegistry = defaultRegistryOf(await ensureN8n());
	const folder = mkdtempSync(join(tmpdir(), 'tenfold-registry-'));
	const url = `http://${LOOPBACK}:${await freePort()}`;
	const proxy = await startProviderProxy(
		[publicRegistry, ...Object.keys(routes)]
			.map((one) => new URL(one).host)
			.concat(packageStatusHost),
	);
	proxy.route({ [publicRegistry]: url, ...routes });
	const config = join(folder, 'config.json');
	writeFileSync(config, JSON.stringify(verdaccioConfig(folder)));
	const lines: string[] = [];
	const verdaccio = startChild(
		process.execPath,
		[
			...['--require', inRoot('tools', 'n8n', 'exitWithParent.cjs')],
			...[inRoot('node_modules', 'verdaccio', 'bin', 'verdaccio')],
			...['--config', config, '--listen', url],
		],
		{ cwd: folder, env: { ...process.env, HOME: folder }, onLine: (line) => lines.push(line) },
	);
	const userConfig = join(folder, 'npmrc');
	// npm publishes only with a token, even if the registry requires none.
	writeFileSync(
		userConfig,
		[`registry=${publicRegistry}/`, `${url.slice('http:'.length)}/:_authToken=none`].join('\n'),
	);
	const close = async (): Promise<void> => {
		signalGroup(verdaccio, 'SIGKILL');
		await proxy.close();
		rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	};
	const isReady = async (): Promise<boolean> => {
		if (hasExited(verdaccio)) throw new Error(`verdaccio has exited. ${lines.join('\n')}`);
		const response = await axios.get(`${url}/-/ping`, { proxy: false }).catch(() => undefined);
		return response?.status === 200;
	};
	try {
		await waitUntil('verdaccio', isReady, startTimeoutMs, () => lines.join('\n'));
	} catch (error) {
		await close();
		throw error;
	}
	return {
		env: {
			...proxy.env,
			// The user's own settings and cache remain unused and unchanged.
			NPM_CONFIG_USERCONFIG: userConfig,
			NPM_CONFIG_GLOBALCONFIG: join(folder, 'no-global-npmrc'),
			NPM_CONFIG_CACHE: join(folder, 'npm-cache'),
			NPM_CONFIG_UPDATE_NOTIFIER: 'false',
		},
		requested: proxy.requested,
		publish: async (source) =>
			await runStep({
				title: 'Publishing to the local registry',
				command: [
					...(['npm', 'publish', source, '--registry', url, '--userconfig', userConfig] as const),
					// Provenance statements can only be created in CI.
					...['--cache', join(folder, 'npm-cache'), '--no-provenance', '--ignore-scripts'],
					...['--noproxy', LOOPBACK],
				],
				cwd: folder,
				log: logFile('publish'),
			}),
		close,
	};
}

/** Everybody may publish and install, and no other registry is requested. */
const verdaccioConfig = (folder: string) => ({
	storage: join(folder, 'storage'),
	auth: { htpasswd: { file: join(folder, 'htpasswd'), max_users: -1 } },
	uplinks: {},
	packages: { '**': { access: '$all', publish: '$all' } },
	max_body_size: '100mb',
	web: { enable: false },
	log: { type: 'stdout', format: 'pretty', level: 'warn' },
});
