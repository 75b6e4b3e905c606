// npm start: runs n8n with the pack, local services and examples until Ctrl-C. With --check, runs
// every example once. With TENFOLD_N8N_URL, uses a running n8n in which the pack is installed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOptions, type StartOptions } from '../cli/options';
import { interrupted, rejectOnCrash, runMain, untilInterrupted } from '../cli/signals';
import { startMessage } from '../cli/startMessage';
import { RUNNING_N8N } from '../n8n/session';
import { packTarball } from '../pack/pack';
import { exampleReport } from '../sandbox/exampleReport';
import { runExample, type ExampleResult } from '../sandbox/runExample';
import { seedN8n, startServices, withSandbox, type SeededN8n } from '../sandbox/sandbox';
import { inBuild } from '../system/paths';
import { requireFreePort } from '../system/ports';

runMain(async () => {
	const options = readOptions('npm start', ['fresh', 'check']);
	if (RUNNING_N8N) return await withRunningN8n(RUNNING_N8N, options.check ? runAll : show);
	return options.check ? await check() : await untilInterrupted(async () => await serve(options));
});

/** Imports the examples into a running n8n, and starts the local services while `work` runs. */
async function withRunningN8n(
	url: string,
	work: (seeded: SeededN8n) => Promise<number>,
): Promise<number> {
	const { services, close } = await startServices(true);
	try {
		return await Promise.race([work(await seedN8n(url, services)), interrupted()]);
	} finally {
		await close();
	}
}

async function show(seeded: SeededN8n): Promise<number> {
	console.log(startMessage(seeded));
	return await untilInterrupted(interrupted);
}

async function serve({ port, fresh }: StartOptions): Promise<void> {
	// Check first, so that a port in use is reported before the build.
	await requireFreePort(port);
	const options = {
		userFolder: inBuild('n8n'),
		tarball: await packTarball(),
		port,
		fresh,
		defaultPorts: true,
	};
	await withSandbox(options, async (sandbox) => {
		console.log(startMessage(sandbox));
		await Promise.race([rejectOnCrash(sandbox.n8n), interrupted()]).finally(() =>
			console.log('\nStopping …'),
		);
	});
}

async function check(): Promise<number> {
	const tarball = await packTarball();
	const userFolder = mkdtempSync(join(tmpdir(), 'tenfold-check-'));
	process.on('exit', () => rmSync(userFolder, { recursive: true, force: true }));
	return await withSandbox({ userFolder, tarball }, (sandbox) =>
		Promise.race([runAll(sandbox), interrupted()]),
	);
}

async function runAll(sandbox: SeededN8n): Promise<number> {
	const results: ExampleResult[] = [];
	for (const example of sandbox.examples) {
		process.stderr.write(`Running "${example.workflow.name}" …\n`);
		results.push(await runExample(example, sandbox));
	}
	console.log(`\n${exampleReport(results)}\n`);
	return results.length > 0 && results.every(({ ok }) => ok) ? 0 : 1;
}
