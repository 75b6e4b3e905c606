// npm run dev: like npm start, but rebuilds the pack on changes and reloads it in the running n8n.
import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readOptions } from '../cli/options';
import { serve } from '../cli/serve';
import { runMain, untilInterrupted } from '../cli/signals';
import { buildPack, packFolder } from '../pack/pack';
import type { Sandbox } from '../sandbox/sandbox';
import { inRoot, root } from '../system/paths';

const watched = ['nodes', 'credentials', 'icons'];
// gulp has no types.
const { watch } = createRequire(__filename)('gulp') as {
	watch: (
		globs: readonly string[],
		options: { cwd: string; delay: number },
		task: () => Promise<void>,
	) => void;
};

/** n8n logs several reloads of one build. */
let isReloading = false;

runMain(async () => {
	const options = readOptions('npm run dev', ['fresh']);
	const sandbox = {
		// Makes n8n watch the pack's dist folder and send new node descriptions to open editors.
		env: { N8N_DEV_RELOAD: 'true' },
		onLog: (line: string) => {
			if (!isReloading || !line.includes('Hot reload triggered')) return;
			isReloading = false;
			console.log('Reloaded in n8n. Open editors update automatically.');
		},
	};
	const lines = [
		`Watching ${watched.join(', ')}: changes are built and reloaded when you save.`,
		'After a change of package.json, press Ctrl-C and start again.',
	];
	return await untilInterrupted(async () => await serve(options, sandbox, lines, rebuildOnChange));
});

function rebuildOnChange({ n8n }: Sandbox): void {
	// An editor may write a file in several steps, and switching branches changes many files.
	const options = { cwd: root, delay: 300 };
	const globs = watched.map((folder) => `${folder}/**`);
	watch(globs, options, async () => {
		console.log('\nThe sources have changed');
		try {
			await buildPack();
			isReloading = true;
			cpSync(inRoot('dist'), join(packFolder(n8n.userFolder), 'dist'), { recursive: true });
		} catch (error) {
			console.error(`${(error as Error).message}\nn8n keeps running the previous build.`);
		}
	});
}
