// n8n with local services and examples, for users.
import { packTarball } from '../pack/pack';
import { withSandbox, type Sandbox, type SandboxOptions } from '../sandbox/sandbox';
import { inBuild } from '../system/paths';
import { requireFreePort } from '../system/ports';
import { DEFAULT_PORT, type StartOptions } from './options';
import { interrupted, rejectOnCrash } from './signals';
import { startMessage } from './startMessage';

/**
 * Runs n8n until Ctrl-C, then rejects.
 * @param lines further lines of the start message
 * @param started called when n8n runs
 */
export async function serve(
	{ port, fresh }: StartOptions,
	more: Pick<SandboxOptions, 'env' | 'onLog'> = {},
	lines: readonly string[] = [],
	started?: (sandbox: Sandbox) => void,
): Promise<void> {
	// Check first, so that a port in use is reported before the build.
	await requireFreePort(port);
	const tarball = await packTarball();
	// Each port has its own database, because two n8n would corrupt a shared one.
	const userFolder = inBuild(port === DEFAULT_PORT ? 'n8n' : `n8n-${port}`);
	const options = { userFolder, tarball, port, fresh, defaultPorts: true, ...more };
	await withSandbox(options, async (sandbox) => {
		console.log(startMessage(sandbox, lines));
		started?.(sandbox);
		const ended = Promise.race([rejectOnCrash(sandbox.n8n), interrupted()]);
		await ended.finally(() => console.log('\nStopping …'));
	});
}
