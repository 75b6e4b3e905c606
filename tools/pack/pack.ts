// The pack as npm would publish it, and as n8n finds it: unpacked in the community nodes folder.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { npm, runStep } from '../bootstrap/step.cjs';
import { inBuild, logFile, packageName, root } from '../system/paths';

/** Builds the pack with gulp. */
export async function buildPack(): Promise<void> {
	await runStep({
		title: 'Building the pack',
		usually: 'a few seconds',
		command: npm('run', 'build'),
		cwd: root,
		log: logFile('build'),
	});
}

/**
 * Builds the pack and packs it into build/pack/ as `npm publish` would, unless TENFOLD_TARBALL names one that is ready.
 * @param build false where the build has just run
 * @returns path of the tarball
 */
export async function packPack({
	build = process.env.TENFOLD_BUILT !== '1',
} = {}): Promise<string> {
	if (process.env.TENFOLD_TARBALL) return process.env.TENFOLD_TARBALL;
	if (build) await buildPack();
	const folder = inBuild('pack');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	await runStep({
		title: 'Packing it as npm would publish it',
		// The build has just run; prepublishOnly is not part of packing, but a prepack script would be.
		command: npm('pack', '--ignore-scripts', '--pack-destination', folder),
		cwd: root,
		log: logFile('pack'),
	});
	const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
	if (tarball === undefined)
		throw new Error(`npm pack left no tarball in ${folder}. See ${logFile('pack')}`);
	return join(folder, tarball);
}

/** Where n8n looks for the pack inside a user folder. */
export function packFolder(userFolder: string, name: string = packageName): string {
	return join(userFolder, '.n8n', 'nodes', 'node_modules', name);
}

/**
 * Unpacks a tarball to where n8n finds community nodes, in place of what was there.
 * @returns the folder of the installed pack
 */
export function installPack(
	userFolder: string,
	tarball: string,
	name: string = packageName,
): string {
	const folder = packFolder(userFolder, name);
	// n8n takes any folder of that depth whose name begins with n8n-nodes-; a draft must not look like one.
	const draft = join(userFolder, '.n8n', 'nodes', `draft-${process.pid}`);
	rmSync(draft, { recursive: true, force: true });
	mkdirSync(draft, { recursive: true });
	mkdirSync(join(folder, '..'), { recursive: true });
	const unpacked = spawnSync('tar', ['-xzf', tarball, '-C', draft], {
		encoding: 'utf8',
		timeout: 60_000,
	});
	if (unpacked.error || unpacked.status !== 0) {
		rmSync(draft, { recursive: true, force: true });
		throw new Error(
			`${tarball} could not be unpacked: ${unpacked.error?.message ?? unpacked.stderr}`,
		);
	}
	const content = join(draft, 'package');
	if (!existsSync(join(content, 'package.json')))
		throw new Error(`${tarball} is not an npm tarball`);
	rmSync(folder, { recursive: true, force: true });
	renameSync(content, folder);
	rmSync(draft, { recursive: true, force: true });
	return folder;
}
