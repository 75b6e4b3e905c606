// Two versions of the package in a local npm registry: one to install and one to update to.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readManifest, type Manifest } from '../../../tools/pack/builtPack';
import { packTarball } from '../../../tools/pack/pack';
import { startNpmRegistry, type NpmRegistry } from './npmRegistry';

export interface PackageVersions {
	readonly registry: NpmRegistry;
	/** The version that is published at the start. */
	readonly previous: string;
	/** The version of this repository. */
	readonly current: string;
	publishCurrent(): Promise<void>;
	close(): Promise<void>;
}

/**
 * Starts a registry with the previous version. Because no version has been released so far, this is
 * the current package with a lower version number.
 */
export async function startPackageVersions(): Promise<PackageVersions> {
	const tarball = await packTarball();
	const folder = mkdtempSync(join(tmpdir(), 'tenfold-versions-'));
	const registry = await startNpmRegistry();
	const previous = '0.0.1';
	await registry.publish(repackAs(previous, tarball, folder));
	return {
		registry,
		previous,
		current: readManifest().version,
		publishCurrent: async () => await registry.publish(tarball),
		async close() {
			await registry.close();
			rmSync(folder, { recursive: true });
		},
	};
}

/**
 * Creates a tarball with the same content and another version.
 * @param folder where the tarball is created
 */
function repackAs(version: string, tarball: string, folder: string): string {
	const content = join(folder, version);
	mkdirSync(content, { recursive: true });
	tar('-xzf', tarball, '-C', content);
	const file = join(content, 'package', 'package.json');
	const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
	writeFileSync(file, JSON.stringify({ ...manifest, version }, null, 2));
	const repacked = join(folder, `${manifest.name}-${version}.tgz`);
	tar('-czf', repacked, '-C', content, 'package');
	return repacked;
}

function tar(...args: string[]): void {
	const { error, status, stderr } = spawnSync('tar', args, { encoding: 'utf8', timeout: 60_000 });
	if (status !== 0) throw new Error(`tar failed: ${error?.message ?? stderr}`);
}
