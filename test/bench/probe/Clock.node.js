// Stands right before and right behind the node that is measured, inside n8n's own process: its time, its CPU time, its highest resident memory.
const { readFileSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
const begun = new Map();

class Clock {
	description = {
		displayName: 'Clock',
		name: 'clock',
		group: ['transform'],
		version: 1,
		description: 'Clock of the benchmark',
		defaults: { name: 'Clock' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [
			{
				displayName: 'Items',
				name: 'items',
				type: 'number',
				default: 0,
				description: 'How many to hand on, each with its index; those that came where it is zero',
			},
			{
				displayName: 'Report To',
				name: 'reportTo',
				type: 'string',
				default: '',
				description: 'Set on the clock behind the node: where the figures go',
			},
			{
				displayName: 'Profile',
				name: 'profile',
				type: 'string',
				default: '',
				description: 'File for a CPU profile',
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
	// What earlier runs left would be collected during this one, and hide how much this one takes.
	collectGarbage();
	forgetPeak();
	const session = file === '' ? undefined : await profiling();
	begun.set(context.getExecutionId(), {
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
	const { rss, cpu, at: from, session, file } = begun.get(context.getExecutionId());
	const { user, system } = process.cpuUsage(cpu);
	begun.delete(context.getExecutionId());
	if (session) await stopped(session, file);
	const items = context.getInputData().length;
	await fetch(reportTo, {
		method: 'POST',
		body: JSON.stringify({
			ms: at - from,
			cpuMs: (user + system) / 1000,
			grownBytes: peak() - rss,
			items,
		}),
	});
	return [[{ json: {} }]];
}

// Linux counts the highest resident memory from here on when it is told so.
const forgetPeak = () => writeFileSync('/proc/self/clear_refs', '5');
const peak = () =>
	Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024;

const ask = async (session, method, parameters) =>
	await new Promise((resolve, reject) =>
		session.post(method, parameters, (error, result) => (error ? reject(error) : resolve(result))),
	);

async function profiling() {
	const session = new Session();
	session.connect();
	await ask(session, 'Profiler.enable');
	await ask(session, 'Profiler.setSamplingInterval', { interval: 500 });
	await ask(session, 'Profiler.start');
	return session;
}

async function stopped(session, file) {
	const { profile } = await ask(session, 'Profiler.stop');
	session.disconnect();
	writeFileSync(file, JSON.stringify(profile));
}

module.exports = { Clock };
