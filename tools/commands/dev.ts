// npm run dev: like npm start, but rebuilds the pack on changes and reloads it in the running n8n.
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readOptions } from '../cli/options';
import { serve } from '../cli/serve';
import { runMain, untilInterrupted } from '../cli/signals';
import type { N8nProcess } from '../n8n/process';
import { newestChange } from '../pack/builtPack';
import { buildPack, installPack, packFolder, packTarball } from '../pack/pack';
import type { Sandbox } from '../sandbox/sandbox';
import { inRoot } from '../system/paths';
import { withProgress } from '../system/step';

const WATCHED = ['nodes', 'credentials', 'icons', 'package.json'];
const RELOAD_TIMEOUT_MS = 15_000;
const RELOADED = /Hot reload triggered/;
// An editor may write a file in several steps, and switching branches changes many files.
const DEBOUNCE_MS = 300;

let reloadCount = 0;

runMain(async () => {
	const options = readOptions('npm run dev', ['fresh']);
	const sandbox = {
		// Makes n8n watch the pack's dist folder and send new node descriptions to open editors.
		env: { N8N_DEV_RELOAD: 'true' },
		onLog: (line: string) => (reloadCount += RELOADED.test(line) ? 1 : 0),
	};
	const watching = `Watching ${WATCHED.join(', ')}: changes are built and reloaded when you save.`;
	return await untilInterrupted(
		async () => await serve(options, sandbox, [watching], rebuildOnChange),
	);
});

async function rebuildOnChange({ n8n }: Sandbox): Promise<never> {
	let manifest = readManifest();
	for (let built = lastChange(); ;) {
		await sleep(DEBOUNCE_MS);
		if (lastChange() === built) continue;
		do {
			built = lastChange();
			await sleep(DEBOUNCE_MS);
		} while (lastChange() !== built);
		console.log('\nThe sources have changed');
		const newManifest = readManifest();
		const rebuilt = newManifest === manifest ? reload(n8n) : reinstall(n8n);
		manifest = newManifest;
		await rebuilt.catch((error: Error) =>
			console.error(`${error.message}\nn8n keeps running the previous build.`),
		);
	}
}

async function reload(n8n: N8nProcess): Promise<void> {
	await buildPack();
	const previous = reloadCount;
	cpSync(inRoot('dist'), join(packFolder(n8n.userFolder), 'dist'), { recursive: true });
	const deadline = Date.now() + RELOAD_TIMEOUT_MS;
	while (reloadCount === previous) {
		if (Date.now() > deadline)
			throw new Error('n8n did not detect the new build. Press Ctrl-C and start again.');
		await sleep(200);
	}
	console.log('Reloaded in n8n. Open editors update automatically.');
}

// n8n reads a pack's list of nodes and credentials only at startup.
async function reinstall(n8n: N8nProcess): Promise<void> {
	installPack(n8n.userFolder, await packTarball());
	await withProgress('Restarting n8n because package.json has changed', 'about ten seconds', () =>
		n8n.restart(),
	);
}

// `fs.watch` loses a file that an editor replaces: it saves a new file and renames it.
const lastChange = (): number => Math.max(...WATCHED.map((path) => newestChange(inRoot(path))));

const readManifest = (): string => readFileSync(inRoot('package.json'), 'utf8');
