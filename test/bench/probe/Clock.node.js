// Placed directly before and after the measured node. Measures time, CPU time, peak resident memory,
// retained memory and event loop delay in n8n's process.
const { readFileSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { setTimeout: sleep } = require('node:timers/promises');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
const starts = new Map();
/** In milliseconds. */
const loopDelayResolution = 10;

class Clock {
	description = {
		displayName: 'Clock',
		name: 'clock',
		group: ['transform'],
		version: 1,
		description: 'Measures a node for the benchmark',
		defaults: { name: 'Clock' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [
			{
				displayName: 'Items',
				name: 'items',
				type: 'number',
				default: 0,
				description: 'Number of items to return, each with its index. 0 returns the input items.',
			},
			{
				displayName: 'Report To',
				name: 'reportTo',
				type: 'string',
				default: '',
				description: 'URL that receives the figures. Set only on the clock after the node.',
			},
			{
				displayName: 'Profile',
				name: 'profile',
				type: 'string',
				default: '',
				description: 'File name for a CPU profile',
			},
		],
	};

	async execute() {
		const reportTo = this.getNodeParameter('reportTo', 0);
		return reportTo === '' ? await begin(this) : await end(this, reportTo);
	}
}

async function begin(context) {
	const count = context.getNodeParameter('items', 0);
	const file = context.getNodeParameter('profile', 0);
	const items =
		count > 0
			? Array.from({ length: count }, (_, index) => ({ json: { index }, pairedItem: { item: 0 } }))
			: context.getInputData();
	// Otherwise, garbage from earlier runs would be collected during this run and hide its memory
	// growth.
	collectGarbage();
	resetPeakMemory();
	const heap = process.memoryUsage().heapUsed;
	const session = file === '' ? undefined : await startProfiler();
	const loopDelay = monitorEventLoopDelay({ resolution: loopDelayResolution });
	loopDelay.enable();
	starts.set(context.getExecutionId(), {
		loopDelay,
		heap,
		rss: process.memoryUsage.rss(),
		cpu: process.cpuUsage(),
		at: performance.now(),
		session,
		file,
	});
	return [items];
}

async function end(context, reportTo) {
	const at = performance.now();
	const {
		loopDelay,
		heap,
		rss,
		cpu,
		at: from,
		session,
		file,
	} = starts.get(context.getExecutionId());
	const { user, system } = process.cpuUsage(cpu);
	const grownBytes = peakMemory() - rss;
	// The histogram records a delay when its timer fires after the delay.
	await sleep(2 * loopDelayResolution);
	loopDelay.disable();
	starts.delete(context.getExecutionId());
	if (session) await stopProfiler(session, file);
	const items = context.getInputData();
	collectGarbage();
	await fetch(reportTo, {
		method: 'POST',
		body: JSON.stringify({
			ms: at - from,
			cpuMs: (user + system) / 1000,
			grownBytes,
			retainedBytes: process.memoryUsage().heapUsed - heap,
			// The histogram contains the intervals between two timers.
			maxLoopDelayMs: loopDelay.max / 1e6 - loopDelayResolution,
			items: items.length,
			failed: items.filter(({ json, error }) => (error ?? json.error) !== undefined).length,
		}),
	});
	return [[{ json: {} }]];
}

// On Linux, this resets VmHWM, the peak resident memory.
const resetPeakMemory = () => writeFileSync('/proc/self/clear_refs', '5');
const peakMemory = () =>
	Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024;

const post = async (session, method, parameters) =>
	await new Promise((resolve, reject) =>
		session.post(method, parameters, (error, result) => (error ? reject(error) : resolve(result))),
	);

async function startProfiler() {
	const session = new Session();
	session.connect();
	await post(session, 'Profiler.enable');
	await post(session, 'Profiler.setSamplingInterval', { interval: 500 });
	await post(session, 'Profiler.start');
	return session;
}

async function stopProfiler(session, file) {
	const { profile } = await post(session, 'Profiler.stop');
	session.disconnect();
	writeFileSync(file, JSON.stringify(profile));
}

module.exports = { Clock };
