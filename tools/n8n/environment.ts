// The environment of an n8n process: isolated from the user's own n8n settings, and with n8n's own
// outgoing connections, such as telemetry, turned off.
import { dirname, delimiter, join } from 'node:path';
import { cacheFolder } from '../system/paths';
import { LOOPBACK } from '../system/ports';
import settings from './environment.json';

// Variables that programs need to run. Proxy variables are omitted, because all test services are
// on the loopback interface.
const INHERITED =
	/^(PATH|HOME|USER|USERPROFILE|APPDATA|LOCALAPPDATA|SYSTEMROOT|COMSPEC|TMPDIR|TEMP|TMP|LANG|LC_\w+|TZ)$/i;

export type N8nCommand = 'start' | 'worker' | 'webhook';

export interface EnvironmentOptions {
	command: N8nCommand;
	userFolder: string;
	port: number;
	/** Port that n8n's task runners connect to. */
	brokerPort: number;
	/** Path of the Node executable. Its folder comes first in PATH. */
	node: string;
	env?: Record<string, string>;
}

export function n8nEnvironment(options: EnvironmentOptions): NodeJS.ProcessEnv {
	const { command, userFolder, port, brokerPort, node } = options;
	const inherited: NodeJS.ProcessEnv = Object.fromEntries(
		Object.entries(process.env)
			.filter(([key]) => INHERITED.test(key))
			.map(([key, value]) => [key.toUpperCase(), value]),
	);
	inherited.PATH = [dirname(node), inherited.PATH ?? ''].join(delimiter);
	return {
		...inherited,
		N8N_USER_FOLDER: userFolder,
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		// Node keeps the compiled code of n8n here, so that n8n starts with a fifth less CPU time.
		NODE_COMPILE_CACHE: join(cacheFolder(), 'compiled'),
		...(command === 'worker'
			? {
					QUEUE_HEALTH_CHECK_ACTIVE: 'true',
					QUEUE_HEALTH_CHECK_PORT: String(port),
					N8N_WORKER_SERVER_ADDRESS: LOOPBACK,
				}
			: {
					N8N_LISTEN_ADDRESS: LOOPBACK,
					N8N_HOST: LOOPBACK,
					N8N_PROTOCOL: 'http',
					N8N_PORT: String(port),
					// n8n 1.x reads WEBHOOK_URL.
					N8N_WEBHOOK_URL: `http://${LOOPBACK}:${port}/`,
					WEBHOOK_URL: `http://${LOOPBACK}:${port}/`,
				}),
		// No telemetry, update checks, template gallery, onboarding questions and list of verified
		// packages. Unverified packages are allowed explicitly, because n8n will change the default. Every
		// execution is saved, and binary data is kept out of memory.
		...settings,
		N8N_RESTRICT_FILE_ACCESS_TO: filesFolder(userFolder),
		...options.env,
	};
}

/** The only folder in which workflows can read and write files. */
export const filesFolder = (userFolder: string): string => join(userFolder, 'files');

/**
 * Environment variables with which n8n creates isolates for expressions only when it evaluates one.
 * This saves CPU time, most of all for webhooks.
 */
export const isolatesOnDemand = {
	N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
	N8N_EXPRESSION_ENGINE_COMPILE_CACHE: 'true',
};
