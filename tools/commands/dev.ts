// npm run dev: as npm start, and a change of the pack's source is built and loaded into the running n8n.
import { cpSync, readFileSync, statSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withProgress } from '../bootstrap/step.cjs';
import { banner } from '../cli/startMessage';
import { withBench, type Bench, type BenchOptions } from '../sandbox/sandbox';
import type { N8n } from '../n8n/process';
import { readOptions, UsageError } from '../cli/options';
import { buildPack, installPack, packFolder, packPack } from '../pack/pack';
import { inBuild, inRoot } from '../system/paths';
import { requireFree } from '../system/ports';
import { runMain, Stopped, listenForStop, unexpectedEnd } from '../cli/signals';

const WATCHED = ['nodes', 'credentials', 'icons', 'package.json'];
const RELOAD_TIMEOUT = 15_000;
const RELOADED = /Hot reload triggered/;
// Editors save in several steps, and branches change many files.
const SETTLE_MS = 300;

let reloads = 0;

runMain(async () => {
	try {
		const { port, fresh } = readOptions(process.argv.slice(2), {
			name: 'npm run dev',
			takes: ['fresh'],
		});
		const stopping = listenForStop();
		await requireFree(port);
		const options: BenchOptions = {
			userFolder: inBuild('n8n'),
			tarball: await packPack(),
			port,
			fresh,
			usualPorts: true,
			// n8n watches the pack's dist folder itself then, and tells open editors about new node descriptions.
			env: { N8N_DEV_RELOAD: 'true' },
			onLog: (line) => (reloads += RELOADED.test(line) ? 1 : 0),
		};
		await withBench(options, async (bench) => {
			console.log(
				banner(bench, [`Changes of ${WATCHED.join(', ')} are built and loaded as you save.`]),
			);
			const asked = stopping.asked();
			await Promise.race([rebuildOnChange(bench), unexpectedEnd(bench.n8n), asked]).finally(() =>
				console.log('\nStopping …'),
			);
		});
		return 0;
	} catch (error) {
		if (error instanceof Stopped) return 0;
		if (!(error instanceof UsageError)) throw error;
		process.stderr.write(`${error.message}\n`);
		return 2;
	}
});

async function rebuildOnChange({ n8n }: Bench): Promise<never> {
	let changed: string | undefined;
	let manifest = readManifest();
	const watchers = WATCHED.map((path) => watchPath(path, (file) => (changed = file)));
	try {
		for (;;) {
			await sleep(SETTLE_MS);
			if (changed === undefined) continue;
			await sleep(SETTLE_MS);
			console.log(`\n${changed} has changed`);
			changed = undefined;
			const listed = readManifest();
			const rebuilt = listed === manifest ? reload(n8n) : reinstall(n8n);
			manifest = listed;
			await rebuilt.catch((error: Error) =>
				console.error(`${error.message}\nn8n keeps what it had.`),
			);
		}
	} finally {
		for (const watcher of watchers) watcher.close();
	}
}

async function reload(n8n: N8n): Promise<void> {
	await buildPack();
	const before = reloads;
	cpSync(inRoot('dist'), join(packFolder(n8n.userFolder), 'dist'), { recursive: true });
	const deadline = Date.now() + RELOAD_TIMEOUT;
	while (reloads === before) {
		if (Date.now() > deadline)
			throw new Error('n8n did not notice the new build; stop with Ctrl-C and start again.');
		await sleep(200);
	}
	console.log('Loaded into n8n; open editors take the new form by themselves.');
}

// n8n reads a pack's list of nodes and credentials at its start only.
async function reinstall(n8n: N8n): Promise<void> {
	installPack(n8n.userFolder, await packPack());
	await withProgress('Restarting n8n, since package.json has changed', 'about ten seconds', () =>
		n8n.restart(),
	);
}

function watchPath(path: string, onChange: (file: string) => void): FSWatcher {
	const recursive = statSync(inRoot(path)).isDirectory();
	return watch(inRoot(path), { recursive }, (_, file) =>
		onChange(recursive ? join(path, file ?? '') : path),
	);
}

const readManifest = (): string => readFileSync(inRoot('package.json'), 'utf8');
