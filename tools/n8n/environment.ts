// The environment of an n8n process: isolated from the user's own n8n settings, and with n8n's own
// outgoing connections, such as telemetry, turned off.
import { dirname, delimiter, join } from 'node:path';
import { cacheFolder } from '../system/paths';
import { LOOPBACK } from '../system/ports';

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
	const inherited: NodeJS.ProcessEnv = {};
	for (const [key, value] of Object.entries(process.env))
		if (INHERITED.test(key)) inherited[key.toUpperCase()] = value;
	inherited.PATH = [dirname(node), inherited.PATH ?? ''].join(delimiter);
	return {
		...inherited,
		N8N_USER_FOLDER: userFolder,
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		// Node keeps the compiled code of n8n here, so that n8n starts with a fifth less CPU time.
		NODE_COMPILE_CACHE: join(cacheFolder(), 'compiled'),
		...(command === 'worker' ? workerPorts(port) : serverPorts(port)),
		...ISOLATION,
		...DATA_RETENTION,
		N8N_RESTRICT_FILE_ACCESS_TO: filesFolder(userFolder),
		...options.env,
	};
}

/** The only folder in which workflows can read and write files. */
export const filesFolder = (userFolder: string): string => join(userFolder, 'files');

// Turns off telemetry, update checks, the template gallery, onboarding questions and the list of
// verified packages.
const ISOLATION = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	// Set explicitly, because n8n will change the default and the pack is not a verified package.
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_SECURE_COOKIE: 'false',
	N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',
};

// Saves every execution, and keeps binary data out of memory.
const DATA_RETENTION = {
	N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
	EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'all',
	EXECUTIONS_DATA_SAVE_ON_ERROR: 'all',
	EXECUTIONS_DATA_SAVE_MANUAL_EXECUTIONS: 'true',
	EXECUTIONS_DATA_PRUNE: 'false',
};

function serverPorts(port: number): Record<string, string> {
	return {
		N8N_LISTEN_ADDRESS: LOOPBACK,
		N8N_HOST: LOOPBACK,
		N8N_PROTOCOL: 'http',
		N8N_PORT: String(port),
		// n8n 1.x reads WEBHOOK_URL.
		N8N_WEBHOOK_URL: `http://${LOOPBACK}:${port}/`,
		WEBHOOK_URL: `http://${LOOPBACK}:${port}/`,
	};
}

function workerPorts(port: number): Record<string, string> {
	return {
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: LOOPBACK,
	};
}

/**
 * Environment variables with which n8n creates isolates for expressions only when it evaluates one.
 * This saves CPU time, most of all for webhooks.
 */
export const isolatesOnDemand = {
	N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
	N8N_EXPRESSION_ENGINE_COMPILE_CACHE: 'true',
};
