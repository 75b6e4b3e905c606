// Builds, packs and installs the pack as an npm package.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inBuild, logFile, packageName, root } from '../system/paths';
import { runStep } from '../system/step';

export async function buildPack(): Promise<void> {
	await runStep({
		title: 'Building the pack',
		estimate: 'a few seconds',
		command: ['npm', 'run', 'build'],
		cwd: root,
		log: logFile('build'),
	});
}

/**
 * Builds the pack and creates the tarball that `npm publish` would upload, in build/pack/.
 * If TENFOLD_TARBALL is set, returns that path instead.
 * @param build false if the pack has just been built
 * @returns path of the tarball
 */
export async function packTarball({
	build = process.env.TENFOLD_BUILT !== '1',
} = {}): Promise<string> {
	if (process.env.TENFOLD_TARBALL) return process.env.TENFOLD_TARBALL;
	if (build) await buildPack();
	const folder = inBuild('pack');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	await runStep({
		title: 'Packing the npm tarball',
		// Without scripts, because the prepack script would build the pack again.
		command: ['npm', 'pack', '--ignore-scripts', '--pack-destination', folder],
		cwd: root,
		log: logFile('pack'),
	});
	return join(folder, readdirSync(folder)[0]!);
}

/** Folder in which n8n looks for an installed pack. */
export const packFolder = (userFolder: string, name = packageName): string =>
	join(userFolder, '.n8n', 'nodes', 'node_modules', name);

/**
 * Unpacks a tarball into n8n's community nodes folder. Replaces an installed version.
 * @returns folder of the installed pack
 */
export function installPack(userFolder: string, tarball: string, name = packageName): string {
	const folder = packFolder(userFolder, name);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	// npm puts all files into the folder `package`.
	execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'], { stdio: 'pipe' });
	return folder;
}
