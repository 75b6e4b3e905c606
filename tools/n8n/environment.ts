// The environment of a quiet, closed n8n: nothing of the caller's own n8n settings, no calls home.
import { dirname, delimiter, join } from 'node:path';
import { LOOPBACK } from '../system/ports';

// What a program needs to run at all. Proxies are left out on purpose: every service of the tests is on loopback.
const PASSED_ON =
	/^(PATH|HOME|USER|USERPROFILE|APPDATA|LOCALAPPDATA|SYSTEMROOT|COMSPEC|TMPDIR|TEMP|TMP|LANG|LC_\w+|TZ)$/i;

export type N8nCommand = 'start' | 'worker' | 'webhook';

export interface EnvironmentOptions {
	command: N8nCommand;
	userFolder: string;
	port: number;
	/** Port on which n8n's own task runners find it. */
	brokerPort: number;
	/** Program file of the Node that n8n runs on; its folder comes first on PATH. */
	node: string;
	/** Wins over everything else here. */
	env?: Record<string, string>;
}

/** The whole environment for one n8n process. */
export function n8nEnvironment(options: EnvironmentOptions): NodeJS.ProcessEnv {
	const { command, userFolder, port, brokerPort, node } = options;
	const passed: NodeJS.ProcessEnv = {};
	for (const [key, value] of Object.entries(process.env))
		if (PASSED_ON.test(key)) passed[key.toUpperCase()] = value;
	passed.PATH = [dirname(node), passed.PATH ?? ''].join(delimiter);
	return {
		...passed,
		N8N_USER_FOLDER: userFolder,
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		...(command === 'worker' ? workerPorts(port) : serverPorts(port)),
		...CLOSED,
		...KEPT,
		N8N_RESTRICT_FILE_ACCESS_TO: filesFolder(userFolder),
		...options.env,
	};
}

/** The one folder in which workflows of this n8n may read and write files. */
export const filesFolder = (userFolder: string): string => join(userFolder, 'files');

// No telemetry, no update checks, no template gallery, no first-run questions, no list of packages from outside.
const CLOSED = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	// Said aloud, since its default is about to change, and the pack is not a verified one.
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_SECURE_COOKIE: 'false',
	N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',
};

// Every execution can be read back, and binaries stay out of memory.
const KEPT = {
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
		// The second is what n8n 1.x reads.
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
