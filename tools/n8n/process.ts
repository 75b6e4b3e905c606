// One real n8n process: started, waited for, stopped, killed, started again.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { hasEnded, residentBytes, signalGroup, startChild } from '../system/childProcess';
import { filesFolder, n8nEnvironment, type N8nCommand } from './environment';
import { ensureHost, type Host } from './install';
import { inRoot } from '../system/paths';
import { freePort, LOOPBACK, requireFree } from '../system/ports';

const LOG_LINES = 2000;
const TAIL_LINES = 40;
const READY_TIMEOUT = 120_000;
const STOP_TIMEOUT = 20_000;

export interface N8nOptions {
	/** n8n keeps its database, key, binaries and community nodes in `<userFolder>/.n8n`. */
	userFolder: string;
	/** Port on 127.0.0.1 of the editor and webhooks (of the health check for a worker); a free one without it. */
	port?: number;
	/** Added to the quiet environment, and wins over it. */
	env?: Record<string, string>;
	/** An n8n version that has a lock file under test/host/. */
	version?: string;
	command?: N8nCommand;
	/** Further arguments of the command, e.g. `['--concurrency=10']`. */
	args?: readonly string[];
	/** Milliseconds until n8n must answer as ready; 120 000 without it. */
	readyTimeout?: number;
	/** Called for each line that n8n writes. */
	onLog?: (line: string) => void;
}

/** A running (or ended) n8n. */
export interface N8n {
	/** `http://127.0.0.1:<port>`, without a slash at the end; stays the same across restarts. */
	readonly url: string;
	readonly port: number;
	readonly userFolder: string;
	/** The last 2000 lines that it wrote. */
	readonly logs: readonly string[];
	/** Process id, while it runs. */
	readonly pid: number | undefined;
	/** Asks n8n to end and waits; after 20 s it is killed. */
	stop(): Promise<void>;
	/** Ends n8n and all its children at once, as a crash would. */
	kill(): Promise<void>;
	/** Stops n8n if it runs, starts it on the same port and folder, and waits until it is ready. */
	restart(env?: Record<string, string>): Promise<void>;
	/** Resident memory of the n8n process in bytes. */
	rss(): number;
	/** Resolves when the present process has ended, with how. */
	ended(): Promise<string>;
	/** Resolves when a process ends without having been asked to, with how. */
	crashed(): Promise<string>;
}

/**
 * Starts an n8n and waits until it says that it is ready and its editor's interface answers.
 * @throws PortTakenError when the port that was asked for is in use
 * @throws Error with the tail of n8n's log when it ends or does not get ready in time
 */
export async function startN8n(options: N8nOptions): Promise<N8n> {
	if (options.port !== undefined) await requireFree(options.port);
	const host = await ensureHost(options.version);
	const n8n = new N8nProcess(host, options, options.port ?? (await freePort()));
	await n8n.restart();
	return n8n;
}

class N8nProcess implements N8n {
	readonly logs: string[] = [];
	readonly url: string;
	readonly userFolder: string;
	private child: ChildProcess | undefined;
	private moreEnv: Record<string, string> = {};
	private asked = false;
	private reportCrash: (how: string) => void = () => undefined;
	private readonly crash = new Promise<string>((resolve) => (this.reportCrash = resolve));

	constructor(
		private readonly host: Host,
		private readonly options: N8nOptions,
		readonly port: number,
	) {
		this.url = `http://${LOOPBACK}:${port}`;
		this.userFolder = options.userFolder;
	}

	get pid(): number | undefined {
		return this.child && !hasEnded(this.child) ? this.child.pid : undefined;
	}

	async restart(env: Record<string, string> = {}): Promise<void> {
		await this.stop();
		this.asked = false;
		this.moreEnv = { ...this.moreEnv, ...env };
		mkdirSync(filesFolder(this.userFolder), { recursive: true });
		const command = this.options.command ?? 'start';
		const guard = inRoot('tools', 'n8n', 'exitWithParent.cjs');
		this.child = startChild(
			this.host.node,
			['--require', guard, this.host.bin, command, ...(this.options.args ?? [])],
			{
				// Relative file names in workflows end up in the folder that they may write to.
				cwd: filesFolder(this.userFolder),
				env: n8nEnvironment({
					command,
					userFolder: this.userFolder,
					port: this.port,
					brokerPort: await freePort(),
					node: this.host.node,
					env: { ...this.options.env, ...this.moreEnv },
				}),
				onLine: (line) => this.log(line),
			},
		);
		this.child.once(
			'exit',
			() => void this.ended().then((how) => !this.asked && this.reportCrash(how)),
		);
		try {
			await this.untilReady(this.child, Date.now() + (this.options.readyTimeout ?? READY_TIMEOUT));
		} catch (error) {
			await this.kill();
			throw error;
		}
	}

	async stop(): Promise<void> {
		const { child } = this;
		this.asked = true;
		if (!child || hasEnded(child)) return;
		// Only the leader: n8n ends its own children, in its own order.
		child.kill('SIGTERM');
		if (!(await endsWithin(child, STOP_TIMEOUT))) await this.kill();
		else signalGroup(child, 'SIGKILL');
	}

	async kill(): Promise<void> {
		const { child } = this;
		this.asked = true;
		if (!child) return;
		signalGroup(child, 'SIGKILL');
		if (!(await endsWithin(child, STOP_TIMEOUT)))
			throw new Error(`n8n process ${child.pid} cannot be killed`);
	}

	rss(): number {
		if (this.pid === undefined) throw new Error('n8n is not running');
		return residentBytes(this.pid);
	}

	async ended(): Promise<string> {
		const { child } = this;
		if (!child) return 'was never started';
		if (!hasEnded(child)) await once(child, 'exit');
		return child.signalCode
			? `was stopped by ${child.signalCode}`
			: `left with code ${child.exitCode}`;
	}

	crashed(): Promise<string> {
		return this.crash;
	}

	private log(line: string): void {
		this.logs.push(line);
		if (this.logs.length > LOG_LINES) this.logs.splice(0, this.logs.length - LOG_LINES);
		this.options.onLog?.(line);
	}

	private async untilReady(child: ChildProcess, deadline: number): Promise<void> {
		for (;;) {
			if (hasEnded(child))
				throw new Error(`n8n ${await this.ended()} before it was ready:\n${this.tail()}`);
			if (await isReady(this.url, this.options.command ?? 'start')) return;
			if (Date.now() > deadline)
				throw new Error(`n8n did not get ready in time. It said:\n${this.tail()}`);
			await sleep(200);
		}
	}

	private tail(): string {
		return this.logs.slice(-TAIL_LINES).join('\n');
	}
}

// n8n 1.123 says that it is ready before its editor's interface answers.
async function isReady(url: string, command: N8nCommand): Promise<boolean> {
	return (
		(await answersWell(`${url}/healthz/readiness`)) &&
		(command !== 'start' || (await answersWell(`${url}/rest/settings`)))
	);
}

async function answersWell(url: string): Promise<boolean> {
	const answer = await axios
		.get(url, { timeout: 5000, proxy: false, validateStatus: () => true })
		.catch(() => undefined);
	return answer?.status === 200;
}

async function endsWithin(child: ChildProcess, ms: number): Promise<boolean> {
	if (hasEnded(child)) return true;
	const stop = new AbortController();
	const ended = await Promise.race([
		once(child, 'exit', { signal: stop.signal }).then(
			() => true,
			() => false,
		),
		sleep(ms, false, { signal: stop.signal }).catch(() => false),
	]);
	stop.abort();
	return ended || hasEnded(child);
}
