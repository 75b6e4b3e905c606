// npm start: runs n8n with the pack, local services and examples until Ctrl-C. With --check, runs
// every example once. With TENFOLD_N8N_URL, uses a running n8n in which the pack is installed.
import { readOptions } from '../cli/options';
import { serve } from '../cli/serve';
import { interrupted, runMain, untilInterrupted } from '../cli/signals';
import { startMessage } from '../cli/startMessage';
import { RUNNING_N8N } from '../n8n/session';
import { packTarball } from '../pack/pack';
import { runExample, type ExampleResult } from '../sandbox/runExample';
import { seedN8n, startServices, withSandbox, type SeededN8n } from '../sandbox/sandbox';

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

async function check(): Promise<number> {
	const tarball = await packTarball();
	return await withSandbox({ tarball }, (sandbox) =>
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
	return results.length > 0 && results.every(({ message }) => message === 'ok') ? 0 : 1;
}

/** A line for each example. The last line is `17 of 19 workflows succeeded in 41.5 s. Failed: A, B` */
function exampleReport(results: readonly ExampleResult[]): string {
	const lines = results.map(({ workflow, itemsOut, ms, message }) => {
		const [word, result] = message === 'ok' ? ['ok  ', `${itemsOut} items`] : ['FAIL', message];
		return `${word} ${seconds(ms).padStart(7)}  ${workflow}: ${result}`;
	});
	const failed = results.filter(({ message }) => message !== 'ok');
	const names = failed.map(({ workflow }) => workflow).join(', ');
	const duration = seconds(results.reduce((sum, { ms }) => sum + ms, 0));
	const total = `${results.length - failed.length} of ${results.length} workflows succeeded in ${duration}.`;
	return [...lines, '', failed.length === 0 ? total : `${total} Failed: ${names}`].join('\n');
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
