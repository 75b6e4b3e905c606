// Installation of Debian packages that some tests require.
import { spawnSync } from 'node:child_process';

/** Installs packages with apt-get. Does nothing without root privileges or apt-get. */
export function installDebianPackages(names: readonly string[]): void {
	if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return;
	spawnSync('apt-get', ['update'], { stdio: 'ignore', timeout: 300_000 });
	spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...names], {
		stdio: 'ignore',
		timeout: 600_000,
		env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
	});
}
