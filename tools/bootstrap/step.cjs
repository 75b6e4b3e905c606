// Runs a long command with one line of progress. CommonJS, so that Node and Jest can both load it.
const { spawn } = require('node:child_process');
const { closeSync, mkdirSync, openSync, readFileSync } = require('node:fs');
const { dirname } = require('node:path');

const TAIL_LINES = 30;
const MAX_ERROR_LINES = 12;
const DEFAULT_TIMEOUT_MS = 30 * 60_000;
const running = new Set();

process.on('exit', () => {
	for (const child of running) killTree(child);
});

class StepError extends Error {
	constructor(message, log) {
		const tail = tailOf(log);
		super(`${message}\n${tail ? `${tail}\n` : ''}Complete output: ${log}`);
		this.name = 'StepError';
		this.tail = tail;
		this.log = log;
	}
}

async function runStep({
	title,
	estimate,
	command,
	cwd,
	env = process.env,
	log,
	timeout = DEFAULT_TIMEOUT_MS,
}) {
	mkdirSync(dirname(log), { recursive: true });
	const out = openSync(log, 'w');
	try {
		await withProgress(title, estimate, () =>
			runCommand(command, { cwd, env, out, timeout, title, log }),
		);
	} finally {
		closeSync(out);
	}
}

async function withProgress(title, estimate, work) {
	const progress = startProgress(title, estimate);
	try {
		const result = await work();
		progress.end('done');
		return result;
	} catch (error) {
		progress.end('failed');
		throw error;
	}
}

function runCommand([program, ...args], { cwd, env, out, timeout, title, log }) {
	return new Promise((resolve, reject) => {
		const child = spawn(program, args, {
			cwd,
			env,
			stdio: ['ignore', out, out],
			// A separate process group, so that compilers and other child processes are killed with the
			// command.
			detached: process.platform !== 'win32',
			shell: process.platform === 'win32' && !program.endsWith('.exe'),
		});
		running.add(child);
		let timedOut = false;
		const timer = setTimeout(() => {
			timedOut = true;
			killTree(child);
		}, timeout);
		const finish = (problem) => {
			clearTimeout(timer);
			running.delete(child);
			if (problem) reject(new StepError(`${title}: ${problem}`, log));
			else resolve();
		};
		child.once('error', (error) => finish(`could not start ${program} (${error.message})`));
		child.once('exit', (code, signal) => {
			if (timedOut) finish(`timed out after ${formatDuration(timeout)}`);
			else if (code !== 0) finish(signal ? `stopped by ${signal}` : `exited with code ${code}`);
			else finish();
		});
	});
}

function killTree(child) {
	try {
		if (process.platform === 'win32') spawn('taskkill', ['/T', '/F', '/PID', String(child.pid)]);
		else process.kill(-child.pid, 'SIGKILL');
	} catch {
		// The process has already exited.
	}
}

function startProgress(title, estimate) {
	const start = Date.now();
	const elapsed = () => formatDuration(Date.now() - start);
	const hint = estimate ? ` (usually ${estimate})` : '';
	const isTerminal = process.stderr.isTTY === true;
	const redraw = () => process.stderr.write(`\r\x1b[2K${title}${hint} … ${elapsed()}`);
	if (isTerminal) redraw();
	else process.stderr.write(`${title}${hint} …\n`);
	// A terminal shows a running clock. A log file gets a line every 30 seconds.
	const timer = setInterval(
		() => (isTerminal ? redraw() : process.stderr.write(`  still running after ${elapsed()}\n`)),
		isTerminal ? 1000 : 30_000,
	);
	return {
		end(outcome) {
			clearInterval(timer);
			process.stderr.write(
				`${isTerminal ? '\r\x1b[2K' : ''}${title}: ${outcome} in ${elapsed()}\n`,
			);
		},
	};
}

function formatDuration(ms) {
	const seconds = Math.round(ms / 1000);
	return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

// npm prints its usage after an error, so the last lines alone often do not contain the error.
function tailOf(file) {
	let lines;
	try {
		lines = readFileSync(file, 'utf8').trimEnd().split('\n');
	} catch {
		return '';
	}
	if (lines.length <= TAIL_LINES) return lines.join('\n');
	const errors = lines.slice(0, -TAIL_LINES).filter((line) => /\berror\b.*\w{4}/i.test(line));
	return [...errors.slice(0, MAX_ERROR_LINES), '…', ...lines.slice(-TAIL_LINES)].join('\n');
}

function npm(...args) {
	const npmCli = process.env.npm_execpath;
	// npm_execpath may point to another package manager, which does not support npm's commands.
	if (npmCli && /npm-cli\.c?js$/.test(npmCli)) return [process.execPath, npmCli, ...args];
	return [process.platform === 'win32' ? 'npm.cmd' : 'npm', ...args];
}

module.exports = { runStep, withProgress, StepError, npm };
