// Builds, packs and installs the pack as an npm package.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
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
	const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
	if (tarball === undefined)
		throw new Error(`npm pack did not create a tarball in ${folder}. See ${logFile('pack')}`);
	return join(folder, tarball);
}

/** Folder in which n8n looks for an installed pack. */
export function packFolder(userFolder: string, name: string = packageName): string {
	return join(userFolder, '.n8n', 'nodes', 'node_modules', name);
}

/**
 * Unpacks a tarball into n8n's community nodes folder. Replaces an installed version.
 * @returns folder of the installed pack
 */
export function installPack(
	userFolder: string,
	tarball: string,
	name: string = packageName,
): string {
	const folder = packFolder(userFolder, name);
	// n8n loads every folder in node_modules whose name starts with n8n-nodes-, so unpack elsewhere.
	const unpackFolder = join(userFolder, '.n8n', 'nodes', `unpack-${process.pid}`);
	rmSync(unpackFolder, { recursive: true, force: true });
	mkdirSync(unpackFolder, { recursive: true });
	mkdirSync(join(folder, '..'), { recursive: true });
	const tar = spawnSync('tar', ['-xzf', tarball, '-C', unpackFolder], {
		encoding: 'utf8',
		timeout: 60_000,
	});
	if (tar.error || tar.status !== 0) {
		rmSync(unpackFolder, { recursive: true, force: true });
		throw new Error(`Could not unpack ${tarball}: ${tar.error?.message ?? tar.stderr}`);
	}
	const content = join(unpackFolder, 'package');
	if (!existsSync(join(content, 'package.json')))
		throw new Error(`${tarball} is not an npm tarball`);
	rmSync(folder, { recursive: true, force: true });
	renameSync(content, folder);
	rmSync(unpackFolder, { recursive: true, force: true });
	return folder;
}
