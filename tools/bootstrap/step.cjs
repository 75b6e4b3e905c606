// Runs a long command behind one line of progress. CommonJS, so that both a bare Node and the tests can load it.
const { spawn } = require('node:child_process');
const { closeSync, mkdirSync, openSync, readFileSync } = require('node:fs');
const { dirname } = require('node:path');

const TAIL_LINES = 30;
const HALF_AN_HOUR = 30 * 60_000;
const running = new Set();

process.on('exit', () => {
	for (const child of running) endTree(child);
});

class StepError extends Error {
	constructor(message, log) {
		const tail = tailOf(log);
		super(`${message}\n${tail ? `${tail}\n` : ''}The whole output is in ${log}`);
		this.name = 'StepError';
		this.tail = tail;
		this.log = log;
	}
}

async function runStep({
	title,
	usually,
	command,
	cwd,
	env = process.env,
	log,
	timeout = HALF_AN_HOUR,
}) {
	mkdirSync(dirname(log), { recursive: true });
	const out = openSync(log, 'w');
	try {
		await withProgress(title, usually, () =>
			finished(command, { cwd, env, out, timeout, title, log }),
		);
	} finally {
		closeSync(out);
	}
}

async function withProgress(title, usually, work) {
	const progress = startProgress(title, usually);
	try {
		const result = await work();
		progress.end('done');
		return result;
	} catch (error) {
		progress.end('failed');
		throw error;
	}
}

function finished([program, ...args], { cwd, env, out, timeout, title, log }) {
	return new Promise((resolve, reject) => {
		// A group of its own, so that a failed or abandoned step takes its compilers with it.
		const child = spawn(program, args, {
			cwd,
			env,
			stdio: ['ignore', out, out],
			detached: process.platform !== 'win32',
			shell: process.platform === 'win32' && !program.endsWith('.exe'),
		});
		running.add(child);
		let tooLong = false;
		const timer = setTimeout(() => {
			tooLong = true;
			endTree(child);
		}, timeout);
		const settle = (problem) => {
			clearTimeout(timer);
			running.delete(child);
			if (problem) reject(new StepError(`${title}: ${problem}`, log));
			else resolve();
		};
		child.once('error', (error) => settle(`${program} could not be started (${error.message})`));
		child.once('exit', (code, signal) => {
			if (tooLong) settle(`not finished after ${seconds(timeout)}, so it was stopped`);
			else if (code !== 0) settle(signal ? `stopped by ${signal}` : `left with code ${code}`);
			else settle();
		});
	});
}

function endTree(child) {
	try {
		if (process.platform === 'win32') spawn('taskkill', ['/T', '/F', '/PID', String(child.pid)]);
		else process.kill(-child.pid, 'SIGKILL');
	} catch {
		// It had ended already.
	}
}

function startProgress(title, usually) {
	const from = Date.now();
	const hint = usually ? ` (usually ${usually})` : '';
	const live = process.stderr.isTTY === true;
	const say = () =>
		process.stderr.write(`\r\x1b[2K${title}${hint} … ${seconds(Date.now() - from)}`);
	if (live) say();
	else process.stderr.write(`${title}${hint} …\n`);
	// A log file gets a sign of life every half minute; a terminal gets a running clock.
	const timer = setInterval(
		() =>
			live ? say() : process.stderr.write(`  still at it after ${seconds(Date.now() - from)}\n`),
		live ? 1000 : 30_000,
	);
	return {
		end(word) {
			clearInterval(timer);
			process.stderr.write(
				`${live ? '\r\x1b[2K' : ''}${title}: ${word} in ${seconds(Date.now() - from)}\n`,
			);
		},
	};
}

function seconds(ms) {
	const all = Math.round(ms / 1000);
	return all < 60 ? `${all} s` : `${Math.floor(all / 60)} min ${all % 60} s`;
}

// The end of the output, and before it the first complaints: npm puts pages of usage behind them.
function tailOf(file) {
	let lines;
	try {
		lines = readFileSync(file, 'utf8').trimEnd().split('\n');
	} catch {
		return '';
	}
	if (lines.length <= TAIL_LINES) return lines.join('\n');
	const complaints = lines.slice(0, -TAIL_LINES).filter((line) => /\berror\b.*\w{4}/i.test(line));
	return [...complaints.slice(0, 12), '…', ...lines.slice(-TAIL_LINES)].join('\n');
}

function npm(...args) {
	const own = process.env.npm_execpath;
	// Another package manager may have started us; its entry point does not understand npm's commands.
	if (own && /npm-cli\.c?js$/.test(own)) return [process.execPath, own, ...args];
	return [process.platform === 'win32' ? 'npm.cmd' : 'npm', ...args];
}

module.exports = { runStep, withProgress, StepError, npm };
