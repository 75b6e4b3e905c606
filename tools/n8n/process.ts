// One n8n process: start, wait until ready, stop, kill, restart.
import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { hasExited, signalGroup, startChild } from '../system/childProcess';
import { inRoot } from '../system/paths';
import { freePort, LOOPBACK, requireFreePort } from '../system/ports';
import { filesFolder, n8nEnvironment, type N8nCommand } from './environment';
import { ensureN8n, type InstalledN8n } from './install';

const MAX_LOG_LINES = 2000;
const TAIL_LINES = 40;
const READY_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 20_000;

export interface N8nOptions {
	/**
	 * n8n stores its database, encryption key, binary data and community nodes in
	 * `<userFolder>/.n8n`.
	 */
	userFolder: string;
	/**
	 * Port on 127.0.0.1. The main process uses it for the editor and webhooks, a webhook processor
	 * for webhooks, and a worker for its health check. Default: a free port.
	 */
	port?: number;
	env?: Record<string, string>;
	command?: N8nCommand;
	/** Additional arguments of the command, e.g. `['--concurrency=10']`. */
	args?: readonly string[];
	onLog?: (line: string) => void;
}

/**
 * Starts n8n and waits until it is ready and its REST API responds.
 * @throws Error if the requested port is in use
 * @throws Error with n8n's last log lines if n8n exits or does not become ready in time
 */
export async function startN8n(options: N8nOptions): Promise<N8nProcess> {
	if (options.port !== undefined) await requireFreePort(options.port);
	const installed = await ensureN8n();
	const n8n = new N8nProcess(installed, options, options.port ?? (await freePort()));
	await n8n.restart();
	return n8n;
}

export class N8nProcess {
	/** The last lines of the log. */
	readonly logs: string[] = [];
	/** `http://127.0.0.1:<port>` without a trailing slash. Does not change on restart. */
	readonly url: string;
	readonly userFolder: string;
	private child: ChildProcess | undefined;
	private extraEnv: Record<string, string> = {};
	private stopRequested = false;
	/**
	 * Called when a running n8n exits without a call to stop() or kill(), with a description such as
	 * "exited with code 1".
	 */
	onCrash: (outcome: string) => void | Promise<void> = () => undefined;

	constructor(
		private readonly installed: InstalledN8n,
		private readonly options: N8nOptions,
		readonly port: number,
	) {
		this.url = `http://${LOOPBACK}:${port}`;
		this.userFolder = options.userFolder;
	}

	get pid(): number | undefined {
		return this.child && !hasExited(this.child) ? this.child.pid : undefined;
	}

	/**
	 * Stops n8n if it is running, starts it with the same port and user folder, and waits until it is
	 * ready. After a kill, n8n's recovery of executions can fail and end n8n (n8n-io/n8n#22064). n8n skips
	 * it when it starts again, as a process manager would do.
	 */
	async restart(env: Record<string, string> = {}, isSecond = false): Promise<void> {
		await this.stop();
		this.stopRequested = false;
		this.extraEnv = { ...this.extraEnv, ...env };
		mkdirSync(filesFolder(this.userFolder), { recursive: true });
		const command = this.options.command ?? 'start';
		const preload = inRoot('tools', 'n8n', 'exitWithParent.cjs');
		const child = startChild(
			this.installed.node,
			['--require', preload, this.installed.bin, command, ...(this.options.args ?? [])],
			{
				// Relative file names in workflows then refer to the folder that workflows can access.
				cwd: filesFolder(this.userFolder),
				env: n8nEnvironment({
					command,
					userFolder: this.userFolder,
					port: this.port,
					brokerPort: await freePort(),
					node: this.installed.node,
					env: { ...this.options.env, ...this.extraEnv },
				}),
				onLine: (line) => this.log(line),
			},
		);
		this.child = child;
		try {
			await this.waitUntilReady(child, Date.now() + READY_TIMEOUT_MS);
			child.once('exit', () => void (this.stopRequested || this.onCrash(outcomeOf(child))));
		} catch (error) {
			const failsInRecovery = this.tail().includes('ExecutionRecoveryService.recoverFromLogs');
			await this.kill();
			if (isSecond || !failsInRecovery) throw error;
			console.warn(
				'n8n ended in its recovery of executions (n8n-io/n8n#22064). Starting it again …',
			);
			await this.restart({}, true);
		}
	}

	/** Stops n8n gracefully, or kills it after 20 seconds. */
	async stop(): Promise<void> {
		const { child } = this;
		this.stopRequested = true;
		if (!child || hasExited(child)) return;
		// Signals only n8n itself, which then stops its child processes.
		child.kill('SIGTERM');
		if (!(await exitsWithin(child, STOP_TIMEOUT_MS))) await this.kill();
		else signalGroup(child, 'SIGKILL');
	}

	/** Kills n8n and all its child processes immediately, like a crash. */
	async kill(): Promise<void> {
		const { child } = this;
		this.stopRequested = true;
		if (!child) return;
		signalGroup(child, 'SIGKILL');
		if (!(await exitsWithin(child, STOP_TIMEOUT_MS)))
			throw new Error(`Could not kill n8n process ${child.pid}`);
	}

	/** Resident memory in bytes. */
	rss(): number {
		const args = ['-o', 'rss=', '-p', String(this.pid)];
		return Number(execFileSync('ps', args, { encoding: 'utf8' })) * 1024;
	}

	private log(line: string): void {
		this.logs.push(line);
		if (this.logs.length > MAX_LOG_LINES) this.logs.shift();
		this.options.onLog?.(line);
	}

	private async waitUntilReady(child: ChildProcess, deadline: number): Promise<void> {
		for (;;) {
			if (hasExited(child))
				throw new Error(
					`n8n ${outcomeOf(child)} before it was ready. Last log lines:\n${this.tail()}`,
				);
			if (await isReady(this.url, this.options.command ?? 'start')) return;
			if (Date.now() > deadline)
				throw new Error(`n8n did not become ready in time. Last log lines:\n${this.tail()}`);
			await sleep(200);
		}
	}

	private tail(): string {
		return this.logs.slice(-TAIL_LINES).join('\n');
	}
}

const outcomeOf = ({ signalCode, exitCode }: ChildProcess): string =>
	signalCode ? `was stopped by ${signalCode}` : `exited with code ${exitCode}`;

// n8n 1.x reports readiness before its REST API responds.
async function isReady(url: string, command: N8nCommand): Promise<boolean> {
	return (
		(await respondsWith200(`${url}/healthz/readiness`)) &&
		(command !== 'start' || (await respondsWith200(`${url}/rest/settings`)))
	);
}

async function respondsWith200(url: string): Promise<boolean> {
	const response = await axios
		.get(url, { timeout: 5000, proxy: false, validateStatus: () => true })
		.catch(() => undefined);
	return response?.status === 200;
}

async function exitsWithin(child: ChildProcess, ms: number): Promise<boolean> {
	if (!hasExited(child))
		await once(child, 'exit', { signal: AbortSignal.timeout(ms) }).catch(() => undefined);
	return hasExited(child);
}
