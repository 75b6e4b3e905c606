// Queue mode: what the main process installs, updates and removes under Settings > Community nodes
// reaches the workers and webhook processors.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	browserMissing,
	ensureBrowser,
	openBrowser,
	type Browser,
} from '../../../tools/browser/browser';
import { CommunityNodes } from '../../../tools/browser/communityNodes';
import type { N8nProcess } from '../../../tools/n8n/process';
import { readManifest, type Manifest } from '../../../tools/pack/builtPack';
import { packFolder, packTarball } from '../../../tools/pack/pack';
import { packageName } from '../../../tools/system/paths';
import { startTaskService, type TaskService } from '../../services/taskList/service';
import { ensureOpenssl, opensslMissing } from '../kit/certificate';
import { repackAs, startNpmRegistry, type NpmRegistry } from '../kit/npmRegistry';
import { savePackageUser, taskTitle, type PackageUser } from '../kit/packageUser';
import { describeQueue, startTestQueue, type TestQueue } from '../kit/testQueue';
import { waitUntil } from '../kit/waitUntil';

const missing = [
	...(ensureBrowser() ? [] : [browserMissing]),
	...(ensureOpenssl() ? [] : [opensslMissing]),
];
const isAvailable = missing.length === 0;
if (!isAvailable && process.env.CI) throw new Error(missing.join('. '));
if (!isAvailable) console.log(`Skipped: community nodes in queue mode. ${missing.join('. ')}`);

const previousVersion = '0.0.1';
/** The other processes run npm after the main process has finished. */
const pubSubTimeoutMs = 120_000;

// Each test continues where the previous one ended.
(isAvailable ? describeQueue : describe.skip)('community nodes in queue mode', () => {
	let folder: string;
	let tarball: string;
	let version: string;
	let registry: NpmRegistry;
	let tasks: TaskService;
	let queue: TestQueue;
	let processes: readonly N8nProcess[];
	let browser: Browser;
	let communityNodes: CommunityNodes;
	let user: PackageUser;

	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'tenfold-versions-'));
		tarball = await packTarball();
		version = readManifest().version;
		registry = await startNpmRegistry();
		await registry.publish(repackAs(previousVersion, tarball, folder));
		tasks = await startTaskService();
		queue = await startTestQueue({ workers: 1, webhooks: 1, env: registry.env, withPack: false });
		processes = [queue.main, ...queue.workers, ...queue.webhooks];
		browser = await openBrowser(queue.main.url);
		communityNodes = new CommunityNodes(browser.page, queue.main.url);
	}, 600_000);
	afterAll(async () => {
		await browser?.close();
		await queue?.close();
		await tasks?.close();
		await registry?.close();
		rmSync(folder, { recursive: true });
	}, 60_000);

	/** Version in the user folder of each process. */
	const versions = (): (string | undefined)[] =>
		processes.map(({ userFolder }) => {
			const file = join(packFolder(userFolder), 'package.json');
			return existsSync(file)
				? (JSON.parse(readFileSync(file, 'utf8')) as Manifest).version
				: undefined;
		});
	/** Waits until every process has logged that it has loaded or removed the package. */
	const waitForProcesses = async (change: 'installed' | 'uninstalled', times: number) => {
		const message = `Community package ${change}: ${packageName}`;
		const count = ({ logs }: N8nProcess) => logs.filter((line) => line.includes(message)).length;
		await waitUntil(
			`"${message}" in the log of every process`,
			() => processes.every((n8n) => count(n8n) === times),
			pubSubTimeoutMs,
			() => JSON.stringify(processes.map((n8n) => n8n.logs.slice(-10))),
		);
	};

	test('an installation reaches the worker, which runs workflows, and the webhook processor, which receives events', async () => {
		expect(versions()).toEqual([undefined, undefined, undefined]);
		await communityNodes.open();
		await communityNodes.install(packageName);
		await waitForProcesses('installed', 1);
		expect(versions()).toEqual([previousVersion, previousVersion, previousVersion]);
		user = await savePackageUser(queue, tasks);
		expect(await user.run()).toEqual([taskTitle]);
		expect(await user.deliver()).toBe(200);
	}, 240_000);

	test('an update reaches all processes, and saved workflows and credentials work as before', async () => {
		await registry.publish(tarball);
		await communityNodes.open();
		await communityNodes.update();
		await waitForProcesses('installed', 2);
		expect(versions()).toEqual([version, version, version]);
		expect(await user.run()).toEqual([taskTitle]);
		expect(await user.deliver()).toBe(200);
	}, 240_000);

	(process.env.TENFOLD_LONG ? test : test.skip)(
		'a worker that starts without the package installs it with N8N_REINSTALL_MISSING_PACKAGES',
		async () => {
			const [worker] = queue.workers;
			await worker!.stop();
			rmSync(packFolder(worker!.userFolder), { recursive: true });
			await worker!.restart({ N8N_REINSTALL_MISSING_PACKAGES: 'true' });
			expect(versions()).toEqual([version, version, version]);
			expect(await user.run()).toEqual([taskTitle]);
		},
		240_000,
	);

	test('a removal reaches all processes', async () => {
		await communityNodes.open();
		await communityNodes.uninstall();
		await waitForProcesses('uninstalled', 1);
		expect(versions()).toEqual([undefined, undefined, undefined]);
		await expect(user.run()).rejects.toThrow('Unrecognized node type');
	}, 240_000);
});
