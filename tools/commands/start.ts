// npm start: the pack in a real n8n, with local services and examples, until Ctrl-C. With --check: every example once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { banner } from '../cli/startMessage';
import { withBench, type Bench } from '../sandbox/sandbox';
import { runExample, type ExampleResult } from '../sandbox/runExample';
import { readOptions, UsageError, type StartOptions } from '../cli/options';
import { packPack } from '../pack/pack';
import { inBuild } from '../system/paths';
import { requireFree } from '../system/ports';
import { table } from '../cli/table';
import { runMain, Stopped, listenForStop, unexpectedEnd } from '../cli/signals';

runMain(async () => {
	try {
		const options = readOptions(process.argv.slice(2), {
			name: 'npm start',
			takes: ['fresh', 'check'],
		});
		return await (options.check ? check() : serve(options));
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		process.stderr.write(`${error.message}\n`);
		return 2;
	}
});

async function serve({ port, fresh }: StartOptions): Promise<number> {
	const stopping = listenForStop();
	// Said before anything takes time.
	await requireFree(port);
	const options = {
		userFolder: inBuild('n8n'),
		tarball: await packPack(),
		port,
		fresh,
		usualPorts: true,
	};
	try {
		await withBench(options, async (bench) => {
			console.log(banner(bench));
			await Promise.race([unexpectedEnd(bench.n8n), stopping.asked()]).finally(() =>
				console.log('\nStopping …'),
			);
		});
	} catch (error) {
		// Ctrl-C is how this is meant to end.
		if (!(error instanceof Stopped)) throw error;
	}
	return 0;
}

async function check(): Promise<number> {
	const stopping = listenForStop();
	const tarball = await packPack();
	const userFolder = mkdtempSync(join(tmpdir(), 'tenfold-check-'));
	process.on('exit', () => rmSync(userFolder, { recursive: true, force: true }));
	return await withBench({ userFolder, tarball }, (bench) =>
		Promise.race([runAll(bench), stopping.asked()]),
	);
}

async function runAll(bench: Bench): Promise<number> {
	const results: ExampleResult[] = [];
	for (const example of bench.examples) {
		process.stderr.write(`Running "${example.workflow.name}" …\n`);
		results.push(await runExample(example, bench));
	}
	console.log(`\n${tableOf(results)}\n`);
	if (results.length === 0)
		console.log('There is no workflow in examples/, so nothing was checked.');
	return results.length > 0 && results.every(({ ok }) => ok) ? 0 : 1;
}

function tableOf(results: readonly ExampleResult[]): string {
	const columns = [
		{ title: 'Workflow' },
		{ title: 'Nodes', right: true },
		{ title: 'Items in', right: true },
		{ title: 'Items out', right: true },
		{ title: 'Time', right: true },
		{ title: 'Result' },
	];
	const rows = results.map(({ workflow, nodes, itemsIn, itemsOut, ms, message }) => [
		workflow,
		String(nodes),
		String(itemsIn),
		String(itemsOut),
		`${(ms / 1000).toFixed(1)} s`,
		message.replaceAll('\n', ' '),
	]);
	return table(columns, rows);
}
