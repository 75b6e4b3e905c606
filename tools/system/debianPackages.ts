/** Programs of Debian's packages that some tests need beside n8n. */
import { spawnSync } from 'node:child_process';

/** Installs packages where that is possible without asking a person: as root, on Debian and its relatives. */
export function installPackages(names: readonly string[]): void {
	if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return;
	spawnSync('apt-get', ['update'], { stdio: 'ignore', timeout: 300_000 });
	spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...names], {
		stdio: 'ignore',
		timeout: 600_000,
		env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
	});
}
